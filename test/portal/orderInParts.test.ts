// The order of the offers of one part in search results.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { searchParts } from "../support/resultsPage.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  const { db } = app.database;
  const offers = [
    ["Able", "NE", 50400, 9],
    ["Best", "NE", 39100, 2],
    ["Core", "SV", 19000, 1],
    ["Dear", "NE", 10000, 0],
    ["Even", "NE", null, 5],
  ] as const;
  for (const [vendor, condition, price, stock] of offers) {
    await insertOffer(db, { partNumber: "DA1019-39-4", vendor, condition, price, stock });
  }
});

after(() => app.close());

const vendorsIn = (body: string) => body.match(/\b(?:Able|Best|Core|Dear|Even)(?= *<)/g) ?? [];

/** The vendors of the rows of results, in their order. */
async function listVendors(q: string, sort = "") {
  const body = await searchParts(buyer, { q, sort, list: "yes" });
  const [, rows = ""] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(body) ?? [];
  return vendorsIn(rows);
}

const explained = /Offers of a part: in stock first, then by condition, then by your price\./;

test("a suggested part lists its offers in stock by condition and price, and says so", async () => {
  assert.deepEqual(await listVendors("da1019394"), ["Best", "Able", "Even"]);
  assert.match(await searchParts(buyer, { q: "da1019394" }), explained);
});

test("the beginning of a number lists offers in the same order, by whatever the parts are sorted", async () => {
  for (const sort of ["", "number", "-number"]) {
    assert.deepEqual(await listVendors("DA1019-39", sort), ["Best", "Able", "Even"], sort);
  }
  assert.match(
    await searchParts(buyer, { q: "DA1019-39" }),
    /Best matches first\. Offers of a part/,
  );
  const byPrice = await searchParts(buyer, { q: "DA1019-39", sort: "price" });
  assert.doesNotMatch(byPrice, explained);
  assert.deepEqual(await listVendors("DA1019-39", "price"), ["Dear", "Core", "Best"]);
});

test("what counts is the price that the account pays", async () => {
  const { accountId } = account;
  const rule = { accountId, partNumber: "DA1019-39-4", vendor: "Able", price: 30000 };
  await insertAgreementRule(app.database.db, rule);
  assert.deepEqual(await listVendors("DA1019-39"), ["Able", "Best", "Even"]);
  assert.deepEqual(await listVendors("da1019394"), ["Able", "Best", "Even"]);
});
