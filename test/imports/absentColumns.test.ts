// What a file has no column for stays as it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const bare =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";
const whole =
  `${bare},title,description,status,min_quantity,multiple,lead_time_days,superseded_by,` +
  "alternates,interchangeable,manufacturer,cage,nsn,certificate,shelf_life_expires";

const compared = `title, description, status, min_quantity, multiple, lead_time_days,
  superseded_by, superseded_by_key, alternates, interchangeable, manufacturer, cage, nsn,
  certificate, to_char(shelf_life_expires, 'YYYY-MM-DD') as expires`;

async function read(partNumber: string, columns = compared): Promise<unknown> {
  const text = `select ${columns} from offers where part_number = $1`;
  const rows = await runSql(database.db, text, [partNumber]);
  assert.equal(rows.length, 1);
  return rows[0];
}

const row = (number: string, price: string, name = "BOLT") =>
  `${number},${name},NE,EA,10,${price},USD,Keep Co`;

async function create(number: string, details: string): Promise<void> {
  await importText(database.db, `${whole}\n${row(number, "10.00")},${details}\n`);
}

const details =
  "Hex bolt,A long one,ON_HOLD,5,5,30,,ALT-1,INT-1,Apex,1AB23,5306001234567,8130-3,2030-01-31";

for (const replace of [false, true]) {
  test(`a file without optional columns keeps them, ${replace ? "replacing" : "merging"}`, async () => {
    const number = replace ? "KEEP-1" : "KEEP-2";
    await create(number, details);
    const first = await read(number);
    const run = await importText(database.db, `${bare}\n${row(number, "11.00")}\n`, { replace });
    assert.equal(run.updated, 1);
    assert.deepEqual(await read(number), first);
    assert.equal(Number(((await read(number, "list_price as p")) as { p: string }).p), 1100);
    assert.match(run.warnings.join("\n"), /no columns title, .*: 1 offer keeps the values there\./);
  });
}

test("a price that stays changes nothing, whatever columns are absent", async () => {
  await create("KEEP-3", details);
  const run = await importText(database.db, `${bare}\n${row("KEEP-3", "10.00")}\n`);
  assert.deepEqual([run.updated, run.unchanged], [0, 1]);
});

test("an empty cell of a column that the file has still removes the value", async () => {
  await create("KEEP-4", details);
  await importText(database.db, `${bare},certificate\n${row("KEEP-4", "10.00")},\n`);
  assert.deepEqual(await read("KEEP-4", "certificate, nsn"), {
    certificate: null,
    nsn: "5306001234567",
  });
});

test("a title that only repeated the name follows the name", async () => {
  await importText(database.db, `${bare}\n${row("KEEP-5", "10.00")}\n`);
  await importText(database.db, `${bare}\n${row("KEEP-5", "10.00", "NUT")}\n`);
  assert.deepEqual(await read("KEEP-5", "part_name, title"), { part_name: "NUT", title: "NUT" });
});

test("a row brings a discontinued offer back, and takes none off hold", async () => {
  for (const [status, then] of [
    ["DISCONTINUED", "ACTIVE"],
    ["ON_HOLD", "ON_HOLD"],
  ]) {
    await create("KEEP-6", `,,${status},,,,,,,,,,,`);
    await importText(database.db, `${bare}\n${row("KEEP-6", "12.00")}\n`);
    assert.deepEqual(await read("KEEP-6", "status"), { status: then });
  }
});

test("a replacement stays with what it replaces", async () => {
  await create("KEEP-7", ",,SUPERSEDED,,,,KEEP-8,,,,,,,");
  const first = await read("KEEP-7");
  await importText(database.db, `${bare}\n${row("KEEP-7", "12.00")}\n`);
  assert.deepEqual(await read("KEEP-7"), first);
});
