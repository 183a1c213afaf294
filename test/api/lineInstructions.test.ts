// Remarks and needed-by days of lines and the ship-to address in the API, and where people see them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { Compile } from "typebox/compile";
import { LineItem } from "../../src/kit/contract/orderLines.ts";
import { OrderAnswer } from "../../src/kit/contract/orders.ts";
import { sharedFacts } from "../../src/orders/lineFacts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readPdf } from "../support/readPdf.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));
const account = share(() => app.openAccount());
const buyer = share(() => openVisitor(app, account.accountId));
let part_id: string;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "LI-1", stock: 10_000 });
  part_id = await account.partId("LI-1");
});

const remark = "Aircraft 5B-DCX, job 4471";
const needed_by = "2099-12-12";

const place = (line: object, key?: string, order: object = {}) =>
  account.post(
    "orders",
    { items: [{ part_id, quantity: 2, ...line }], po_number: "PO-LI", ...order },
    key === undefined ? {} : { "idempotency-key": key },
  );

async function placed(line: object, order: object = {}) {
  const answer = await place(line, undefined, order);
  assert.equal(answer.statusCode, 201, answer.body);
  assert.deepEqual([...Compile(OrderAnswer).Errors(answer.json())], []);
  return answer.json().order;
}

async function hashOf(orderId: string): Promise<string> {
  const text = "select encode(request_hash, 'hex') as hash from orders where order_id = $1";
  const [row] = await runSql<{ hash: string }>(app.database.db, text, [orderId]);
  return row?.hash ?? "";
}

const sha256 = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

test("a line has a remark and a needed-by day only if they were sent", async () => {
  const both = await placed({ remark: `  ${remark} `, needed_by });
  const [line] = both.line_items;
  assert.deepEqual([line.remark, line.needed_by], [remark, needed_by]);
  const read = (await account.get(`orders/${both.order_id}`)).json().order;
  assert.deepEqual(read.line_items, both.line_items);
  for (const none of [{}, { remark: null, needed_by: null }, { remark: "  " }]) {
    const keys = Object.keys((await placed(none)).line_items[0]);
    assert.ok(!keys.includes("remark") && !keys.includes("needed_by"), keys.join());
  }
});

test("the hash of a request without instructions is that of requests before there were any", async () => {
  for (const none of [{}, { remark: null, needed_by: null }]) {
    const { order_id } = await placed(none);
    assert.equal(await hashOf(order_id), sha256([[[part_id, 2]], "PO-LI", null]));
  }
  const { order_id } = await placed({ remark });
  assert.equal(await hashOf(order_id), sha256([[[part_id, 2, remark, null]], "PO-LI", null]));
});

const faulty: readonly (readonly [object, string, string])[] = [
  [{ remark: "x".repeat(201) }, "maxLength", "items[0].remark"],
  [{ remark: "one\ntwo" }, "pattern", "items[0].remark"],
  [{ remark: "bell\u0007" }, "pattern", "items[0].remark"],
  [{ remark: 5 }, "type", "items[0].remark"],
  [{ needed_by: "12 Dec 2099" }, "format", "items[0].needed_by"],
  [{ needed_by: "2099-02-30" }, "format", "items[0].needed_by"],
  // As in forms and lists: a typing error.
  [{ needed_by: "0026-12-12" }, "format", "items[0].needed_by"],
  [{ needed_by: "2020-01-01" }, "minimum", "items[0].needed_by"],
];
for (const [line, code, path] of faulty) {
  test(`${JSON.stringify(line).slice(0, 40)} is refused as ${code}`, async () => {
    const answer = await place(line);
    assert.equal(answer.statusCode, 400, answer.body);
    const { error } = answer.json();
    assert.equal(error.code, "VALIDATION_FAILED");
    assert.deepEqual([error.details[0].code, error.details[0].path], [code, path]);
  });
}

test("a remark of 200 characters is accepted, also beyond the basic plane", async () => {
  const long = "\u{1f6e9}".repeat(200);
  assert.equal((await placed({ remark: long })).line_items[0].remark, long);
});

test("today is no past day anywhere, and a retry on a later day gets the first order", async () => {
  const start = app.clock.now;
  try {
    app.clock.now = new Date("2098-06-15T11:59:00Z");
    part_id = await account.partId("LI-1");
    const first = await place({ needed_by: "2098-06-14" }, "LI-DAY");
    assert.equal(first.statusCode, 201, first.body);
    app.clock.now = new Date("2098-06-15T12:00:00Z");
    assert.equal((await place({ needed_by: "2098-06-14" }, "LI-DAY")).body, first.body);
    assert.equal((await place({ needed_by: "2098-06-14" })).statusCode, 400);
  } finally {
    app.clock.now = start;
    part_id = await account.partId("LI-1");
  }
});

test("the contract describes each fact of a line that accounts see", () => {
  const names = sharedFacts.map(({ name }) => name);
  assert.deepEqual(Object.keys(LineItem.properties).toSorted(), names.toSorted());
});

const ship_to = "Example Air, Hangar 4\nMiami, FL 33166";

test("an order has a ship-to address only if one was sent", async () => {
  const order = await placed({}, { ship_to: `  ${ship_to}\n` });
  assert.equal(order.ship_to, ship_to);
  assert.deepEqual((await account.get(`orders/${order.order_id}`)).json().order, order);
  for (const none of [{ ship_to: null }, { ship_to: " \n" }]) {
    assert.ok(!("ship_to" in (await placed({}, none))));
  }
  const pdf = await buyer.get(`/orders/${order.order_id}/quote.pdf`);
  const text = readPdf(pdf.rawPayload).pages.join("\n");
  assert.match(text, /Example Air, Hangar 4, Miami, FL 33166/);
  const { body } = await buyer.get(`/orders/${order.order_id}/lines.csv`);
  assert.match(body, /"Example Air, Hangar 4\nMiami, FL 33166"/);
});

test("an address that is no text, too long, or has a NUL is refused with its path", async () => {
  for (const bad of [7, "W".repeat(501), "a\u0000b"]) {
    const refused = await place({}, undefined, { ship_to: bad });
    assert.equal(refused.statusCode, 400, String(bad));
    assert.equal(refused.json().error.details[0].path, "ship_to");
  }
});
