import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Compile } from "typebox/compile";
import { OrderAnswer, OrderListAnswer } from "../../src/kit/contract/orders.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }, 20));
const buyer = share(() => app.openAccount());
const other = share(() => app.openAccount());

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "P1", price: 1250, stock: 100 });
  await insertOffer(db, { partNumber: "P2", price: 333, stock: 5 });
  await insertOffer(db, {
    partNumber: "PACK",
    price: 7,
    stock: 10_000,
    minQuantity: 50,
    multiple: 20,
  });
  await insertOffer(db, { partNumber: "HOLD", status: "ON_HOLD" });
  await insertOffer(db, { partNumber: "OLD", status: "SUPERSEDED", supersededBy: "NEW" });
  await insertOffer(db, { partNumber: "YEN", currency: "JPY", price: 1250 });
  await insertOffer(db, { partNumber: "DEAR", price: 99_999_999_999, stock: 1_000_000 });
  await insertAgreementRule(db, { accountId: buyer.accountId, partNumber: "P1", price: 1000 });
  const broken = { accountId: buyer.accountId, partNumber: "P1", minQuantity: 10, price: 900 };
  await insertAgreementRule(db, broken);
  await insertOffer(db, { partNumber: "OWN", price: 500, minQuantity: 50, multiple: 20 });
  const own = { accountId: buyer.accountId, partNumber: "OWN", price: 400 };
  await insertAgreementRule(db, { ...own, orderMin: 6, orderMultiple: 3 });
});

const partIdOf = (partNumber: string, account = buyer) => account.partId(partNumber);

async function countOrders(): Promise<number> {
  const text = "select count(*)::integer as count from orders";
  const rows = await runSql<{ count: number }>(app.database.db, text);
  return rows[0]?.count ?? -1;
}

/** Orders one line and expects an error that wrote nothing. */
async function expectRefusal(items: unknown, code: string, status = 422) {
  const before = await countOrders();
  const response = await buyer.post("orders", { items });
  assert.equal(response.statusCode, status, response.body);
  const { error } = response.json();
  assert.equal(error.code, code);
  assert.equal(await countOrders(), before);
  return error;
}

test("an order is a draft at the account's own prices, with Location and all contract fields", async () => {
  const items = [
    { part_id: await partIdOf("P1"), quantity: 2 },
    { part_id: await partIdOf("P2"), quantity: 3 },
  ];
  const about = { po_number: "PO-1", notes: "Dock 3\nplease" };
  const response = await buyer.post("orders", { items, ...about });
  assert.equal(response.statusCode, 201);
  const answer = response.json();
  assert.deepEqual([...Compile(OrderAnswer).Errors(answer)], []);
  const { order } = answer;
  assert.equal(response.headers["location"], `/public/api/v1/b2b/orders/${order.order_id}`);
  const { line_items: lines, ...head } = order;
  assert.equal(lines.length, 2);
  assert.match(order.order_number, /^SO-\d{6}$/);
  assert.deepEqual(head, {
    order_id: order.order_id,
    order_number: order.order_number,
    status: "draft",
    ...about,
    subtotal: { amount: "29.99", currency: "USD" },
    created_at: app.clock.now.toISOString(),
    updated_at: app.clock.now.toISOString(),
    confirmed_at: null,
    fulfilled_at: null,
    fulfilment_reference: null,
    cancelled_at: null,
    cancellation_reason: null,
  });
  assert.deepEqual(lines[0], {
    part_number: "P1",
    title: "PART",
    condition: "NE",
    unit_of_measure: "EA",
    vendor: "Example Supply",
    manufacturer: null,
    cage: null,
    certificate: null,
    quantity: 2,
    unit_price: { amount: "10.00", currency: "USD" },
    line_total: { amount: "20.00", currency: "USD" },
  });
});

test("the same part twice stays two lines; stock and quantity breaks apply to the sum", async () => {
  const part_id = await partIdOf("P1");
  const items = [
    { part_id, quantity: 4 },
    { part_id: await partIdOf("P1"), quantity: 6 },
  ];
  const { order } = (await buyer.post("orders", { items })).json();
  const totals = order.line_items.map((line: { line_total: unknown }) => line.line_total);
  assert.deepEqual(totals, [
    { amount: "36.00", currency: "USD" },
    { amount: "54.00", currency: "USD" },
  ]);
  const tooMany = [
    { part_id, quantity: 60 },
    { part_id, quantity: 41 },
  ];
  const error = await expectRefusal(tooMany, "INSUFFICIENT_STOCK");
  assert.equal(error.details.length, 2);
  assert.equal(error.details[0].available_stock, 100);
});

test("an order for the whole stock is accepted; one more is rejected", async () => {
  const part_id = await partIdOf("P2");
  assert.equal((await buyer.post("orders", { items: [{ part_id, quantity: 5 }] })).statusCode, 201);
  await expectRefusal([{ part_id, quantity: 6 }], "INSUFFICIENT_STOCK");
});

test("unknown, malformed and other accounts' part_ids are equally PART_NOT_FOUND", async () => {
  const good = await partIdOf("P1");
  const theirs = await partIdOf("P1", other);
  const forged = `${good.slice(0, -2)}${good.endsWith("AA") ? "BA" : "AA"}`;
  const seen: string[] = [];
  for (const part_id of [theirs, forged, "", "x".repeat(10_000), "pt_\u0000"]) {
    const error = await expectRefusal([{ part_id, quantity: 1 }], "PART_NOT_FOUND");
    seen.push(JSON.stringify(error.details));
  }
  assert.equal(new Set(seen).size, 1);
});

test("a part_id is valid for one hour plus the grace period, then expired", async (t) => {
  const start = app.clock.now;
  t.after(() => {
    app.clock.now = start;
  });
  const part_id = await partIdOf("P1");
  const items = [{ part_id, quantity: 1 }];
  app.clock.now = new Date((Math.floor(start.getTime() / 1000) + 3900) * 1000 + 999);
  assert.equal((await buyer.post("orders", { items })).statusCode, 201);
  app.clock.now = new Date((Math.floor(start.getTime() / 1000) + 3901) * 1000);
  const error = await expectRefusal(items, "PART_ID_EXPIRED");
  assert.match(error.message, /look up the part again/i);
});

test("a part that is not ACTIVE cannot be ordered; the error has its status and successor", async () => {
  const items = [
    { part_id: await partIdOf("HOLD"), quantity: 1 },
    { part_id: await partIdOf("OLD"), quantity: 1 },
  ];
  const error = await expectRefusal(items, "PART_NOT_ORDERABLE");
  const details = error.details.map((detail: Record<string, unknown>) => [
    detail["path"],
    detail["status"],
    detail["superseded_by"],
  ]);
  assert.deepEqual(details, [
    ["items[0].part_id", "ON_HOLD", null],
    ["items[1].part_id", "SUPERSEDED", "NEW"],
  ]);
});

test("price and stock are those at the time of the order, not of the lookup", async () => {
  const { db } = app.database;
  const offerId = await insertOffer(db, { partNumber: "MOVES", price: 100, stock: 10 });
  const items = [{ part_id: await partIdOf("MOVES"), quantity: 5 }];
  const change = "update offers set list_price = $2, received = $3 where offer_id = $1";
  await runSql(db, change, [offerId, 200, 5]);
  const { order } = (await buyer.post("orders", { items })).json();
  assert.equal(order.subtotal.amount, "10.00");
  await runSql(db, change, [offerId, 200, 4]);
  await expectRefusal(items, "INSUFFICIENT_STOCK");
});

test("an order has one currency", async () => {
  const items = [
    { part_id: await partIdOf("P1"), quantity: 1 },
    { part_id: await partIdOf("YEN"), quantity: 1 },
  ];
  const error = await expectRefusal(items, "CURRENCY_MISMATCH");
  assert.equal(error.details[0].path, "items[1].part_id");
  const { order } = (await buyer.post("orders", { items: items.slice(1) })).json();
  assert.deepEqual(order.subtotal, { amount: "1250", currency: "JPY" });
});

test("all faults are listed, and the first one in the order of the checks determines the code", async () => {
  const items = [
    { part_id: await partIdOf("P2"), quantity: 6 },
    { part_id: await partIdOf("PACK"), quantity: 10_003 },
    { part_id: await partIdOf("HOLD"), quantity: 1 },
    { part_id: "nothing", quantity: 1 },
  ];
  const error = await expectRefusal(items, "PART_NOT_FOUND");
  const codes = error.details.map((detail: { code: string }) => detail.code);
  assert.deepEqual(codes, [
    "INSUFFICIENT_STOCK",
    "QUANTITY_NOT_ALLOWED",
    "INSUFFICIENT_STOCK",
    "PART_NOT_ORDERABLE",
    "PART_NOT_FOUND",
  ]);
});

test("1 to 500 lines and quantities from 1 to 1,000,000 are accepted; more is rejected", async () => {
  const part_id = await partIdOf("DEAR");
  const line = { part_id, quantity: 1 };
  const full = await buyer.post("orders", { items: Array(500).fill(line) });
  assert.equal(full.statusCode, 201);
  const atLimit = await buyer.post("orders", { items: [{ part_id, quantity: 1_000_000 }] });
  assert.equal(atLimit.json().order.subtotal.amount, "999999999990000.00");
  await expectRefusal([], "VALIDATION_FAILED", 400);
  await expectRefusal(Array(501).fill(line), "VALIDATION_FAILED", 400);
  for (const quantity of [0, -1, 1_000_001, 1.5, "1", null, true, 1e300]) {
    const error = await expectRefusal([{ part_id, quantity }], "VALIDATION_FAILED", 400);
    assert.equal(error.details[0].path, "items[0].quantity", String(quantity));
  }
});

test("po_number has up to 64 characters, notes up to 2,000, and both reject unstorable characters", async () => {
  const items = [{ part_id: await partIdOf("DEAR"), quantity: 1 }];
  const good = await buyer.post("orders", {
    items,
    po_number: "😀".repeat(64),
    notes: "n".repeat(2000),
  });
  assert.equal(good.statusCode, 201);
  assert.equal(good.json().order.po_number, "😀".repeat(64));
  const faults: [Record<string, unknown>, string][] = [
    [{ po_number: "x".repeat(65) }, "po_number"],
    [{ notes: "x".repeat(2001) }, "notes"],
    [{ po_number: "a\u0000" }, "po_number"],
    [{ notes: "\ud800" }, "notes"],
    [{ po_number: 4711 }, "po_number"],
  ];
  for (const [field, path] of faults) {
    const response = await buyer.post("orders", { items, ...field });
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().error.details[0].path, path);
  }
});

test("a draft order does not reserve stock", async () => {
  const lookup = await buyer.post("catalog", { part_numbers: ["P2"] });
  assert.equal(lookup.json().found_parts[0].available_stock, 5);
});

test("orders can be read individually and in pages, newest first, filtered by PO number and status", async () => {
  const reader = await app.openAccount();
  const part_id = await partIdOf("P2", reader);
  const ids: string[] = [];
  for (let place = 0; place < 5; place += 1) {
    const po_number = place % 2 === 0 ? "EVEN" : "ODD";
    const body = { items: [{ part_id, quantity: 1 }], po_number };
    ids.unshift((await reader.post("orders", body)).json().order.order_id);
  }
  const read: string[] = [];
  let cursor = "";
  do {
    const page = (await reader.get(`orders?limit=2${cursor}`)).json();
    assert.deepEqual([...Compile(OrderListAnswer).Errors(page)], []);
    read.push(...page.orders.map((order: { order_id: string }) => order.order_id));
    cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
  } while (cursor !== "");
  assert.deepEqual(read, ids);
  assert.equal((await reader.get("orders?po_number=ODD")).json().orders.length, 2);
  assert.equal((await reader.get("orders?status=confirmed")).json().orders.length, 0);
  const { order_number } = (await reader.get(`orders/${ids[3]}`)).json().order;
  const numbered = (await reader.get(`orders?order_number=${order_number}`)).json().orders;
  assert.deepEqual([numbered.length, numbered[0].order_id], [1, ids[3]]);
  assert.equal((await reader.get("orders?order_number=SO-1")).json().orders.length, 0);
  assert.equal((await buyer.get(`orders?order_number=${order_number}`)).json().orders.length, 0);
  const one = (await reader.get(`orders/${ids[0]}`)).json().order;
  assert.equal(one.order_id, ids[0]);
  assert.equal(one.line_items[0].line_total.amount, "3.33");
});

test("a cursor, a status and a PO number that cannot be are refused", async () => {
  for (const bad of ["cursor=%00", "cursor=x", "status=open", "po_number=%00", "limit=1&limit=2"]) {
    assert.equal((await buyer.get(`orders?${bad}`)).statusCode, 400, bad);
  }
});

test("an order of another account is treated exactly like one that does not exist", async () => {
  const items = [{ part_id: await partIdOf("P2"), quantity: 1 }];
  const { order } = (await buyer.post("orders", { items })).json();
  const theirs = await other.get(`orders/${order.order_id}`);
  const missing = await other.get("orders/00000000-0000-7000-8000-000000000000");
  const odd = await other.get("orders/nonsense");
  for (const response of [theirs, missing, odd]) {
    assert.equal(response.statusCode, 404);
    const { request_id, ...rest } = response.json().error;
    assert.deepEqual(rest, { code: "NOT_FOUND", message: "This account has no such order." });
  }
  assert.equal((await other.get("orders")).json().orders.length, 0);
});

async function orderBy(account: TestAccount, ...quantities: number[]) {
  const part_id = await account.partId("OWN");
  return account.post("orders", { items: quantities.map((quantity) => ({ part_id, quantity })) });
}

test("the minimum and multiple of the account's own agreement apply, not those of other accounts", async () => {
  const refusal = await orderBy(buyer, 7);
  assert.equal(refusal.statusCode, 422);
  assert.equal(refusal.json().error.code, "QUANTITY_NOT_ALLOWED");
  assert.partialDeepStrictEqual(refusal.json().error.details[0], {
    path: "items[0].quantity",
    message: "OWN: packs of 3, min. 6. Nearest quantities: 6 and 9.",
    min_quantity: 6,
    multiple: 3,
    nearest_allowed: 6,
  });
  assert.equal((await orderBy(buyer, 9)).statusCode, 201);
  assert.equal((await orderBy(buyer, 4, 5)).statusCode, 201);
  const foreign = await orderBy(other, 9);
  assert.equal(foreign.statusCode, 422);
  assert.partialDeepStrictEqual(foreign.json().error.details[0], {
    min_quantity: 50,
    multiple: 20,
    nearest_allowed: 60,
  });
  assert.equal((await orderBy(other, 60)).statusCode, 201);
});
