// Selecting rows of a list: orders are fulfilled and exported, keys are revoked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { maxSelected } from "../../src/kit/selection.ts";
import { expectGoodPage } from "../support/browser.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { actionsOn, admin, app, eventsOn, olga, otto, query, reader } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import type { TestOperator } from "../support/testOperator.ts";

type Pairs = [name: string, text: string][];

const listPath = "/console/orders";
const fulfilPath = "/console/orders/fulfil";
const revokePath = "/console/keys/revoke";

openConsoleInBrowser();

/** Sends a form whose names may be repeated. */
const post = (by: TestOperator, url: string, pairs: Pairs) =>
  by.post(url, new URLSearchParams(pairs));

async function statusOf({ orderId }: ConfirmedOrder): Promise<string> {
  const text = "select status from orders where order_id = $1";
  const [row] = await query<{ status: string }>(text, [orderId]);
  return row?.status ?? "none";
}

const toQuery = (name: string, ids: readonly string[]): string =>
  new URLSearchParams(ids.map((id) => [name, id])).toString();

/** The hidden fields of the page that asks for references. */
async function openForm(orders: readonly ConfirmedOrder[]): Promise<Pairs> {
  const ids = orders.map(({ orderId }) => orderId);
  const { statusCode, body } = await olga.get(`${fulfilPath}?${toQuery("order", ids)}`);
  assert.equal(statusCode, 200);
  const hidden = body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return [...hidden].map(([, name = "", value = ""]) => [name, value]);
}

test("selected orders are fulfilled with a shared reference or their own, each with its audit event", async () => {
  const shared = await confirmOne(app, "PO-1");
  const own = await confirmOne(app, null);
  const hidden = await openForm([shared, own]);
  const fulfil = (...typed: Pairs) => post(olga, fulfilPath, [...hidden, ...typed]);
  const ofOwn = `reference-${own.orderId}`;
  const needed = /Enter a reference of 1 to 100 characters/;
  await expectAnswer(fulfil([ofOwn, "AWB-OWN"]), 422, needed, /value="AWB-OWN"/);
  await expectAnswer(fulfil(["reference", "A"], [ofOwn, "x".repeat(101)]), 422);
  const filled: Pairs = [
    ["reference", " AWB  7 "],
    [ofOwn, "AWB-OWN"],
  ];
  const done = await expectAnswer(fulfil(...filled), 200, /2 orders fulfilled\./);
  for (const [order, reference] of [
    [shared, "AWB 7"],
    [own, "AWB-OWN"],
  ] as const) {
    const { orderId, orderNumber } = order;
    const rows = done.body.split("<tr ").filter((row) => row.includes(`>${orderNumber}</a>`));
    assert.equal(rows.length, 1);
    expectTexts(rows[0] ?? "", `href="/console/orders/${orderId}"`, reference);
    assert.equal(await statusOf(order), "fulfilled");
    const [event, ...others] = await eventsOn(orderId);
    assert.deepEqual([event?.action, others], ["fulfilled an order", []]);
    assert.deepEqual(JSON.parse(event?.after ?? ""), { status: "fulfilled", reference });
  }
  const again = /2 orders fulfilled\. 2 of them had already been fulfilled\./;
  await expectAnswer(fulfil(...filled), 200, again);
  assert.equal((await eventsOn(shared.orderId)).length, 1);
});

test("a reference is not shared by orders of several accounts", async () => {
  const one = await confirmOne(app, "PO-ONE");
  const same = await confirmOne(app, "PO-SAME", one);
  const other = await confirmOne(app, "PO-OTHER");
  const orders = [one, same, other];
  const ids = orders.map(({ orderId }) => orderId);
  const { body } = await olga.get(`${fulfilPath}?${toQuery("order", ids)}`);
  const ofOrder = body.lastIndexOf('name="reference-');
  assert.ok(ofOrder > 0 && body.indexOf('name="reference"') > ofOrder, "shared after their own");
  const filled: Pairs = [...(await openForm(orders)), ["reference", "AWB-3"]];
  const asked = await post(olga, fulfilPath, filled);
  assert.equal(asked.statusCode, 422);
  assert.match(asked.body, /would go to [^<]+, of 2 accounts\./);
  assert.match(asked.body, /value="AWB-3"/);
  assert.equal(await statusOf(other), "confirmed");
  const own = await post(olga, fulfilPath, [...filled, [`reference-${other.orderId}`, "AWB-4"]]);
  assert.equal(own.statusCode, 200);
  assert.match(own.body, /3 orders fulfilled\./);
});

test("orders that changed or are not confirmed are reported with the reason, the others are fulfilled", async () => {
  const good = await confirmOne(app, "PO-GOOD");
  const theirs = await confirmOne(app, "PO-THEIRS", good);
  const cancelled = await confirmOne(app, "PO-GONE", good);
  const draft = await draftOrder(app, "PO-DRAFT");
  const hidden = await openForm([good, theirs, cancelled, draft]);
  assert.ok(!hidden.some(([, text]) => text === draft.orderId));
  const version = "2";
  await otto.post(`${listPath}/${theirs.orderId}/fulfil`, { version, reference: "OTTO" });
  const why = { version, reason: "Scrapped", typed_name: "PO-GONE" };
  assert.equal((await otto.post(`${listPath}/${cancelled.orderId}/cancel`, why)).statusCode, 303);
  const sent = await post(olga, fulfilPath, [
    ...hidden,
    ["order", draft.orderId],
    [`version-${draft.orderId}`, "1"],
    ["reference", "AWB-9"],
  ]);
  assert.equal(sent.statusCode, 409);
  assert.match(sent.body, /1 order fulfilled\./);
  for (const word of ["fulfilled", "cancelled", "draft"]) {
    assert.ok(sent.body.includes(`changed since you opened the page. It is ${word} now.`), word);
  }
  assert.doesNotMatch(sent.body, /Try again/);
  assert.deepEqual(await Promise.all([good, theirs, cancelled, draft].map(statusOf)), [
    "fulfilled",
    "fulfilled",
    "cancelled",
    "draft",
  ]);
  assert.deepEqual((await eventsOn(draft.orderId)).length, 0);
});

test("an order with another version than shown stays confirmed, and can be tried again", async () => {
  const order = await confirmOne(app, "PO-VERSION");
  const again = `${fulfilPath}?order&#61;${order.orderId}`;
  for (const version of ["1", "3", "x", ""]) {
    const form = { order: order.orderId, [`version-${order.orderId}`]: version, reference: "AWB" };
    await expectAnswer(olga.post(fulfilPath, form), 409, /No order was fulfilled/, again);
  }
  assert.equal(await statusOf(order), "confirmed");
});

test("a form that is sent twice at the same time fulfils each order once", async () => {
  const first = await confirmOne(app, null);
  const orders = [first, await confirmOne(app, null, first)];
  const filled: Pairs = [...(await openForm(orders)), ["reference", "AWB-TWICE"]];
  const answers = await Promise.all([1, 2, 3].map(() => post(olga, fulfilPath, filled)));
  for (const { statusCode } of answers) assert.equal(statusCode, 200);
  for (const { orderId } of orders) assert.equal((await eventsOn(orderId)).length, 1);
});

test("ids of other kinds, repeated, unknown or too many are answered with a page", async () => {
  const order = await confirmOne(app, "PO-ODD");
  const unknown = Array.from({ length: maxSelected + 1 }, () => newId());
  const odd = ["x", "%00", "\u0000", `${order.orderId}'`, "99".repeat(50), olga.operatorId];
  for (const path of [fulfilPath, revokePath]) {
    const name = path === fulfilPath ? "order" : "key";
    for (const ids of [[], odd, unknown, unknown.slice(1)]) {
      const status = ids === unknown ? 422 : 200;
      const pairs: Pairs = ids.map((id) => [name, id]);
      const more: Pairs = [...pairs, ["reference", "AWB"]];
      assert.equal((await olga.get(`${path}?${toQuery(name, ids)}`)).statusCode, status, path);
      const sent = await post(olga, path, path === revokePath ? pairs : more);
      assert.deepEqual(
        [sent.statusCode, /No (orders|keys) selected/.test(sent.body)],
        [status, status === 200],
      );
    }
    const thousands: Pairs = Array.from({ length: 1_300 }, () => [name, newId()]);
    assert.equal((await post(olga, path, thousands)).statusCode, 422, path);
  }
  const { orderId } = order;
  const repeated = [orderId, orderId.toUpperCase(), ` ${orderId}`, ...odd];
  const page = await olga.get(`${fulfilPath}?${toQuery("order", repeated)}`);
  assert.match(page.body, /Fulfil 1 order</);
  assert.equal(await statusOf(order), "confirmed");
});

test("selected keys are revoked after their number was typed, each with its audit event", async () => {
  const { accountId } = await app.openAccount();
  const issue = async (name: string) => {
    const key = { accountId, name, expiresAt: null, now: app.clock.now };
    return (await app.database.db.transaction((tx) => createKey(tx, key))).keyId;
  };
  const [first, second, third] = [await issue("ERP"), await issue("Shop"), await issue("Old")];
  await olga.post(`/console/keys/${third}/revoke`, { name: "Old" });
  const path = `/console/keys?account=${accountId}`;
  const list = await expectAnswer(olga.get(path), 200, `name="key" value="${first}"`);
  assert.ok(!list.body.includes(`name="key" value="${third}"`));
  assert.doesNotMatch((await reader.get(path)).body, /name="key"|keys\/revoke/);
  const asked = olga.get(`${revokePath}?${toQuery("key", [first, second, third])}`);
  await expectAnswer(asked, 200, /Type 2 keys to confirm/, /No longer active/);
  const revoke = (typed: string, by = olga) =>
    post(by, revokePath, [
      ["key", first],
      ["key", second],
      ["typed_name", typed],
    ]);
  for (const typed of ["", "3 keys", "2 KEYS"]) {
    await expectAnswer(revoke(typed), 422, /Type 2 keys exactly as shown/);
  }
  await expectAnswer(revoke("2 keys", reader), 403);
  assert.deepEqual(await eventsOn(first), []);
  await expectAnswer(revoke("2 keys"), 200, /2 keys revoked\./);
  assert.match((await revoke("2 keys")).body, /No key was revoked/);
  for (const id of [first, second]) assert.deepEqual(await actionsOn(id), ["revoked a key"]);
});

testInBrowser("an operator selects orders and fulfils them by keyboard only", async () => {
  const one = await confirmOne(app, "PO-KEYS-1");
  const two = await confirmOne(app, "PO-KEYS-2", one);
  const three = await confirmOne(app, "PO-KEYS-3", one);
  const page = await browser.open("/console/orders?po=PO-KEYS", { as: admin });
  const bar = page.getByRole("form", { name: "Selected orders" });
  assert.equal(await bar.isVisible(), false);
  const every = page.getByLabel("Select all on this page", { exact: true });
  await every.first().focus();
  await page.keyboard.press("Space");
  await bar.getByText("3 selected").waitFor();
  await expectGoodPage(page);
  // The newest is first: its box is the next stop after the heads that sort the list.
  const heads = await page.locator("thead a").count();
  for (let stop = 0; stop <= heads; stop += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await bar.getByText("2 selected").waitFor();
  assert.equal(await page.getByLabel(`Select ${three.orderNumber}`).isChecked(), false);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/fulfil\?/);
  await expectGoodPage(page);
  const first = page.getByLabel(`Delivery reference of ${two.orderNumber}`);
  await first.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("AWB 4711");
  await page.keyboard.press("Enter");
  await page.getByText("2 orders fulfilled.").waitFor();
  await expectGoodPage(page);
  for (const { orderId, orderNumber } of [one, two]) {
    await page.goto(`/console/orders/${orderId}`);
    assert.match((await page.locator("main").textContent()) ?? "", /AWB 4711/, orderNumber);
  }
});
