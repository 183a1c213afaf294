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
