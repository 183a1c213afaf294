// Importing JSON arrays as programs write them: without line breaks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importCatalog } from "../../src/imports/offers/importCatalog.ts";
import { noMapping, type RepeatRule } from "../../src/imports/rows/columns.ts";
import {
  countsOf,
  flattenCounts,
  openFeedBytes,
  toBytes,
  toRequest,
  toSource,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(() => openTestDatabase(2));

const row = (number: string, stock: number) => ({
  part_number: number,
  part_name: "SEAL",
  condition: "NE",
  unit_of_measure: "EA",
  available_stock: stock,
  price: "1.50",
  currency: "USD",
});

async function take(vendor: string, rows: readonly object[], repeats?: RepeatRule) {
  const { db } = database;
  const session = await db.openSession();
  const { file, close } = await openFeedBytes(toBytes(JSON.stringify(rows)));
  try {
    const request = toRequest("catalog", { mapping: { ...noMapping, repeats }, vendor });
    const run = await importCatalog(db, session, toSource(file), request);
    return flattenCounts(run);
  } finally {
    await close();
    await session.close();
  }
}

async function stocks(vendor: string): Promise<string[]> {
  const rows = await runSql<{ text: string }>(
    database.db,
    `select part_number || ' ' || available_stock as text from offers where vendor = $1
      order by part_number`,
    [vendor],
  );
  return rows.map(({ text }) => text);
}

test("an array without line breaks is imported, and its repeated rows are found", async () => {
  const rows = [row("A", 1), row("A", 2), row("B", 3)];
  const refused = await take("Refuse", rows);
  assert.deepEqual(countsOf(refused), {
    created: 2,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    refused: 1,
  });
  assert.equal(refused.refusals?.[0]?.reason, "repeats line 1");
  await take("Sum", rows, "sum");
  assert.deepEqual(await stocks("Sum"), ["A 3", "B 3"]);
});
