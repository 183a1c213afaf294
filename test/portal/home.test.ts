// The home page: drafts to confirm with changes since, recent orders and ways to start.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeDraft } from "../support/placeDraft.ts";
import { app, openPortal } from "../support/portal.ts";
import { offer, run } from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal();

/** A new account, and the home page of its buyer. */
async function openHome() {
  const account = await app.openAccount();
  const visitor = await openVisitor(app, account.accountId);
  return { account, read: async () => (await visitor.get("/")).body };
}

/** The row of an order on a page without markup. */
function readRow(page: string, poNumber: string): string {
  const rows = page.split("<tr ").filter((row) => row.includes(`>${poNumber}<`));
  assert.equal(rows.length, 1, poNumber);
  return (rows[0] ?? "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

test("a draft placed with a key is listed immediately and can be confirmed, by its account only", async () => {
  await offer("H-1", { price: 1000 });
  const [{ account, read }, other] = [await openHome(), await openHome()];
  const orderId = await placeDraft(account, { "H-1": 3 }, "PO-1");
  const body = await read();
  assert.match(body, /One draft to confirm\./);
  const row = readRow(body, "PO-1");
  const { order_number } = (await account.get(`orders/${orderId}`)).json().order;
  assert.ok(row.includes(order_number));
  assert.match(row, /API \(key test …\w{4}\) .* 1 Ready USD 30\.00 Review and confirm/);
  assert.ok(body.includes(`href="/orders/${orderId}/confirm"`));
  const none = await other.read();
  assert.match(none, /No drafts to confirm\./);
  assert.doesNotMatch(none, /<table|PO-\d/);
  for (const link of ["/parts", "/quick-order", "/docs", "/developers"]) {
    assert.ok(none.includes(`<a href="${link}">`), link);
  }
});

test("a draft shows what has changed since it was created: stock, price, or both", async () => {
  await offer("H-2", { price: 1000, stock: 5 });
  await offer("H-3", { price: 1000 });
  await offer("H-4", { price: 1000 });
  const { account, read } = await openHome();
  const short = await placeDraft(account, { "H-2": 5 }, "PO-2");
  await placeDraft(account, { "H-3": 1 }, "PO-3");
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() - 8 * 86_400_000);
  await placeDraft(account, { "H-4": 1 }, "PO-4");
  app.clock.now = now;
  await run("update offers set received = 2 where part_number = 'H-2'");
  await run("update offers set list_price = 1200 where part_number in ('H-3', 'H-4')");
  const body = await read();
  assert.match(readRow(body, "PO-2"), /1 line to fix USD 50\.00 Fix/);
  assert.ok(body.includes(`href="/orders/${short}"`), "a line to fix leads to the draft");
  assert.match(readRow(body, "PO-3"), /Price held on 1 line USD 10\.00 Review and confirm/);
  assert.match(readRow(body, "PO-4"), /New price on 1 line USD 12\.00 Review and confirm/);
});

test("the newest eight drafts are shown with a link to all, and recent orders with their state", async () => {
  await offer("H-5");
  const { account, read } = await openHome();
  for (let n = 1; n < 10; n += 1) await placeDraft(account, { "H-5": 1 }, `PO-5${n}`);
  const body = await read();
  assert.match(body, /9 drafts to confirm\./);
  assert.equal(body.match(/Review and confirm</g)?.length, 8);
  assert.doesNotMatch(body, />PO-51</);
  assert.ok(body.includes('<a href="/orders?status=draft">'));
  await run("update orders set status = 'confirmed' where po_number = 'PO-58'");
  await run("update orders set status = 'cancelled' where po_number = 'PO-59'");
  const [, recent = ""] = (await read()).split("<h2>Recent orders</h2>");
  assert.match(readRow(recent, "PO-58"), /Confirmed .* USD/);
  assert.match(readRow(recent, "PO-59"), /Cancelled .* USD/);
});
