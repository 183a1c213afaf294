import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Compile } from "typebox/compile";
import { OrderListAnswer } from "../../src/kit/contract/orders.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());
const other = share(() => app.openAccount());

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P2", price: 333 });
});

async function partIdOf(partNumber: string, account = buyer): Promise<string> {
  const response = await account.post("catalog", { part_numbers: [partNumber] });
  return response.json().found_parts[0].part_id;
}

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
