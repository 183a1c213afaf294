// The operators' list of orders: default filter, each filter, periods, sums and files.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../src/kit/sql.ts";
import { endOrder } from "../../src/orders/endOrder.ts";
import { maxSummedOrders, sumOrders } from "../../src/orders/foundOrderQueries.ts";
import { correctReference } from "../../src/orders/operatorChanges.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { app, insertMany, olga, openConsole, query } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const listPath = "/console/orders";
const dayMs = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
let confirmed: ConfirmedOrder;
let draft: ConfirmedOrder;
let fulfilled: ConfirmedOrder;
let fulfilledAt: Date;

openConsole();

before(async () => {
  confirmed = await confirmOne(app, "=PO-Alpha-7");
  draft = await draftOrder(app, "PO-Beta");
  fulfilled = await confirmOne(app, "F");
  fulfilledAt = new Date(app.clock.now.getTime() + 3 * dayMs);
  const { orderId } = fulfilled;
  const operator = { operatorId: crypto.randomUUID(), name: "Olga Operator" };
  const actor = { kind: "operator", operator, requestId: "r" } as never;
  const { db } = app.database;
  await db.transaction((tx) =>
    endOrder(tx, orderId, { kind: "fulfilled", reference: "DN-1" }, { actor, now: fulfilledAt }),
  );
  const now = new Date(fulfilledAt.getTime() + 3 * dayMs);
  await correctReference(db, { orderId, version: 3, reference: "=DN-2", actor, now });
});

/** Which of the three orders a list shows, by state. */
async function listNames(query: string): Promise<string[]> {
  const { body } = await expectAnswer(olga.get(`${listPath}${query}`), 200);
  return Object.entries({ draft, confirmed, fulfilled }).flatMap(([name, { orderId }]) =>
    body.includes(`${listPath}/${orderId}`) ? [name] : [],
  );
}

/** Inserts expired orders of an account, older than all others. */
function insertExpired(accountId: string, count: number, minor = 0, currency = "USD") {
  const text = `insert into orders (order_id, account_id, status, currency, subtotal, request_id,
      created_at, changed_at, user_id, made_by)
    select uuidv7(interval '-1 year'), $1, 'expired', $2, $3, 'r', now() - interval '1 year', now(),
      gen_random_uuid(), 'Ada'
    from generate_series(1, $4::integer)`;
  return insertMany(text, [accountId, currency, minor, count]);
}

test("the list starts with orders to fulfil, and with a filter shows all matching orders", async () => {
  for (const [filter, orders] of [
    ["", ["confirmed"]],
    ["?status=confirmed", ["confirmed"]],
    ["?status=draft", ["draft"]],
    ["?status=all", ["draft", "confirmed", "fulfilled"]],
    [`?account=${draft.account.accountId}`, ["draft"]],
  ] as const) {
    assert.deepEqual(await listNames(filter), orders, filter);
  }
  for (const [status, mayFulfil] of [
    ["confirmed", true],
    ["all", true],
    ["draft", false],
  ] as const) {
    const { body } = await olga.get(`${listPath}?status=${status}`);
    assert.equal(body.includes('formaction="/console/orders/fulfil"'), mayFulfil, status);
  }
});

test("an order is found by account, PO, part number, id and day, and by combinations; invalid filters are ignored", async () => {
  const { accountId } = confirmed.account;
  const today = dayOf(app.clock.now);
  const later = dayOf(fulfilledAt);
  const before = dayOf(new Date(app.clock.now.getTime() - dayMs));
  const all = ["draft", "confirmed", "fulfilled"];
  const found = [
    [`account=${accountId}`, ["confirmed"]],
    [`account=account ${accountId}`, ["confirmed"]],
    ["account=nobody", []],
    ["po=%3Dpo-alp", ["confirmed"]],
    ["po=alpha", ["confirmed"]],
    ["po=-7", ["confirmed"]],
    ["q=po-beta", ["draft"]],
    [`q=${draft.partNumber}`, ["draft"]],
    [`q=${draft.orderNumber}`, ["draft"]],
    [`q=account ${accountId}`, ["confirmed"]],
    [`part=${draft.partNumber.toLowerCase()}`, ["draft"]],
    ["part=DESK", []],
    [`id=${confirmed.orderId}`, ["confirmed"]],
    ["id=not-an-id", []],
    [`id=${draft.orderNumber.toLowerCase()}`, ["draft"]],
    [`id=${draft.orderNumber}&status=confirmed`, ["draft"]],
    ["id=SO-999999", []],
    [`from=${today}`, all],
    [`until=${before}`, []],
    [`account=${accountId}&status=draft`, []],
    [`po=po-beta&part=${draft.partNumber}&from=${today}&status=draft`, ["draft"]],
    [`from=${today}&until=${today}`, all],
    [`date=confirmed&from=${today}&until=${today}`, ["confirmed", "fulfilled"]],
    [`date=fulfilled&from=${later}&until=${later}`, ["fulfilled"]],
    [`date=fulfilled&from=${today}&until=${today}`, []],
    [`date=fulfilled&from=${later}&status=fulfilled`, ["fulfilled"]],
    [`date=fulfilled&from=${later}&status=confirmed`, ["confirmed"]],
    ["date=king&status=confirmed", ["confirmed"]],
    ["from=2026-02-31", ["confirmed"]],
  ] as const;
  for (const [query, orders] of found) {
    assert.deepEqual(await listNames(`?${query}`), orders, query);
  }
  const prefixed = await listNames(`?id=${draft.orderId.slice(0, 13).toUpperCase()}`);
  assert.ok(prefixed.includes("draft"));
  for (const odd of ["status=king", "until=x", "before=x", "po=%00", "part=%ED%A0%80"]) {
    await listNames(`?${odd}`);
  }
});

test("the exports contain the lines of the filtered orders, with formulas escaped", async () => {
  const csv = await olga.get("/console/orders/export.csv?po=%3DPO-Alpha-7");
  const [head, ...rows] = csv.body.trimEnd().split("\n");
  assert.match(head ?? "", /^order_id,status,account,po_number/);
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? "", /,'=PO-Alpha-7,/);
  const both = await olga.get("/console/orders/export.csv?status=all&po=PO-Beta");
  assert.ok(both.body.includes(draft.partNumber) && !both.body.includes(confirmed.partNumber));
  const xlsx = await olga.get("/console/orders/export.xlsx?status=confirmed");
  assert.equal(xlsx.rawPayload.subarray(0, 2).toString("latin1"), "PK");
  const lines = await olga.get(`/console/orders/${draft.orderId}/lines.csv`);
  assert.ok(lines.body.includes(draft.partNumber));
});

test("a PO number is found in its state, however many newer orders of other states have it", async (t) => {
  const own = await openTestApp();
  t.after(() => own.close());
  const { orderId } = await confirmOne(own, "ZZ-1");
  await draftOrder(own, "ZZ-2");
  const text = `insert into orders (order_id, account_id, status, po_number, currency, subtotal,
      request_id, created_at, changed_at)
    select gen_random_uuid(), account_id, status, 'ZZ-' || n, currency, subtotal,
      request_id || n, created_at, changed_at
    from orders, generate_series(3, 103) n where po_number = 'ZZ-2'`;
  await own.database.db.query({ name: "", text, values: [] });
  const page = (await openOperator(own)).get("/console/orders?status=confirmed&po=ZZ");
  await expectAnswer(page, 200, `/console/orders/${orderId}`);
});

test("the list shows the sum of all matching orders by currency", async () => {
  const { accountId } = await app.openAccount({ currency: "EUR" });
  await insertExpired(accountId, 60, 100, "EUR");
  await insertExpired(accountId, 60, 250_000);
  const path = `${listPath}?account=${accountId}`;
  const sums = "EUR 60.00, USD 150,000.00";
  await expectAnswer(olga.get(path), 200, `<p>Expired (120): ${sums} · `);
  await expectAnswer(olga.get(`${path}&status=expired`), 200, `120 orders: ${sums}`);
  assert.doesNotMatch((await olga.get(`${path}&status=draft`)).body, /0 orders/);
});

test("more orders than are summed have no sum", async () => {
  const { accountId } = await app.openAccount();
  const { db } = app.database;
  await insertExpired(accountId, maxSummedOrders, 1);
  await query("analyze orders");
  const filter = sql`o.account_id = ${accountId}`;
  const sum = { minor: BigInt(maxSummedOrders), currency: "USD" };
  const all = [{ status: "expired", orders: maxSummedOrders, sum }];
  assert.deepEqual(await sumOrders(db, filter), all);
  await insertExpired(accountId, 1);
  assert.equal(await sumOrders(db, filter), null);
  const page = olga.get(`${listPath}?account=${accountId}`);
  await expectAnswer(page, 200, /More than 50,000 orders match/);
});
