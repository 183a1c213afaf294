import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Account } from "../../src/accounts/account.ts";
import { importRulesOf, openEuroAccount } from "../support/agreementFixture.ts";
import type { FeedOptions } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
let account: Account;

const today = new Date("2026-11-21T12:00:00Z");
const tomorrow = new Date("2026-11-22T12:00:00Z");

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "A-1", vendor: "Acme" });
  account = await openEuroAccount(database, "Buyer", today);
});

const importRules = (text: string, now = today, given: FeedOptions = {}, of = account) =>
  importRulesOf(database, of, text, now, given);

async function selectRules(of = account): Promise<Record<string, unknown>[]> {
  return runSql(
    database.db,
    `select scope, part_number, part_number_key, vendor, condition, min_quantity, unit_price,
        currency, discount, valid_from, valid_to, updated_at, xmin::text as version
      from agreement_rules where account_id = $1 order by rule_id`,
    [of.accountId],
  );
}

const header = "part_number,vendor,condition,min_quantity,unit_price,currency,discount_percent";
const full = `${header},valid_from,valid_to
a-1,Acme,NE,10,9.50,,,2026-01-01,2026-12-31
A-1,,,,,,5,,
,Acme,,,,,10,,
,,,,,,2.5,,
`;

test("every kind of rule is stored, with prices in the account's currency", async () => {
  const { counts, warnings } = await importRules(full);
  assert.deepEqual(counts, { created: 4, updated: 0, unchanged: 0, refused: 0 });
  assert.deepEqual(warnings, []);
  const rules = await selectRules();
  const shown = rules.map((rule) => Object.values(rule).slice(0, 11));
  assert.deepEqual(shown, [
    ["part", "a-1", "A-1", "Acme", "NE", 10, "950", "EUR", null, "2026-01-01", "2026-12-31"],
    ["part", "A-1", "A-1", null, null, 1, null, null, 500, "2026-11-21", null],
    ["vendor", null, null, "Acme", null, 1, null, null, 1000, "2026-11-21", null],
    ["account", null, null, null, null, 1, null, null, 250, "2026-11-21", null],
  ]);
});

test("an account's own minimum and multiple are stored, changed, and unchanged the next time", async () => {
  const textOf = (least: string) => `P/N,Price,MOQ,Pack size\nA-1,9.50,${least},5\n`;
  const none = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const [least, now, count] of [
    ["10", today, { created: 1 }],
    ["20", today, { updated: 1 }],
    ["20", today, { unchanged: 1 }],
    ["", today, { updated: 1 }],
    ["", tomorrow, { unchanged: 1 }],
  ] as const) {
    assert.deepEqual((await importRules(textOf(least), now)).counts, { ...none, ...count });
  }
  const rows = await runSql(database.db, "select order_min, order_multiple from agreement_rules");
  assert.deepEqual(rows, [{ order_min: null, order_multiple: 5 }]);
});

test("importing the same file again changes nothing, on the same day or later", async () => {
  await importRules(full);
  const before = await selectRules();
  for (const now of [today, tomorrow]) {
    const { counts } = await importRules(full, now);
    assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 4, refused: 0 });
  }
  const after = await selectRules();
  const written = (rules: Record<string, unknown>[]) => rules.map((rule) => rule["updated_at"]);
  assert.deepEqual(written(after), written(before));
});

test("a rule with another price is updated; with another day it is a new rule", async () => {
  const rowOf = (price: string) => `part_number,unit_price\nA-1,${price}\n`;
  await importRules(rowOf("9.50"));
  const same = await importRules(rowOf("9.00"), today);
  assert.deepEqual(same.counts, { created: 0, updated: 1, unchanged: 0, refused: 0 });
  assert.deepEqual(same.warnings, []);
  const later = await importRules(rowOf("12.00"), tomorrow);
  assert.deepEqual(later.counts, { created: 1, updated: 0, unchanged: 0, refused: 0 });
  const prices = (await selectRules()).map((rule) => [rule["valid_from"], rule["unit_price"]]);
  assert.deepEqual(prices, [
    ["2026-11-21", "900"],
    ["2026-11-22", "1200"],
  ]);
});

test("rules of other accounts are neither read nor written", async () => {
  const other = await openEuroAccount(database, "Other", today);
  await importRules(full, today, {}, other);
  const before = await selectRules(other);
  assert.equal((await importRules(full)).counts.created, 4);
  assert.deepEqual(await selectRules(other), before);
});

test("two concurrent imports for one account both succeed without lost or duplicate rules", async () => {
  const numbers = Array.from({ length: 500 }, (_, place) => `P-${place}`);
  const text = (order: readonly string[], discount: number) =>
    `part_number,discount_percent\n${order.map((number) => `${number},${discount}`).join("\n")}\n`;
  const done = await Promise.all([
    importRules(text(numbers, 1)),
    importRules(text(numbers.toReversed(), 2)),
  ]);
  const total = done.map(({ counts }) => counts.created + counts.updated);
  assert.deepEqual(total, [500, 500]);
  const discounts = new Set((await selectRules()).map((rule) => rule["discount"]));
  assert.deepEqual([(await selectRules()).length, discounts.size], [500, 1]);
});

test("refused rows, including duplicates, are reported, and the exit code is 3", async () => {
  const text = "part_number,vendor,discount_percent\nA-1,,1\na-1,,2\n,ACME,1\n";
  const args = ["price", "import", "-", "--account", "Buyer", "--json"];
  const answer = await runCommand(database, args, {}, text);
  assert.equal(answer.exitCode, 3, answer.stderr);
  assert.partialDeepStrictEqual(answer.json(), {
    state: "committed",
    created: 1,
    refused: 2,
    rows: 3,
    refusals: [
      { line: 3, column: null, value: null, reason: "repeats line 2", suggestion: null },
      {
        line: 4,
        column: "vendor",
        value: "ACME",
        reason: "is not a vendor in the catalog",
        suggestion: 'write "Acme"',
      },
    ],
  });
});

test("an unknown account is exit code 5, a file without prices 1", async () => {
  const run = (name: string, text: string) =>
    runCommand(database, ["price", "import", "-", "--account", name], {}, text);
  assert.equal((await run("Nobody", "discount_percent\n1\n")).exitCode, 5);
  const answer = await run("Buyer", "part_number\nA-1\n");
  assert.equal(answer.exitCode, 1);
  assert.match(answer.stderr, /Missing columns: unit_price or discount_percent\./);
});

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
  const { warnings } = await importRules(`${[header, ...rows].join("\n")}\n`, today, { limits });
  assert.deepEqual(warnings.slice(0, 2).toSorted(), [
    "1 contract price is far below the list price and still applies: D-1, USD 4.85, list price " +
      "from USD 400.00.",
    "1 contract price is in a different currency from the account and the list price and still " +
      "applies: D-1, Other, CHF 200.01, list price from USD 400.00.",
  ]);
});
