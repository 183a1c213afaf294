// Selecting rows of a list: orders are fulfilled and exported, keys are revoked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { maxSelected } from "../../src/components/selection.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

type Pairs = [name: string, text: string][];

const listPath = "/console/orders";
const fulfilPath = "/console/orders/fulfil";
const revokePath = "/console/keys/revoke";
let app: TestApp;
let olga: TestOperator;
let reader: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only", name: "Rita Reader" });
});

after(() => app.close());

/** Sends a form whose names may be repeated. */
function post({ cookie }: TestOperator, url: string, pairs: Pairs) {
  const headers = {
    cookie,
    accept: "text/html",
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
  };
  const payload = new URLSearchParams(pairs).toString();
  return app.server.inject({ method: "POST", url, headers, payload });
}

async function statusOf({ orderId }: ConfirmedOrder): Promise<string> {
  const text = "select status from orders where order_id = $1";
  const [row] = await app.database.db.query<{ status: string }>({
    name: "",
    text,
    values: [orderId],
  });
  return row?.status ?? "none";
}

async function eventsOn(subjectId: string) {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  return selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
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

test("the list of orders has a box for each order, for everyone, and fulfilling only for operators", async () => {
  const order = await confirmOne(app, "PO-BOX");
  const box = `name="order" value="${order.orderId}"\n aria-label="Select ${order.orderNumber}"`;
  for (const [operator, mayFulfil] of [
    [olga, true],
    [reader, false],
  ] as const) {
    const { body } = await operator.get(`${listPath}?po=PO-BOX`);
    assert.ok(body.includes(box));
    assert.ok(!body.includes(`${box} checked`));
    assert.equal(body.includes(`formaction="${fulfilPath}"`), mayFulfil);
    assert.ok(body.includes('formaction="/console/orders/export.csv"'));
    const all = await operator.get(`${listPath}?po=PO-BOX&select=all`);
    assert.ok(all.body.includes(`${box} checked`));
  }
  assert.equal((await reader.get(fulfilPath)).statusCode, 403);
  assert.equal((await post(reader, fulfilPath, [["order", order.orderId]])).statusCode, 403);
  assert.equal(await statusOf(order), "confirmed");
});

test("selected orders are fulfilled with a shared reference or their own, each with its audit event", async () => {
  const shared = await confirmOne(app, "PO-1");
  const own = await confirmOne(app, null);
  const orders = [shared, own] as const;
  const hidden = await openForm(orders);
  const unreferenced = await post(olga, fulfilPath, [
    ...hidden,
    [`reference-${own.orderId}`, "AWB-OWN"],
  ]);
  assert.equal(unreferenced.statusCode, 422);
  assert.match(unreferenced.body, /Enter a reference of 1 to 100 characters/);
  assert.match(unreferenced.body, /value="AWB-OWN"/);
  const long = await post(olga, fulfilPath, [
    ...hidden,
    ["reference", "A"],
    [`reference-${own.orderId}`, "x".repeat(101)],
  ]);
  assert.equal(long.statusCode, 422);
  const filled: Pairs = [
    ...hidden,
    ["reference", " AWB  7 "],
    [`reference-${own.orderId}`, "AWB-OWN"],
  ];
  const done = await post(olga, fulfilPath, filled);
  assert.equal(done.statusCode, 200);
  assert.match(done.body, /2 orders fulfilled\./);
  for (const [order, reference] of [
    [shared, "AWB 7"],
    [own, "AWB-OWN"],
  ] as const) {
    const { orderId, orderNumber } = order;
    const rows = done.body.split("<tr ").filter((row) => row.includes(`>${orderNumber}</a>`));
    assert.equal(rows.length, 1);
    assert.ok(rows[0]?.includes(`href="/console/orders/${orderId}"`));
    assert.ok(rows[0]?.includes(reference), reference);
    assert.equal(await statusOf(order), "fulfilled");
    const events = await eventsOn(order.orderId);
    assert.deepEqual(
      events.map(({ action, after }) => [action, JSON.parse(after ?? "")]),
      [["fulfilled an order", { status: "fulfilled", reference }]],
    );
  }
  const again = await post(olga, fulfilPath, filled);
  assert.match(again.body, /2 orders fulfilled\. 2 of them had already been fulfilled\./);
  assert.equal((await eventsOn(shared.orderId)).length, 1);
});

test("a shared reference for orders of several accounts is asked about once, below their own", async () => {
  const one = await confirmOne(app, "PO-ONE");
  const same = await confirmOne(app, "PO-SAME", one);
  const other = await confirmOne(app, "PO-OTHER");
  const orders = [one, same, other];
  const ids = orders.map(({ orderId }) => orderId);
  const { body } = await olga.get(`${fulfilPath}?${toQuery("order", ids)}`);
  const ofOrder = body.lastIndexOf('name="reference-');
  assert.ok(ofOrder > 0 && body.indexOf('name="reference"') > ofOrder, "shared after their own");
  assert.ok(!body.includes('name="shared"'));
  const filled: Pairs = [...(await openForm(orders)), ["reference", "AWB-3"]];
  const asked = await post(olga, fulfilPath, filled);
  assert.equal(asked.statusCode, 422);
  assert.match(asked.body, /would go to [^<]+, of 2 accounts\./);
  assert.match(asked.body, /name="shared" type="checkbox" value="yes">/);
  assert.match(asked.body, /value="AWB-3"/);
  assert.equal(await statusOf(other), "confirmed");
  const own = await post(olga, fulfilPath, [...filled, [`reference-${other.orderId}`, "AWB-4"]]);
  assert.equal(own.statusCode, 200);
  assert.match(own.body, /3 orders fulfilled\./);
  const pair = [await confirmOne(app, null), await confirmOne(app, null)];
  const answered: Pairs = [...(await openForm(pair)), ["reference", "AWB-5"], ["shared", "yes"]];
  assert.equal((await post(olga, fulfilPath, answered)).statusCode, 200);
});

test("orders that changed or are not confirmed are reported with the reason, the others are fulfilled", async () => {
  const good = await confirmOne(app, "PO-GOOD");
  const theirs = await confirmOne(app, "PO-THEIRS", good);
  const cancelled = await confirmOne(app, "PO-GONE", good);
  const draft = await draftOrder(app, "PO-DRAFT");
  const hidden = await openForm([good, theirs, cancelled, draft]);
  assert.ok(!hidden.some(([, text]) => text === draft.orderId));
  const otto = await openOperator(app, { name: "Otto Operator" });
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
  for (const version of ["1", "3", "x", ""]) {
    const sent = await post(olga, fulfilPath, [
      ["order", order.orderId],
      [`version-${order.orderId}`, version],
      ["reference", "AWB"],
    ]);
    assert.match(sent.body, /No order was fulfilled/);
    assert.ok(sent.body.includes(`${fulfilPath}?order&#61;${order.orderId}`), "no link");
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

test("the export contains only the selected orders, whatever the filter", async () => {
  const [one, two] = [await confirmOne(app, "PO-E1"), await draftOrder(app, "PO-E2")];
  await draftOrder(app, "PO-E3");
  const query = toQuery("order", [one.orderId, two.orderId, two.orderId, "x"]);
  for (const operator of [olga, reader]) {
    const csv = await operator.get(`${listPath}/export.csv?${query}&status=fulfilled`);
    const [head, ...rows] = csv.body.trimEnd().split("\n");
    assert.match(head ?? "", /^order_id,status,account/);
    assert.deepEqual(
      rows.map((row) => row.slice(0, 36)),
      [two.orderId, one.orderId],
    );
  }
  const none = await olga.get(`${listPath}/export.csv?order=x`);
  assert.equal(none.body.trimEnd().split("\n").length, 1);
  const xlsx = await olga.get(`${listPath}/export.xlsx?${query}`);
  assert.equal(xlsx.rawPayload.subarray(0, 2).toString("latin1"), "PK");
});

test("selected keys are revoked after their number was typed, each with its audit event", async () => {
  const { accountId } = await app.openAccount();
  const issue = (name: string) =>
    app.database.db.transaction((tx) =>
      createKey(tx, { accountId, name, expiresAt: null, now: app.clock.now }),
    );
  const [first, second, third] = [await issue("ERP"), await issue("Shop"), await issue("Old")];
  await post(olga, `/console/keys/${third.keyId}/revoke`, [["name", "Old"]]);
  const list = await olga.get(`/console/keys?account=${accountId}`);
  assert.ok(list.body.includes(`name="key" value="${first.keyId}"`));
  assert.ok(!list.body.includes(`name="key" value="${third.keyId}"`));
  const seen = await reader.get(`/console/keys?account=${accountId}`);
  assert.ok(!seen.body.includes('name="key"') && !seen.body.includes(revokePath));
  const ids = [first, second, third].map(({ keyId }): string => keyId);
  const page = await olga.get(`${revokePath}?${toQuery("key", ids)}`);
  assert.match(page.body, /Type 2 keys to confirm/);
  assert.match(page.body, /No longer active/);
  const chosen: Pairs = [
    ["key", first.keyId],
    ["key", second.keyId],
  ];
  for (const typed of ["", "3 keys", "2 KEYS"]) {
    const refused = await post(olga, revokePath, [...chosen, ["typed_name", typed]]);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /Type 2 keys exactly as shown/);
  }
  assert.equal((await post(reader, revokePath, chosen)).statusCode, 403);
  assert.equal((await eventsOn(first.keyId)).length, 0);
  const confirmed: Pairs = [...chosen, ["typed_name", "2 keys"]];
  const done = await post(olga, revokePath, confirmed);
  assert.match(done.body, /2 keys revoked\./);
  const again = await post(olga, revokePath, confirmed);
  assert.match(again.body, /No key was revoked/);
  for (const { keyId } of [first, second]) {
    const [event, ...others] = await eventsOn(keyId);
    assert.deepEqual([event?.action, others.length], ["revoked a key", 0]);
  }
});
