import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { countsOf, catalogHeader as header, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));

const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const rowOf = (number: string, vendor: string, condition = "NE") =>
  `${number},N,${condition},EA,1,1.00,USD,${vendor}`;

beforeEach(async () => {
  await importText(
    database.db,
    feed(
      ...["A-1", "A-2", "A-3"].map((number) => rowOf(number, "Acme")),
      rowOf("A-3", "Acme", "OH"),
      rowOf("B-1", "Birch"),
    ),
  );
});

/** Lists active offers as number, vendor and condition. */
async function listActive(): Promise<string[]> {
  const rows = await runSql<{ offer: string }>(
    database.db,
    `select concat_ws(' ', part_number, vendor, condition) as offer from offers
      where status = 'ACTIVE' order by 1`,
  );
  return rows.map(({ offer }) => offer);
}

const replace = { replace: true };

test("offers missing from the file are discontinued, but only those of its vendors", async () => {
  const text = feed(rowOf("A-1", "Acme"), rowOf("A-4", "Acme"));
  const imported = await importText(database.db, text, replace);
  assert.deepEqual(countsOf(imported), {
    created: 1,
    updated: 0,
    unchanged: 1,
    deactivated: 3,
    refused: 0,
  });
  assert.deepEqual(await listActive(), ["A-1 Acme NE", "A-4 Acme NE", "B-1 Birch NE"]);
  const again = await importText(database.db, text, replace);
  assert.equal(again.deactivated, 0, "what is discontinued is not counted again");
});

test("an offer whose row was refused stays as it is", async () => {
  const refused = rowOf("A-2", "Acme").replace("1.00", "?");
  const imported = await importText(database.db, feed(rowOf("A-1", "Acme"), refused), replace);
  assert.deepEqual([imported.deactivated, imported.refused], [2, 1]);
  assert.deepEqual(await listActive(), ["A-1 Acme NE", "A-2 Acme NE", "B-1 Birch NE"]);
});

test("a refused row without a condition may mean any condition of its part", async () => {
  const text = feed(rowOf("A-1", "Acme"), rowOf("A-3", "Acme", "XX"));
  const imported = await importText(database.db, text, replace);
  assert.equal(imported.deactivated, 1);
  assert.deepEqual(await listActive(), [
    "A-1 Acme NE",
    "A-3 Acme NE",
    "A-3 Acme OH",
    "B-1 Birch NE",
  ]);
});

test("a refused row without a part number keeps all offers of its vendor, with a warning", async () => {
  const text = feed(rowOf("A-1", "Acme"), rowOf("", "Acme"), rowOf("B-2", "Birch"));
  const imported = await importText(database.db, text, replace);
  assert.deepEqual([imported.deactivated, imported.created], [1, 1]);
  assert.equal((await listActive()).filter((offer) => offer.includes("Acme")).length, 4);
  assert.match(imported.warnings.join(), /so no offer from "Acme" was discontinued/);
});

test("a row of the wrong width keeps all offers, with a warning", async () => {
  const imported = await importText(database.db, feed(rowOf("A-1", "Acme"), "A-2,N,NE"), replace);
  assert.deepEqual([imported.deactivated, imported.refused], [0, 1]);
  assert.match(imported.warnings.join(), /so no offer from any vendor was discontinued/);
});

test("a file without an accepted row discontinues nothing, with a warning", async () => {
  for (const text of [feed(), feed(rowOf("A-1", "Acme").replace("1.00", "?"))]) {
    const imported = await importText(database.db, text, { replace: true, vendor: "Acme" });
    assert.equal(imported.deactivated, 0);
    assert.match(imported.warnings.join(), /No row was accepted, so no offer was discontinued/);
  }
  assert.equal((await listActive()).length, 5);
});

test("part numbers that a spreadsheet may have changed are stored with a warning", async () => {
  const text = feed(rowOf("12-MAR", "Acme"), rowOf("12345.0", "Acme"));
  const imported = await importText(database.db, text);
  assert.equal(imported.created, 2);
  assert.match(imported.warnings.join(), /^2 part numbers .* first: "12-MAR" on line 2\.$/);
});

test("a number that a spreadsheet has changed is refused, and the offers of its vendor are kept", async () => {
  await importText(database.db, feed(rowOf("12-3", "Acme"), rowOf("B-1", "Acme")));
  const before = await listActive();
  const text = feed(rowOf("12-Mar", "Acme"), rowOf("B-1", "Acme"));
  const imported = await importText(database.db, text, { replace: true, vendor: "Acme" });
  assert.deepEqual([imported.refused, imported.deactivated], [1, 0]);
  assert.match(imported.refusals[0]?.suggestion ?? "", /^probably 12-MAR, 3-12 or 12-3;/);
  assert.deepEqual(await listActive(), before);
});
