// An operator drafts an order for a customer, who alone confirms it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { updateSuspended } from "../../src/accounts/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import {
  app,
  eventsOn,
  manager,
  offer,
  olga,
  openConsole,
  query,
  reader,
} from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import type { TestAccount } from "../support/testApp.ts";
import type { TestOperator } from "../support/testOperator.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let account: TestAccount;
let buyer: TestVisitor;

openConsole();

before(async () => {
  const { db } = app.database;
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  await offer("CALL-1", { stock: 20 });
  await offer("CALL-2", { price: 300 });
  await offer("BOTH-1", { condition: "NE" });
  await offer("BOTH-1", { condition: "OH", price: 400 });
  await offer("EURO-1", { currency: "EUR" });
  const { accountId } = account;
  await insertAgreementRule(db, { accountId, partNumber: "CALL-1", price: 750 });
});

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
  const sent = await expectAnswer(olga.post(addressOf(of), fields), 303);
  return orderIdIn(sent.headers.location, "drafted");
}

test("what the customer wrote of how urgent it is stays with the draft", async () => {
  const { page } = await check("AOG\nP/N\tQty\nCALL-1\t3\nCALL-2\t2");
  assert.match(page.body, /AOG: the draft says so\./);
  const urgencyOf = async (id: string) =>
    query<{ urgency: string | null; notes: string | null }>(
      `select urgency, notes from orders where order_id = '${id}'`,
    );
  const id = await draft("AOG\nP/N\tQty\nCALL-1\t3", { notes: "Call Ines" });
  assert.deepEqual(await urgencyOf(id), [{ urgency: "AOG", notes: "AOG\nCall Ines" }]);
  const [plain] = await urgencyOf(await draft("CALL-1 x 3"));
  assert.equal(plain?.urgency, null);
});

test("lines are checked at the customer's price and stock, and nothing is created yet", async () => {
  const before = await listOrders();
  const own = `/console/accounts/${account.accountId}`;
  await expectAnswer(olga.get(own), 200, `href="${addressOf(account)}"`);
  const { page } = await check("CALL-1 x 3\nCALL-2 x 2");
  assert.equal(page.statusCode, 200);
  expectTexts(page.body, "USD 7.50", "USD 22.50", "2 lines, USD 28.50", "Create draft for");
  assert.deepEqual(await listOrders(), before);
});

test("a draft has what was checked, and everyone and the audit log see who drafted it", async () => {
  const lines = "CALL-1 x 3\nCALL-2 x 2";
  const more = { po_number: " PO 77 ", ship_to: " Dock 2\n", notes: "As phoned" };
  const orderId = await draft(lines, more);
  const [order = assert.fail()] = await listOrders();
  const { order_id, status, po_number, ship_to } = order;
  assert.deepEqual([order_id, status, po_number, ship_to], [orderId, "draft", "PO 77", "Dock 2"]);
  const items = order.line_items.map(
    (line) => `${line.quantity} ${line.part_number} ${line.unit_price.amount}`,
  );
  assert.deepEqual(items, ["3 CALL-1 7.50", "2 CALL-2 3.00"]);
  const by = "Olga Operator (distributor)";
  for (const list of ["/", "/orders"]) await expectAnswer(buyer.get(list), 200, by);
  await expectAnswer(buyer.get(`/orders/${orderId}`), 200, `Created by ${by}`);
  const [event] = await eventsOn(orderId);
  assert.deepEqual(
    [event?.action, event?.operatorName, event?.subjectKind, event?.accountId],
    ["drafted an order for a customer", "Olga Operator", "order", account.accountId],
  );
  const after = { order_number: order.order_number, po_number: "PO 77", lines: 2 };
  assert.deepEqual(JSON.parse(event?.after ?? ""), { ...after, subtotal: "USD 28.50" });
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
  const before = (await listOrders()).length;
  await offer("MOVES-1", { stock: 10 });
  const { fields } = await check("MOVES-1 x 4");
  const change = (set: string) => query(`update offers set ${set} where part_number = 'MOVES-1'`);
  const expectRefused = (more: Fields, why: string) =>
    expectAnswer(
      olga.post(addressOf(account), { ...fields, ...more }),
      409,
      "Draft not created",
      why,
    );
  await expectRefused({ lines: "MOVES-1 x 5" }, "USD 50.00");
  await expectRefused({ mark: "" }, "USD 40.00");
  await change("list_price = 1100");
  await expectRefused({}, "USD 44.00");
  await change("list_price = 1000, received = 3");
  await expectRefused({}, "Not enough stock");
  assert.equal((await listOrders()).length, before);
});

test("of several offers the operator has to choose one", async () => {
  const { page, fields } = await check("BOTH-1 x 2");
  assert.match(page.body, /Choice needed/);
  assert.doesNotMatch(page.body, /Create draft for/);
  await expectAnswer(olga.post(addressOf(account), fields), 409);
  const [, name = ""] = /name="(offer-[0-9a-f]+)"/.exec(page.body) ?? [];
  const overhauled = /<option value="(\d+)">[^<]*, OH, USD.4\.00/.exec(page.body)?.[1] ?? "";
  const orderId = await draft("BOTH-1 x 2", { [name]: overhauled });
  const order = (await listOrders()).find((one) => one.order_id === orderId);
  assert.equal(order?.line_items[0]?.unit_price.amount, "4.00");
});

test("what cannot be stored is refused with the reason, and lines in several currencies are no draft", async () => {
  const { page, fields } = await check("CALL-2 x 1", { po_number: "P".repeat(65) });
  assert.equal(page.statusCode, 422);
  assert.match(page.body, /PO number: 65 characters/);
  await expectAnswer(olga.post(addressOf(account), fields), 422);
  const empty = await check(" \n");
  assert.equal(empty.page.statusCode, 422);
  assert.match(empty.page.body, /Enter at least one part number/);
  const { body } = (await check("EURO-1 x 2\nCALL-2 x 1")).page;
  assert.match(body, /prices in several currencies/);
  assert.doesNotMatch(body, /Create draft for/);
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
  const rows = await query(text, [orderId]);
  assert.deepEqual(rows, [{ drafts: 0 }]);
});

test("roles without orders, other sites and suspended accounts draft nothing", async () => {
  const of = await app.openAccount();
  const { fields } = await check("CALL-2 x 1", {}, of);
  const path = addressOf(of);
  for (const other of [manager, reader]) {
    await expectAnswer(other.post(path, fields), 403);
    const page = await other.get(`/console/accounts/${of.accountId}`);
    assert.ok(!page.body.includes(path));
  }
  await expectAnswer(olga.post(path, fields, { "sec-fetch-site": "cross-site" }), 403);
  await expectAnswer(olga.post(`/console/accounts/${newId()}/orders/new`, fields), 404);
  await olga.post(`/console/accounts/${of.accountId}/suspend`);
  await expectAnswer(olga.post(path, fields), 409, /The account is suspended/);
  await olga.post(`/console/accounts/${of.accountId}/resume`);
  assert.deepEqual(await listOrders(of), []);
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

test("another price of a row, with a reason and a validity, is a quote that nobody asked for", async () => {
  const { page } = await check("CALL-2 x 4");
  const price = /name="(price-[0-9a-f]{16})"/.exec(page.body)?.[1] ?? "";
  const typed = { [price]: "2.8575", valid_until: "2031-01-31" };
  const unexplained = await check("CALL-2 x 4", typed);
  expectTexts(unexplained.page.body, "Enter why, in at most 500 characters.");
  const why = { ...typed, reason: "Trade fair offer" };
  const past = await check("CALL-2 x 4", { ...why, valid_until: "2020-01-01" });
  expectTexts(past.page.body, "This day has passed.");
  const far = await check("CALL-2 x 4", { ...why, [price]: "0.01" });
  expectTexts(far.page.body, "It differs from the list price, USD 3.00, by over", 'name="far"');
  expectTexts((await check("CALL-2 x 4", why)).page.body, "1 line, USD 11.43");
  const orderId = await draft("CALL-2 x 4", why);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.equal(order.subtotal.amount, "11.43");
  const own = (await account.get("quote-requests?status=accepted")).json().quote_requests[0];
  assert.deepEqual(
    [own.lines[0].part_number, own.lines[0].options[0].left, own.messages],
    ["CALL-2", 0, []],
  );
  const shown = await olga.get(`/console/quote-requests/${own.quote_request_id}`);
  expectTexts(shown.body, "Nobody: Trade fair offer");
  assert.doesNotMatch((await buyer.get(`/quote-requests/${own.quote_request_id}`)).body, /fair/);
});
