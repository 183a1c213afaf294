// The ship-to address in the API, and in the files and documents of an order.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Compile } from "typebox/compile";
import { OrderAnswer } from "../../src/kit/contract/orders.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readPdf } from "../support/readPdf.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

const ship_to = "Example Air, Hangar 4\nMiami, FL 33166";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));
const account = share(() => app.openAccount());
let part_id: string;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "SA-1", stock: 10_000 });
  const found = await account.post("catalog", { part_numbers: ["SA-1"] });
  part_id = found.json().found_parts[0].part_id;
});

const place = (body: object, key?: string) => {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return account.post("orders", { items: [{ part_id, quantity: 2 }], ...body }, headers);
};

test("an order has a ship-to address only if one was sent", async () => {
  const sent = await place({ ship_to: `  ${ship_to}\n` });
  assert.equal(sent.statusCode, 201, sent.body);
  assert.deepEqual([...Compile(OrderAnswer).Errors(sent.json())], []);
  const { order } = sent.json();
  assert.equal(order.ship_to, ship_to);
  assert.deepEqual((await account.get(`orders/${order.order_id}`)).json().order, order);
  for (const none of [{}, { ship_to: null }, { ship_to: " \n" }]) {
    assert.ok(!("ship_to" in (await place(none)).json().order));
  }
});

test("an address that is no text, too long, or has a NUL is refused with its path", async () => {
  for (const bad of [7, "W".repeat(501), "a\u0000b"]) {
    const refused = await place({ ship_to: bad });
    assert.equal(refused.statusCode, 400, String(bad));
    assert.equal(refused.json().error.details[0].path, "ship_to");
  }
});

test("the PDF and the exported lines have the address", async () => {
  const { order } = (await place({ ship_to })).json();
  const buyer = await openVisitor(app, account.accountId);
  const pdf = await buyer.get(`/orders/${order.order_id}/quote.pdf`);
  const { pages } = await readPdf(pdf.rawPayload);
  assert.match(pages.join("\n"), /Example Air, Hangar 4, Miami, FL 33166/);
  const { body } = await buyer.get(`/orders/${order.order_id}/lines.csv`);
  const [head = ""] = body.split("\n");
  assert.match(head, /,ship_to,/);
  assert.match(body, /"Example Air, Hangar 4\nMiami, FL 33166"/);
});
