// The cheapest offer where none is sold in the quantity of the row, and rounding, which goes up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { buyer, by, database, offer, openLists, rowsOf, send } from "../support/lists.ts";

openLists();

async function sell(partNumber: string, vendor: string, multiple: number, price: number) {
  const sold = { minQuantity: multiple, multiple, price, stock: 900 };
  await offer({ partNumber, vendor, ...sold });
}

/** The only row, after its cheapest offer was chosen and its quantity rounded. */
async function chooseAndRound(text: string) {
  const listId = await send(text);
  await by().fixSeveral(listId, "cheapest");
  await by().fixSeveral(listId, "round");
  const rows = await rowsOf(listId);
  return rows.map(({ quantity, unitPrice, state }) => [quantity, unitPrice?.minor, state]);
}

test("a pack is compared at the price that its own quantity has", async () => {
  const { accountId } = buyer.account;
  await sell("BREAK-1", "Able", 10, 100);
  await sell("BREAK-1", "Best", 5, 90);
  const rule = { accountId, partNumber: "BREAK-1", vendor: "Able", minQuantity: 10, price: 10 };
  await insertAgreementRule(database.db, rule);
  assert.deepEqual(await chooseAndRound("BREAK-1\t3"), [[10, 10n, "ready"]]);
});

test("packs that cover the need come before cheaper ones that fall short", async () => {
  await sell("COVER-1", "Able", 10, 100);
  await sell("COVER-1", "Best", 5, 90);
  assert.deepEqual(await chooseAndRound("COVER-1\t13"), [[15, 90n, "ready"]]);
});

test("the need is rounded up to whole packs, of which the lowest total counts", async () => {
  await sell("UP-1", "Able", 10, 100);
  await sell("UP-1", "Best", 6, 120);
  assert.deepEqual(await chooseAndRound("UP-1\t13"), [[20, 100n, "ready"]]);
  await sell("UP-2", "Able", 10, 120);
  await sell("UP-2", "Best", 6, 120);
  assert.deepEqual(await chooseAndRound("UP-2\t13"), [[18, 120n, "ready"]]);
});

test("rounding never orders less than was asked for, not even if there is no more in stock", async () => {
  await offer({ partNumber: "LESS-1", minQuantity: 5, multiple: 5, stock: 5 });
  await offer({ partNumber: "MORE-1", minQuantity: 5, multiple: 5, stock: 10 });
  const listId = await send("LESS-1\t7\nMORE-1\t7\nMORE-1\t1");
  const nearest = async () =>
    (await rowsOf(listId)).map((row) => [row.quantity, row.nearestQuantity]);
  assert.deepEqual(await nearest(), [
    [7, 5],
    [7, 9],
    [1, 3],
  ]);
  assert.deepEqual(await by().fixSeveral(listId, "round"), [3]);
  assert.deepEqual(await nearest(), [
    [7, 5],
    [7, null],
    [3, null],
  ]);
});

test("several rows of a part are compared at the price of their sum", async () => {
  const { accountId } = buyer.account;
  await sell("SUM-1", "Able", 1, 100);
  await sell("SUM-1", "Best", 1, 90);
  const rule = { accountId, partNumber: "SUM-1", vendor: "Able", minQuantity: 10, price: 50 };
  await insertAgreementRule(database.db, rule);
  const rows = await chooseAndRound("SUM-1\t5\nSUM-1\t6");
  assert.deepEqual(rows, [
    [5, 50n, "ready"],
    [6, 50n, "ready"],
  ]);
});
