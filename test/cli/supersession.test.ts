import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));

const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
  "status,superseded_by";
const rowOf = (number: string, successor: string, vendor = "Acme") => {
  const status = successor === "" ? "ACTIVE" : "SUPERSEDED";
  return `${number},PART,NE,EA,1,1.00,USD,${vendor},${status},${successor}`;
};

/** A file of links such as "A>B"; a single number is not superseded. */
const feed = (...links: string[]) => {
  const rows = links.map((link) => {
    const [number = "", successor = "", vendor] = link.split(/[>@]/);
    return rowOf(number, successor, vendor);
  });
  return `${[header, ...rows].join("\n")}\n`;
};

const none = { created: 0, updated: 0, unchanged: 0, deactivated: 0, refused: 0 };

async function listLinks(): Promise<string[]> {
  const rows = await runSql<{ link: string }>(
    database.db,
    `select part_number_key || coalesce('>' || superseded_by_key, '') as link from offers
      order by part_number_key, vendor`,
  );
  return rows.map((row) => row.link);
}

test("a chain is stored with its keys, in any order of the file and of imports", async () => {
  const first = await importText(database.db, feed("b\u20132>c-3", "A-1>B-2"));
  assert.deepEqual(countsOf(first), { ...none, created: 2 });
  assert.deepEqual(countsOf(await importText(database.db, feed("C-3"))), { ...none, created: 1 });
  assert.deepEqual(await listLinks(), ["A-1>B-2", "B-2>C-3", "C-3"]);
});

test("interchangeable parts are stored as written, certificates by their codes", async () => {
  const more = "Two-way alternates,Cert";
  const text = `${header},${more}\n${rowOf("A-1", "")},b\u20132;C,COC/FAA Form 8130-3 | DD 250\n`;
  const imported = await importText(database.db, text);
  assert.deepEqual(countsOf(imported), { ...none, created: 1 });
  assert.deepEqual(imported.warnings, [
    '1 unknown certificate kept as written; first: "DD 250" on line 2.',
  ]);
  const rows = await runSql(
    database.db,
    `select interchangeable, alternates, certificate from offers`,
  );
  assert.deepEqual(rows, [
    {
      interchangeable: ["b-2", "C"],
      alternates: [],
      certificate: "CoC; 8130-3; DD 250",
    },
  ]);
  assert.deepEqual(countsOf(await importText(database.db, text)), { ...none, unchanged: 1 });
});
