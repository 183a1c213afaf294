import assert from "node:assert/strict";
import { test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());

test("details adds what an order of a part needs, with the account's own minimum", async () => {
  await insertOffer(app.database.db, {
    partNumber: "DETAIL-1",
    minQuantity: 10,
    multiple: 5,
    leadTimeDays: 14,
    manufacturer: "Example Seals",
    cage: "1ABC5",
    nsn: "5331001234567",
    certificate: "8130-3; COC",
    shelfLifeExpires: "2099-06-30",
    alternates: ["DETAIL-2"],
  });
  const body = { part_numbers: ["DETAIL-1"], include: ["details", "account_price"] };
  const [part] = (await buyer.post("catalog", body)).json().found_parts;
  assert.deepEqual(part.details, {
    min_quantity: 10,
    multiple: 5,
    lead_time_days: 14,
    manufacturer: "Example Seals",
    cage: "1ABC5",
    nsn: "5331-00-123-4567",
    certificates: ["8130-3", "COC"],
    shelf_life_expires: "2099-06-30",
    alternates: ["DETAIL-2"],
    superseded_by: null,
  });
  assert.equal(part.account_price.quantity_breaks[0].min_quantity, 10);
  const order = (quantity: number) =>
    buyer.post("orders", { items: [{ part_id: part.part_id, quantity }] });
  assert.equal((await order(1)).json().error.code, "QUANTITY_NOT_ALLOWED");
  assert.equal((await order(part.details.min_quantity)).statusCode, 201);
  const [plain] = (await buyer.post("catalog", { part_numbers: ["DETAIL-1"] })).json().found_parts;
  assert.equal(plain.details, undefined);
});

test("offers of two manufacturers are both found, and details tells them apart", async () => {
  const number = { partNumber: "MADE-1", vendor: "Acme" };
  const spacer = { manufacturer: "Apex Spacers", cage: "10237", price: 120222 };
  const screw = { manufacturer: "Fixations SA", cage: "F6137", price: 40273 };
  await insertOffer(app.database.db, { ...number, ...spacer });
  await insertOffer(app.database.db, { ...number, ...screw });
  const body = { part_numbers: ["MADE-1"], include: ["details", "account_price"] };
  const answer = (await buyer.post("catalog", body)).json();
  const made = answer.found_parts.map(
    (part: {
      price: { amount: string };
      account_price: { unit_price: { amount: string } };
      details: { manufacturer: string; cage: string };
    }) => [part.details.manufacturer, part.details.cage, part.price.amount],
  );
  assert.deepEqual(made, [
    ["Fixations SA", "F6137", "402.73"],
    ["Apex Spacers", "10237", "1202.22"],
  ]);
  assert.deepEqual(answer.summary, { total_requested: 1, found: 1, not_found: 0 });
  const [screws, spacers] = answer.found_parts;
  assert.notEqual(screws.part_id, spacers.part_id);
  const order = { items: [{ part_id: spacers.part_id, quantity: 1 }] };
  const placed = await buyer.post("orders", order);
  assert.equal(placed.statusCode, 201);
  assert.equal(placed.json().order.line_items[0].unit_price.amount, "1202.22");
});
