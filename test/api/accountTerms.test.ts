import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
const other = share(() => app.openAccount());

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "OWN", price: 500, minQuantity: 50, multiple: 20 });
  const own = { accountId: buyer.accountId, partNumber: "OWN", price: 400 };
  await insertAgreementRule(db, { ...own, orderMin: 6, orderMultiple: 3 });
});

async function orderBy(account: TestAccount, ...quantities: number[]) {
  const found = await account.post("catalog", { part_numbers: ["OWN"] });
  const { part_id } = found.json().found_parts[0];
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
