// What an import of an agreement says of its prices and parts.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Account } from "../../src/accounts/account.ts";
import { importRulesOf, openEuroAccount } from "../support/agreementFixture.ts";
import type { FeedOptions } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
let account: Account;

const today = new Date("2026-11-21T12:00:00Z");

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "A-1", vendor: "Acme" });
  account = await openEuroAccount(database, "Buyer", today);
});

const importRules = (text: string, given: FeedOptions = {}) =>
  importRulesOf(database, account, text, today, given);

test("part numbers that are not in the catalog are stored, counted and reported", async () => {
  const text = "part_number,discount_percent\nA-1,1\nZ-1,1\nZ-2,1\n";
  const { counts, unknownParts, warnings } = await importRules(text);
  assert.deepEqual([counts.created, unknownParts], [3, 2]);
  assert.deepEqual(warnings, ["Not in the catalog: Z-1, Z-2 (2)."]);
});

test("contract prices above the list price are reported, and imported", async () => {
  await insertOffer(database.db, { partNumber: "B-1", vendor: "Acme", price: 500 });
  await insertOffer(database.db, { partNumber: "B-1", vendor: "Other", price: 900 });
  await insertOffer(database.db, { partNumber: "C-1", vendor: "Acme", price: 0 });
  await insertOffer(database.db, { partNumber: "C-2", vendor: "Acme", status: "DISCONTINUED" });
  const header =
    "part_number,vendor,condition,min_quantity,unit_price,currency,valid_from,valid_to";
  const rows = [
    "A-1,,,1,10.00,USD,,",
    "A-1,,,5,10.01,USD,,",
    "A-1,,OH,1,99.00,USD,,",
    "A-1,,,9,99.00,EUR,,",
    "A-1,,,8,99.00,USD,2026-01-01,2026-11-20",
    "B-1,,,1,9.50,USD,,",
    "B-1,Other,NE,1,9.01,USD,,",
    "C-1,,,1,9.00,USD,,",
    "C-2,,,1,99.00,USD,,",
  ];
  const { counts, warnings } = await importRules(`${[header, ...rows].join("\n")}\n`);
  assert.equal(counts.created, rows.length);
  assert.deepEqual(warnings.slice(0, 1), [
    "3 contract prices are above the list price and still apply: " +
      "A-1, break 5, USD 10.01, list price from USD 10.00; B-1, USD 9.50, list price from " +
      "USD 5.00; B-1, Other, NE, USD 9.01, list price from USD 9.00.",
  ]);
  const again = await importRules(`${[header, ...rows].join("\n")}\n`);
  assert.deepEqual(again.warnings, warnings);
  const many = Array.from({ length: 7 }, (_, place) => `A-1,,,${place + 10},10.50,USD,,`);
  const [warning] = (await importRules(`${[header, ...many].join("\n")}\n`)).warnings;
  assert.match(warning ?? "", /^7 contract prices .* list price from USD 10\.00; and more\.$/);
});

test("contract prices far below the list price or in another currency are reported", async () => {
  await insertOffer(database.db, { partNumber: "D-1", vendor: "Acme", price: 48_500 });
  await insertOffer(database.db, { partNumber: "D-1", vendor: "Other", price: 40_000 });
  const header = "part_number,vendor,unit_price,currency";
  const rows = ["D-1,,4.85,USD", "D-1,Acme,242.50,USD", "D-1,Other,200.01,CHF", "D-1,,9.00,EUR"];
  const limits = { fewerRows: 100, goesInactive: 100, priceMove: 50 };
  const { warnings } = await importRules(`${[header, ...rows].join("\n")}\n`, { limits });
  assert.deepEqual(warnings.slice(0, 2).toSorted(), [
    "1 contract price is far below the list price and still applies: D-1, USD 4.85, list price " +
      "from USD 400.00.",
    "1 contract price is in a different currency from the account and the list price and still " +
      "applies: D-1, Other, CHF 200.01, list price from USD 400.00.",
  ]);
});
