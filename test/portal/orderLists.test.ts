// The home page, lists of orders, long orders, and their downloads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { placeDraft } from "../support/placeDraft.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { draftOf, paste } from "../support/portalLists.ts";
import { idIn, offer, placeNew, read, readOrder, submit } from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

test("quote and lines are files with names and types, and formulas are escaped", async () => {
  const orderId = await placeNew({ "=A-15": 1 });
  const pdf = await buyer.get(`/orders/${orderId}/quote.pdf?paper=letter`);
  assert.equal(pdf.headers["content-type"], "application/pdf");
  assert.match(String(pdf.headers["content-disposition"]), /filename="quote-SO-\d{6}\.pdf"/);
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), "%PDF-");
  assert.match((await buyer.get(`/orders/${orderId}/lines.csv`)).body, /,'=A-15,/);
  const xlsx = await buyer.get(`/orders/export.xlsx?q=${encodeURIComponent("=A-15")}`);
  assert.equal(xlsx.rawPayload.subarray(0, 2).toString(), "PK");
});

test("an order of 500 lines is shown on pages sent in under 15 KB, each line once", async () => {
  const numbers = Array.from({ length: 500 }, (_, place) => `A-17-${place}`);
  for (const number of numbers) await offer(number, { title: `${number} preformed packing` });
  const order = await draftOf(await paste(numbers.map((number) => `${number}\t2`)));
  for (const under of ["", "/confirm"]) {
    let address = `${order}${under}`;
    const lines: number[] = [];
    while (address !== "") {
      const body = await read(address);
      const sent = gzipSync(body).length;
      assert.ok(sent < 15_000 && body.length < 150_000, `${address}: ${sent} of ${body.length}`);
      lines.push(...[...body.matchAll(/id="line-(\d+)"/g)].map(([, line]) => Number(line)));
      address = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replace("&#61;", "=") ?? "";
    }
    const all = Array.from({ length: 500 }, (_, at) => at + 1);
    assert.deepEqual(lines, all);
  }
  const last = { version: "1", from: "451", "quantity-500": "3" };
  assert.equal(await submit(order, last), `${order}?done=saved&from=451`);
  assert.equal((await readOrder(idIn(order))).line_items[499].quantity, 3);
});

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
