// How an import counts the cells it cleaned.

import assert from "node:assert/strict";
import { test } from "node:test";
import { selectRun } from "../../src/imports/runQueries.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import { importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const header =
  "part_number,part_name,description,condition,unit_of_measure,available_stock,price,currency," +
  "vendor,superseded_by,alternates,nsn";
const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const none = createCleaningTally();

/** The counts of one row; its number and name are clean unless given. */
async function cleanedOf(cells: { number?: string; name?: string; rest?: string; stock?: string }) {
  const { number = "A-1", name = "BOLT", rest = ",,", stock = "5" } = cells;
  const text = feed(`${number},${name},,NE,EA,${stock},1.50,USD,Acme,${rest}`);
  return (await importText(database.db, text, { dryRun: true })).cleaned;
}

test("a clean file counts no cleaned cells, even with letters outside ASCII", async () => {
  assert.deepEqual(await cleanedOf({ name: "V\u00c9RIN \u2013 2" }), none);
});

test("each kind of cleaning is counted per cell, not per character", async () => {
  assert.deepEqual(await cleanedOf({ number: "A\u20131\u20142" }), { ...none, dashes: 1 });
  assert.deepEqual(await cleanedOf({ rest: "B\u20111,C\u22121|D\u22121,5330\u201300-123-4567" }), {
    ...none,
    dashes: 3,
  });
  assert.deepEqual(await cleanedOf({ name: "HEX\u00a0BOLT\u00a0M6" }), { ...none, spaces: 1 });
  assert.deepEqual(await cleanedOf({ name: "HEX  BOLT" }), { ...none, spaces: 1 });
  assert.deepEqual(await cleanedOf({ name: "HEX\u200bBOLT" }), { ...none, spaces: 1 });
  assert.deepEqual(await cleanedOf({ name: "BOLT  " }), { ...none, ends: 1 });
  assert.deepEqual(await cleanedOf({ name: "BOLT\u00a0" }), { ...none, spaces: 1, ends: 1 });
  assert.deepEqual(await cleanedOf({ stock: "1\u00a0250" }), { ...none, spaces: 1 });
  assert.deepEqual(await cleanedOf({ name: "VE\u0301RIN" }), { ...none, accents: 1 });
});

test("an apostrophe at the start, which marks a text in a spreadsheet, is removed and counted", async () => {
  assert.deepEqual(await cleanedOf({ number: "'00123", name: "'BOLT", stock: "'5" }), {
    ...none,
    apostrophes: 3,
  });
  assert.deepEqual(await cleanedOf({ name: "'O' RING", rest: "B-1'6,," }), none);
  const rest = "1,1,USD,'Acme,,,'5330-00-123-4567";
  await importText(database.db, feed(`'0012-3,'90 DEG FITTING,'O' RING,'NE,'EA,${rest}`));
  const rows = await runSql(
    database.db,
    `select part_number, part_name, description, vendor, nsn from offers
      where part_number_key = '0012-3'`,
  );
  assert.deepEqual(rows, [
    {
      part_number: "0012-3",
      part_name: "90 DEG FITTING",
      description: "'O' RING",
      vendor: "Acme",
      nsn: "5330001234567",
    },
  ]);
});

test("a formula that keeps a spreadsheet from changing a text is removed and counted", async () => {
  const cells = { number: '="00123"', name: '"=""BOLT"""', stock: '="5"' };
  assert.deepEqual(await cleanedOf(cells), { ...none, formulas: 3 });
  await importText(database.db, feed('="00423","=""90 DEG""",,="NE",EA,1,="1.50",USD,Acme,,,'));
  const rows = await runSql(
    database.db,
    "select part_number, part_name, condition from offers where part_number_key = '00423'",
  );
  assert.deepEqual(rows, [{ part_number: "00423", part_name: "90 DEG", condition: "NE" }]);
});

test("a word for no value is read as empty and counted, so no part has the maker N/A", async () => {
  assert.deepEqual(await cleanedOf({ rest: "n/a,None|B-1,-" }), { ...none, placeholders: 3 });
  const unknownMaker = `${header},manufacturer,cage\nP-1,B,,NE,EA,1,1,USD,Acme,,,,N/A,-\n`;
  const known = `${header},manufacturer,cage\nP-1,B,,NE,EA,2,1,USD,Acme,NONE,TBD,,Maker,N/A\n`;
  await importText(database.db, unknownMaker);
  await importText(database.db, known);
  const rows = await runSql(
    database.db,
    `select manufacturer, cage, superseded_by, alternates from offers
      where part_number_key = 'P-1'`,
  );
  assert.deepEqual(rows, [
    { manufacturer: "Maker", cage: null, superseded_by: null, alternates: [] },
  ]);
});

test("the run, its dry run and its report say what was cleaned", async () => {
  const text = feed("R\u20131, BOLT,,NE,EA,1,1,USD,Acme,,,", "R-2,B\u00a0C,,NE,EA,1,1,USD,Acme,,,");
  const dry = await importText(database.db, text, { dryRun: true });
  const run = await importText(database.db, text);
  const stored = (await selectRun(database.db, run.runId))?.report;
  const cleaned = { ...none, dashes: 1, spaces: 1, ends: 1 };
  assert.deepEqual([dry.cleaned, run.cleaned, stored?.cleaned], [cleaned, cleaned, cleaned]);
});
