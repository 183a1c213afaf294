// An operator drafts an order for a customer, who alone confirms it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { updateSuspended } from "../../src/accounts/queries.ts";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let olga: TestOperator;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  const { db } = app.database;
  olga = await openOperator(app, { role: "operator" });
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  await insertOffer(db, { partNumber: "CALL-1", stock: 20 });
  await insertOffer(db, { partNumber: "CALL-2", price: 300 });
  await insertOffer(db, { partNumber: "BOTH-1", condition: "NE" });
  await insertOffer(db, { partNumber: "BOTH-1", condition: "OH", price: 400 });
  await insertOffer(db, { partNumber: "EURO-1", currency: "EUR" });
  const { accountId } = account;
  await insertAgreementRule(db, { accountId, partNumber: "CALL-1", price: 750 });
});

after(() => app.close());

type Fields = Readonly<Record<string, string>>;

const addressOf = ({ accountId }: TestAccount) => `/console/accounts/${accountId}/orders/new`;

function hiddenIn(body: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
}

/** Checks lines and returns the page, with the fields that create their draft. */
async function check(lines: string, more: Fields = {}, of = account) {
  const form = more["form"] ?? hiddenIn((await olga.get(addressOf(of))).body, "form");
  const fields = { lines, po_number: "", notes: "", ...more, form };
  const page = await olga.post(addressOf(of), { ...fields, step: "check" });
  const mark = hiddenIn(page.body, "mark");
  return { page, fields: { ...fields, step: "create", mark } };
}

async function listOrders(of = account) {
  type Line = { readonly part_number: string; readonly quantity: number };
  const { orders } = (await of.get("orders")).json();
  return orders as {
    order_id: string;
    order_number: string;
    status: string;
    po_number: string | null;
    ship_to?: string;
    line_items: (Line & { unit_price: { amount: string } })[];
  }[];
}

function orderIdIn(location: unknown, done: string): string {
  const [, id = "", as] = /^\/console\/orders\/([^?]+)\?done=(.*)$/.exec(String(location)) ?? [];
  assert.equal(as, done, String(location));
  return id;
}

async function draft(lines: string, more: Fields = {}, of = account): Promise<string> {
  const { fields } = await check(lines, more, of);
  const sent = await olga.post(addressOf(of), fields);
  assert.equal(sent.statusCode, 303, sent.body);
  return orderIdIn(sent.headers.location, "drafted");
}

test("lines are checked at the customer's price and stock, and nothing is created yet", async () => {
  const of = await app.openAccount();
  const open = await olga.get(`/console/accounts/${of.accountId}`);
  assert.ok(open.body.includes(`href="${addressOf(of)}"`));
  const { page } = await check("CALL-1 x 3\nCALL-2 x 2", {}, account);
  assert.equal(page.statusCode, 200);
  for (const text of ["USD 7.50", "USD 22.50", "2 lines, USD 28.50", "Create draft for"]) {
    assert.ok(page.body.includes(text), text);
  }
  assert.deepEqual(await listOrders(of), []);
});

test("a draft has what was checked, and everyone sees who drafted it", async () => {
  const lines = "CALL-1 x 3\nCALL-2 x 2";
  const more = { po_number: " PO  77 ", ship_to: " Dock 2\n", notes: "As phoned" };
  const orderId = await draft(lines, more);
  const [order] = await listOrders();
  assert.deepEqual([order?.order_id, order?.status, order?.po_number], [orderId, "draft", "PO 77"]);
  assert.equal(order?.ship_to, "Dock 2");
  assert.deepEqual(
    order?.line_items.map((line) => [line.part_number, line.quantity, line.unit_price.amount]),
    [
      ["CALL-1", 3, "7.50"],
      ["CALL-2", 2, "3.00"],
    ],
  );
  const own = await buyer.get(`/orders/${orderId}`);
  assert.match(own.body, /Created by Olga Operator \(distributor\)/);
  for (const list of ["/", "/orders"]) {
    assert.match((await buyer.get(list)).body, /Olga Operator \(distributor\)/, list);
  }
  const page = readAttribute((await olga.get(`/console/orders/${orderId}?done=drafted`)).body);
  for (const text of [
    "Draft created",
    "Created by Olga Operator (distributor)",
    `https://parts.example/orders/${orderId}`,
    "mailto:buyer@example.com?subject=",
    encodeURIComponent(`/orders/${orderId}\r\n`),
  ]) {
    assert.ok(page.includes(text), text);
  }
  assert.match((await olga.get("/console/orders?status=draft")).body, /Operator \(distributor\)/);
});

test("the audit log has the draft with its operator", async () => {
  const orderId = await draft("CALL-2 x 5", { po_number: "PO-LOG" });
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId: orderId, from: null, until: null };
  const [event] = await selectAuditEvents(app.database.db, filter, { before: null, limit: 2 });
  assert.deepEqual(
    [event?.action, event?.operatorName, event?.subjectKind, event?.accountId],
    ["drafted an order for a customer", "Olga Operator", "order", account.accountId],
  );
  const [order] = await listOrders();
  const after = { po_number: "PO-LOG", lines: 1, subtotal: "USD 15.00" };
  assert.deepEqual(JSON.parse(event?.after ?? ""), { order_number: order?.order_number, ...after });
});

test("a form sent again, also concurrently, creates one draft", async () => {
  const before = (await listOrders()).length;
  const { fields } = await check("CALL-2 x 1");
  const sent = await Promise.all([1, 2, 3].map(() => olga.post(addressOf(account), fields)));
  const places = sent.map(({ headers }) => String(headers.location).replace(/\?.*/, ""));
  assert.equal(new Set(places).size, 1);
  assert.equal((await listOrders()).length, before + 1);
  const again = await olga.post(addressOf(account), { ...fields, lines: "CALL-2 x 9" });
  const orderId = orderIdIn(again.headers.location, "drafted-already");
  const page = await olga.get(`/console/orders/${orderId}?done=drafted-already`);
  assert.match(page.body, /This form already created this draft/);
  assert.equal((await listOrders()).length, before + 1);
});

test("a draft is not created if lines, prices or stock are no longer as checked", async () => {
  const { db } = app.database;
  const before = (await listOrders()).length;
  await insertOffer(db, { partNumber: "MOVES-1", stock: 10 });
  const { fields } = await check("MOVES-1 x 4");
  const change = (set: string) =>
    db.query({
      name: "",
      text: `update offers set ${set} where part_number = 'MOVES-1'`,
      values: [],
    });
  const isRefused = async (more: Fields, expected: RegExp) => {
    const sent = await olga.post(addressOf(account), { ...fields, ...more });
    assert.equal(sent.statusCode, 409);
    assert.match(sent.body, /Draft not created/);
    assert.match(sent.body, expected);
  };
  await isRefused({ lines: "MOVES-1 x 5" }, /USD 50\.00/);
  await isRefused({ mark: "" }, /USD 40\.00/);
  await change("list_price = 1100");
  await isRefused({}, /USD 44\.00/);
  await change("list_price = 1000, received = 3");
  await isRefused({}, /Not enough stock/);
  assert.equal((await listOrders()).length, before);
});

test("of several offers the operator has to choose one", async () => {
  const { page, fields } = await check("BOTH-1 x 2");
  assert.match(page.body, /Choice needed/);
  assert.doesNotMatch(page.body, /Create draft for/);
  const refused = await olga.post(addressOf(account), fields);
  assert.equal(refused.statusCode, 409);
  const [, name = ""] = /name="(offer-[0-9a-f]+)"/.exec(page.body) ?? [];
  const overhauled = /<option value="(\d+)">[^<]*, OH, USD.4\.00/.exec(page.body)?.[1] ?? "";
  const orderId = await draft("BOTH-1 x 2", { [name]: overhauled });
  const [order] = await listOrders();
  assert.equal(order?.order_id, orderId);
  assert.equal(order?.line_items[0]?.unit_price.amount, "4.00");
});

test("lines in several currencies are no draft", async () => {
  const { page } = await check("EURO-1 x 2\nCALL-2 x 1");
  assert.match(page.body, /prices in several currencies/);
  assert.doesNotMatch(page.body, /Create draft for/);
});

test("what cannot be stored is refused with the reason, and what was typed stays", async () => {
  const { page, fields } = await check("CALL-2 x 1", { po_number: "P".repeat(65) });
  assert.equal(page.statusCode, 422);
  assert.match(page.body, /Customer(&#39;|')s PO: 65 characters/);
  const sent = await olga.post(addressOf(account), fields);
  assert.equal(sent.statusCode, 422);
  const empty = await check(" \n");
  assert.equal(empty.page.statusCode, 422);
  assert.match(empty.page.body, /Enter at least one part number/);
});

test("the customer's people confirm the draft; operators cannot", async () => {
  const orderId = await draft("CALL-1 x 2");
  const page = await olga.get(`/console/orders/${orderId}`);
  assert.doesNotMatch(page.body, /Confirm order/);
  assert.equal((await olga.post(`/console/orders/${orderId}/confirm`)).statusCode, 404);
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = hiddenIn((await buyer.get(address)).body, "reviewed");
  assert.equal((await buyer.post(address, { reviewed: fingerprint })).statusCode, 303);
  const [order] = await listOrders();
  assert.deepEqual([order?.order_id, order?.status], [orderId, "confirmed"]);
});

test("a draft belongs to its account only, and is no one's current draft", async () => {
  const of = await app.openAccount();
  const theirs = await openVisitor(app, of.accountId);
  const orderId = await draft("CALL-2 x 1", {}, of);
  assert.equal((await buyer.get(`/orders/${orderId}`)).statusCode, 404);
  assert.equal((await theirs.get(`/orders/${orderId}`)).statusCode, 200);
  const text = "select count(*)::integer as drafts from users where draft_id = $1";
  const rows = await app.database.db.query({ name: "", text, values: [orderId] });
  assert.deepEqual(rows, [{ drafts: 0 }]);
});

test("roles without orders, other sites and suspended accounts draft nothing", async () => {
  const before = (await listOrders()).length;
  const { fields } = await check("CALL-2 x 1");
  for (const role of ["catalog manager", "read-only"] as const) {
    const other = await openOperator(app, { role });
    assert.equal((await other.post(addressOf(account), fields)).statusCode, 403, role);
    const page = await other.get(`/console/accounts/${account.accountId}`);
    assert.ok(!page.body.includes(addressOf(account)), role);
  }
  const foreign = { "sec-fetch-site": "cross-site" };
  assert.equal((await olga.post(addressOf(account), fields, foreign)).statusCode, 403);
  const unknown = `/console/accounts/${newId()}/orders/new`;
  assert.equal((await olga.post(unknown, fields)).statusCode, 404);
  await olga.post(`/console/accounts/${account.accountId}/suspend`);
  const sent = await olga.post(addressOf(account), fields);
  assert.equal(sent.statusCode, 409);
  assert.match(sent.body, /The account is suspended/);
  await olga.post(`/console/accounts/${account.accountId}/resume`);
  assert.equal((await listOrders()).length, before);
});

test("an account that is suspended while its draft is created gets none", async () => {
  const of = await app.openAccount();
  const { fields } = await check("CALL-2 x 1", {}, of);
  const sending: ReturnType<TestOperator["post"]>[] = [];
  await app.database.db.transaction(async (tx) => {
    await updateSuspended(tx, of.accountId, app.clock.now);
    sending.push(olga.post(addressOf(of), fields));
    await awaitWaiting(app.database.db, "transactionid");
  });
  const [sent] = await Promise.all(sending);
  assert.equal(sent?.statusCode, 409);
  assert.match(sent?.body ?? "", /The account is suspended/);
  await updateSuspended(app.database.db, of.accountId, null);
  assert.deepEqual(await listOrders(of), []);
});

test("the console names whose notes a draft has", async () => {
  const orderId = await draft("CALL-2 x 1", { notes: "As phoned" });
  const address = `/console/orders/${orderId}`;
  assert.match((await olga.get(address)).body, /<dt>Notes from Olga Operator \(distributor\)/);
  const own = await openVisitor(app, account.accountId);
  const edited = await own.post(`/orders/${orderId}`, { version: "1", notes: "Dock 2" });
  assert.equal(edited.statusCode, 303);
  const page = readAttribute((await olga.get(address)).body);
  assert.match(page, /<dt>Buyer's notes/);
  assert.doesNotMatch(page, /Notes from/);
});
