import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Refusal } from "../../src/imports/rows/refusals.ts";
import { type FeedOptions, importStockText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const header = "part_number,vendor,condition,quantity";

beforeEach(async () => {
  for (const partNumber of ["A-1", "B-1"]) await insertOffer(database.db, { partNumber });
  await insertOffer(database.db, { partNumber: "B-1", unit: "HD" });
  await insertOffer(database.db, { partNumber: "C-1", vendor: "Other" });
});

const feed = (text: string, options: FeedOptions = {}) =>
  importStockText(database.db, text, options);

async function stocks(): Promise<unknown[]> {
  const rows = await runSql<{ stock: string }>(
    database.db,
    `select part_number || ' ' || unit_of_measure || ' ' || available_stock as stock
      from offers order by part_number, unit_of_measure`,
  );
  return rows.map(({ stock }) => stock);
}

const reasons = (refusals: readonly Refusal[]) =>
  refusals.map(({ line, reason }) => [line, reason]);

test("a stock import changes only the stock of the offers", async () => {
  const run = await feed(`${header}\na-1,Example Supply,ne,7\n`);
  assert.deepEqual(run.counts, { updated: 1, unchanged: 0, emptied: 0, refused: 0, rows: 1 });
  assert.deepEqual(await stocks(), ["A-1 EA 7", "B-1 EA 100", "B-1 HD 100", "C-1 EA 100"]);
});

test("a row without an offer, or with several possible offers, is refused", async () => {
  const text = `${header}\nX-1,Example Supply,NE,7\nB-1,Example Supply,NE,8\nA-1,Nobody,NE,1\n`;
  const run = await feed(text);
  assert.deepEqual(reasons(run.refusals), [
    [2, "matches no offer in the catalog"],
    [3, "matches offers in several units of measure; add unit_of_measure"],
    [4, "matches no offer in the catalog"],
  ]);
  const withUnit = await feed(`${header},unit\nB-1,Example Supply,NE,8,HD\n`);
  assert.equal(withUnit.counts["updated"], 1);
  assert.deepEqual(await stocks(), ["A-1 EA 100", "B-1 EA 100", "B-1 HD 8", "C-1 EA 100"]);
});

test("two rows for the same offer are refused", async () => {
  const text = `${header},unit\nA-1,Example Supply,NE,7,\nA-1,Example Supply,NE,9,EA\n`;
  const run = await feed(text);
  assert.deepEqual(reasons(run.refusals), [[3, "repeats line 2"]]);
  assert.equal((await stocks())[0], "A-1 EA 7");
});

test("with --replace, other offers of the feed's vendors get stock 0", async () => {
  const run = await feed(`${header}\nA-1,Example Supply,NE,100\n`, { replace: true });
  assert.deepEqual(run.counts, { updated: 0, unchanged: 1, emptied: 2, refused: 0, rows: 1 });
  assert.deepEqual(await stocks(), ["A-1 EA 100", "B-1 EA 0", "B-1 HD 0", "C-1 EA 100"]);
});

test("with --replace and a refused row, no offer gets stock 0", async () => {
  const text = `${header}\nA-1,Example Supply,NE,100\nB-1,Example Supply,NE,?\n`;
  const run = await feed(text, { replace: true });
  assert.equal(run.counts["emptied"], 0);
  assert.match(run.warnings[0] ?? "", /no offer was set out of stock/);
});

test("a feed that sets more than a fifth of the offers to stock 0 stops", async () => {
  const limits = { fewerRows: 50, goesInactive: 20, priceMove: 50 };
  const run = await feed(`${header}\nA-1,Example Supply,NE,100\n`, { replace: true, limits });
  assert.equal(run.state, "stopped");
  assert.match(run.stops[0]?.message ?? "", /^2 of 3 offers in stock/);
});
