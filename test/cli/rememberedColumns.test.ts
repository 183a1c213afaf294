// Columns that an import of a vendor remembers for later files with the same header.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  selectRememberedMappings,
  upsertRememberedMapping,
} from "../../src/imports/fileQueries.ts";
import { fileShapeKey } from "../../src/imports/rows/sheets.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const header = "Artikel,Nomenclature,Cond,UM,QOH,Unit value";
const fileOf = (number: string) => `${header}\n${number},PIN,NE,EA,2,1.50\n`;
const columns = ["--column", "part_number=Artikel", "--column", "price=Unit value"];
const defaults = ["--set", "currency=USD"];

function importFile(vendor: string, text: string, options: readonly string[] = []) {
  return runCommand(database, ["catalog", "import", "-", "--vendor", vendor, ...options], {}, text);
}

test("a file with the same header is read as the vendor's earlier one, and the command says so", async () => {
  const dry = await importFile("Acme", fileOf("RC-0"), [...columns, ...defaults, "--dry-run"]);
  assert.equal(dry.exitCode, 0, dry.stderr);
  assert.equal((await importFile("Acme", fileOf("RC-0"))).exitCode, 1, "a dry run writes nothing");
  const first = await importFile("Acme", fileOf("RC-1"), [...columns, ...defaults]);
  assert.equal(first.exitCode, 0, first.stderr);
  assert.doesNotMatch(first.stderr, /earlier file/);
  const next = await importFile("Acme", `Offers of May\n${fileOf("RC-2")}`);
  assert.equal(next.exitCode, 0, next.stderr);
  assert.match(next.stderr, /^Columns as in an earlier file of Acme: /);
  assert.match(next.stderr, /part_number="Artikel", price="Unit value", currency USD where/);
  assert.match(next.stdout, /^1 created/);
  const other = await importFile("Other", fileOf("RC-2"));
  assert.equal(other.exitCode, 1);
  assert.match(other.stderr, /Missing columns/);
  const fresh = await importFile("Acme", fileOf("RC-3"), ["--fresh"]);
  assert.equal(fresh.exitCode, 1);
});

test("options override what is remembered, which they replace", async () => {
  const text = `${header},Net\nRD-1,PIN,NE,EA,2,1.50,1.25\n`;
  await importFile("Override", text, [...columns, ...defaults]);
  const changed = await importFile("Override", text, ["--column", "price=Net", "--json"]);
  assert.equal(changed.exitCode, 0, changed.stderr);
  assert.equal(JSON.parse(changed.stdout).updated, 1);
  const again = await importFile("Override", text.replace("RD-1", "RD-2"));
  assert.match(again.stderr, /price="Net"/);
  const query = "select list_price::text as price from offers where vendor = 'Override'";
  const offers = await runSql<{ price: string }>(database.db, query);
  assert.equal(new Set(offers.map(({ price }) => price)).size, 1);
});

test("a command asks what a file leaves open, and options answer it", async () => {
  const row = "P/N,Name,Cond,UM,Qty";
  const asked: readonly (readonly [text: string, question: RegExp, answer: readonly string[]])[] = [
    [`${row}\nRA-1,PIN,NE,EA,2\n`, /price on request" \(--set price=\)/, ["--set", "price="]],
    [
      `${row},Price USD,Supplier\nRA-2,PIN,NE,EA,2,1.50,Bolts Ltd\n`,
      /"Supplier" has "Bolts Ltd", but vendor is Asked/,
      ["--column", "vendor="],
    ],
    [
      `${row},Price per box,Curr\nRA-3,PIN,NE,EA,2,1.50,USD\n`,
      /"Price per box" may be prices per package/,
      ["--set", "price_per=1"],
    ],
    [
      `${row},Price USD,,Fluid,Price USD\nRA-4,PIN,NE,EA,2,1.50,,OL-1,8\n`,
      /Two tables are beside each other, and the second begins at "Fluid"/,
      ["--column", "part_number=P/N"],
    ],
  ];
  for (const [text, question, answer] of asked) {
    const refused = await importFile("Asked", text);
    assert.equal(refused.exitCode, 1, refused.stdout);
    assert.match(refused.stderr, question);
    const read = await importFile("Asked", text, answer);
    assert.equal(read.exitCode, 0, read.stderr);
    assert.match(read.stdout, /^1 created/);
  }
  const later = await importFile("Asked", `${row}\nRA-5,PIN,NE,EA,2\n`);
  assert.match(later.stderr, /earlier file of Asked: no price\./);
  const available = `${row.replace("Qty", "Qty avail")},Price USD\nRA-1,PIN,NE,EA,3,1.50\n`;
  const stopped = await importFile("Asked", available);
  assert.equal(stopped.exitCode, 6);
  assert.match(stopped.stderr + stopped.stdout, /Choose what the quantities of "Asked" mean/);
  assert.equal((await importFile("Asked", available, ["--stock", "available"])).exitCode, 0);
});

test("that a price of 0 is free of charge is declared for each import", async () => {
  const text = fileOf("RE-1").replace("1.50", "0");
  const free = [...columns, ...defaults, "--set", "zero_price_is_free=yes", "--json"];
  const first = await importFile("Free", text, free);
  assert.equal(JSON.parse(first.stdout).on_request, 0, first.stderr);
  const next = await importFile("Free", text.replace("RE-1", "RE-2"), ["--json"]);
  assert.equal(JSON.parse(next.stdout).on_request, 1, next.stderr);
  assert.doesNotMatch(next.stderr, /zero_price/);
});

test("the columns of at most 20 shapes are remembered, those used last", async () => {
  const { db } = database;
  const of = { kind: "catalog", vendor: "Shapes", accountId: null } as const;
  for (let count = 0; count < 22; count += 1) {
    const mapping = { shape: fileShapeKey([`Lot ${count}`]), mapping: "" };
    await upsertRememberedMapping(db, of, mapping, new Date(Date.UTC(2026, 0, 1 + count)));
  }
  const remembered = await selectRememberedMappings(db, of);
  assert.equal(remembered.size, 20);
  assert.deepEqual(
    [1, 2, 21].map((count) => remembered.has(fileShapeKey([`Lot ${count}`]))),
    [false, true, true],
  );
});
