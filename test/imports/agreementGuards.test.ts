// What stops the import of an agreement: the same guard rails as for a catalog.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, test } from "node:test";
import type { Account } from "../../src/accounts/account.ts";
import { importAgreement } from "../../src/prices/agreements/importAgreement.ts";
import { openEuroAccount } from "../support/agreementFixture.ts";
import {
  type FeedOptions,
  openFeedBytes,
  toFeedFile,
  toRequest,
  toSource,
  withSession,
} from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

const database = renew(() => openTestDatabase(2));
let account: Account;
const limits = { fewerRows: 50, goesInactive: 20, priceMove: 50 };
const now = new Date("2026-11-21T12:00:00Z");
const header = "part_number,vendor,min_quantity,unit_price,currency,discount_percent,valid_from";
const file = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const ten = Array.from({ length: 10 }, (_, place) => `P-${place},,,10.00,,,`);

const openNamedAccount = (name: string) => openEuroAccount(database, name, now);

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "P-0", vendor: "Acme" });
  account = await openNamedAccount("Buyer");
});

async function importGuarded(text: string, given: FeedOptions = {}, of = account) {
  const sha256 = createHash("sha256").update(text).digest();
  const source = { fileName: "terms.csv", bytes: text.length, sha256 };
  const options = { limits, source, accountId: of.accountId, now, ...given };
  return withSession(database.db, (session) =>
    importAgreement(
      database.db,
      session,
      toSource(toFeedFile(text), options),
      toRequest("agreement", options),
    ),
  );
}

const codesOf = (run: { stops: readonly { code: string }[] }) => run.stops.map(({ code }) => code);

async function pricesNow(): Promise<unknown[]> {
  const rows = await runSql<{ price: string }>(
    database.db,
    `select coalesce(unit_price::text, discount || ' off') as price from agreement_rules
      order by rule_id`,
  );
  return rows.map(({ price }) => price);
}

test("an agreed price may change by up to the limit; a larger change stops the run", async () => {
  await importGuarded(file("A-1,Acme,10,10.00,,,"));
  const by50 = await importGuarded(file("A-1,Acme,10,15.00,,,"));
  assert.deepEqual([by50.state, by50.counts["updated"]], ["committed", 1]);
  const run = await importGuarded(file("A-1,Acme,10,22.51,,,"));
  assert.deepEqual([run.state, run.counts["updated"]], ["stopped", 1]);
  assert.deepEqual(run.stops, [
    {
      code: "price_moves",
      message:
        "The price of 1 rule would change by more than 50%: " +
        "A-1, Acme, break 10 from EUR 15.00 to EUR 22.51.",
    },
  ]);
  assert.deepEqual(await pricesNow(), ["1500"]);
  const accepted = await importGuarded(file("A-1,Acme,10,22.51,,,"), { accepted: "new terms" });
  assert.deepEqual([accepted.state, await pricesNow()], ["committed", ["2251"]]);
});

const moves: readonly (readonly [what: string, before: string, after: string, message: string])[] =
  [
    ["another currency", "A-1,,,10.00,,,", "A-1,,,10.00,USD,,", "A-1 from EUR 10.00 to USD 10.00"],
    [
      "a new first day",
      "A-1,,,10.00,,,2026-01-01",
      "A-1,,,100.00,,,2027-01-01",
      "A-1 from EUR 10.00 to EUR 100.00",
    ],
    ["what a discount leaves", ",Acme,,,,10,", ",Acme,,,,60,", "Acme from 10% off to 60% off"],
    ["an account's discount", ",,,,,2.5,", ",,,,,75,", "the account from 2.5% off to 75% off"],
  ];

for (const [what, before, after, message] of moves) {
  test(`a move is seen by ${what}`, async () => {
    assert.equal((await importGuarded(file(before))).state, "committed");
    const run = await importGuarded(file(after));
    assert.deepEqual([run.state, codesOf(run)], ["stopped", ["price_moves"]]);
    assert.ok(run.stops[0]?.message.endsWith(`: ${message}.`), JSON.stringify(run.stops));
  });
}

const equalPrices: readonly (readonly [what: string, before: string, after: string])[] = [
  ["another break", "A-1,,,10.00,,,", "A-1,,10,1.00,,,"],
  ["a narrower rule", "A-1,,,10.00,,,", "A-1,Acme,,1.00,,,"],
  ["a discount for a price", "A-1,,,10.00,,,", "A-1,,,,,90,"],
  ["a price after none", "A-1,,,0.00,,,", "A-1,,,10.00,,,"],
  ["a rule that begins before", "A-1,,,10.00,,,2026-06-01", "A-1,,,1.00,,,2026-01-01"],
];

for (const [what, before, after] of equalPrices) {
  test(`no move is ${what}`, async () => {
    await importGuarded(file(before));
    assert.equal((await importGuarded(file(after))).state, "committed");
  });
}

test("the rules of another account are not compared with, neither prices nor row counts", async () => {
  const other = await openNamedAccount("Other");
  await importGuarded(file(...ten), {}, other);
  assert.equal((await importGuarded(file("P-0,,,99.00,,,"))).state, "committed");
});

test("a file with far fewer rows than the account's last file stops the run, whatever its name", async () => {
  await importGuarded(file(...ten));
  const source = { fileName: "other.csv", bytes: null, sha256: null };
  const half = await importGuarded(file(...ten.slice(0, 5)), { source });
  assert.equal(half.state, "committed");
  const run = await importGuarded(file(...ten.slice(0, 2)), { source });
  assert.deepEqual([run.state, codesOf(run)], ["stopped", ["fewer_rows"]]);
});

test("importing the same file again does nothing, and a truncated file stops the run", async () => {
  const text = file(...ten);
  await importGuarded(text);
  const again = await importGuarded(text);
  assert.deepEqual([again.state, codesOf(again), again.counts], ["stopped", ["same_file"], {}]);
  const cut = await importGuarded(`${text}P-11,,,1`);
  assert.deepEqual([cut.state, codesOf(cut)], ["stopped", ["cut_off"]]);
  assert.equal((await pricesNow()).length, 10);
});

test("discounts that may be fractions stop the run until a reason accepts them", async () => {
  const text = file("P-0,,,,,0.15,", "P-1,,,,,0.1,", "P-2,,,,,0.5%,", "P-3,,,,,7.5,", "P-4,,,,,0,");
  const run = await importGuarded(text);
  assert.equal(run.state, "stopped");
  assert.deepEqual(run.stops, [
    {
      code: "small_discounts",
      message:
        "The file has 2 discounts below 1% without a percent sign; first: 0.15 on line 2. " +
        "They may be fractions, such as 0.15 for 15%.",
    },
  ]);
  assert.deepEqual(await pricesNow(), []);
  const dry = await importGuarded(text, { dryRun: true });
  assert.deepEqual([dry.state, codesOf(dry)], ["stopped", ["small_discounts"]]);
  const accepted = await importGuarded(text, { accepted: "They are percentages." });
  assert.equal(accepted.state, "committed");
  assert.deepEqual(await pricesNow(), ["15 off", "10 off", "50 off", "750 off", "0 off"]);
});

test("discounts with a percent sign or format are imported as shown", async () => {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs>';
  const rows = `${rowOf("vendor", "discount")}<row><c/><c s="1"><v>0.1</v></c></row>`;
  const { file: feed, close } = await openFeedBytes(
    Readable.from([await workbookOf({ rows, styles })]),
  );
  const session = await database.db.openSession();
  try {
    const request = toRequest("agreement", { accountId: account.accountId, now });
    const run = await importAgreement(database.db, session, toSource(feed, { limits }), request);
    assert.deepEqual([run.state, run.stops, run.refusals], ["committed", [], []]);
    assert.deepEqual(await pricesNow(), ["1000 off"]);
  } finally {
    await session.close();
    await close();
  }
});
