// The manufacturer is part of what identifies an offer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noMapping, type RepeatRule } from "../../src/imports/rows/columns.ts";
import type { RunId } from "../../src/imports/run.ts";
import {
  countsOf,
  type FeedOptions,
  importStockText,
  importText,
  reasonsOf,
  revertImport,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
  "manufacturer,cage";
const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const row = (number: string, name: string, price: string, maker: string, vendor = "Acme") =>
  `${number},${name},NE,EA,5,${price},USD,${vendor},${maker}`;
const spacer = row("10-1", "SPACER", "1202.22", "Apex Spacers,10237");
const screw = row("10-1", "SCREW", "402.73", "Fixations SA,F6137");
const unmade = row("10-1", "SPACER", "1202.22", ",");
const now = new Date();

const take = (text: string, options: FeedOptions = {}) => importText(database.db, text, options);

type Kept = { id: number; text: string };

/** The offers by id, each as "manufacturer/cage price status". */
async function offers(): Promise<Kept[]> {
  return runSql<Kept>(
    database.db,
    `select offer_id::integer as id,
        concat(manufacturer, '/', cage, ' ', list_price, ' ', status) as text
      from offers order by offer_id`,
  );
}
const texts = async () => (await offers()).map(({ text }) => text);

const spacerText = "Apex Spacers/10237 120222 ACTIVE";
const screwText = "Fixations SA/F6137 40273 ACTIVE";

test("manufacturers whose CAGE codes cannot be read are told apart by their names", async () => {
  await take(feed(spacer));
  const other = row("10-1", "SCREW", "402.73", "Fixations SA,6137");
  const third = row("10-1", "SCREW", "3.50", "Boulons SARL,6138");
  await take(feed(other, third));
  assert.deepEqual((await texts()).sort(), [
    spacerText,
    "Boulons SARL/ 350 ACTIVE",
    "Fixations SA/ 40273 ACTIVE",
  ]);
});

test("one number of two manufacturers is two offers, and the same file again changes nothing", async () => {
  const first = await take(feed(spacer, screw));
  assert.equal(first.created, 2);
  assert.equal(first.refused, 0);
  assert.deepEqual((await texts()).sort(), [spacerText, screwText]);
  const again = await take(feed(screw, spacer), { replace: true });
  assert.deepEqual(countsOf(again), {
    created: 0,
    updated: 0,
    unchanged: 2,
    deactivated: 0,
    refused: 0,
  });
  const fewer = await take(feed(screw), { replace: true });
  assert.equal(fewer.deactivated, 1);
  assert.deepEqual((await texts()).sort(), [
    spacerText.replace("ACTIVE", "DISCONTINUED"),
    screwText,
  ]);
});

test("an offer without a manufacturer is adopted with its id", async () => {
  await take(feed(unmade));
  const [before] = await offers();
  const adopted = await take(feed(spacer), { replace: true });
  assert.deepEqual([adopted.created, adopted.updated, adopted.deactivated], [0, 1, 0]);
  assert.deepEqual(await offers(), [{ id: before?.id, text: spacerText }]);
});

test("a row without a manufacturer means the only offer, and keeps its manufacturer", async () => {
  await take(feed(spacer));
  const before = await offers();
  const same = await take(feed(unmade), { replace: true });
  assert.deepEqual(countsOf(same), {
    created: 0,
    updated: 0,
    unchanged: 1,
    deactivated: 0,
    refused: 0,
  });
  const moved = await take(feed(row("10-1", "SPACER", "9.00", ",")));
  assert.deepEqual([moved.created, moved.updated], [0, 1]);
  assert.deepEqual(await offers(), [{ id: before[0]?.id, text: "Apex Spacers/10237 900 ACTIVE" }]);
});

test("a row without a manufacturer is refused if it may mean two, and discontinues neither", async () => {
  await take(feed(spacer, screw));
  const unclear = await take(feed(unmade), { replace: true });
  assert.deepEqual(reasonsOf(unclear), [
    [2, "has a part number that several manufacturers make; add manufacturer or cage"],
  ]);
  assert.equal(unclear.deactivated, 0);
  assert.deepEqual((await texts()).sort(), [spacerText, screwText]);
  const fresh = await take(feed(unmade, spacer, screw).replaceAll("10-1", "10-2"));
  assert.deepEqual(reasonsOf(fresh), [
    [2, "has a part number that several manufacturers make; add manufacturer or cage"],
  ]);
  assert.equal(fresh.created, 2);
});

test("lots with and without a manufacturer are added, and have it", async () => {
  const mapping = { ...noMapping, repeats: "sum" } as const;
  const uncoded = row("10-1", "SPACER", "1202.22", "Apex Spacers,");
  for (const rows of [
    [unmade, spacer],
    [uncoded, spacer],
  ]) {
    const taken = await take(feed(...rows), { mapping });
    assert.deepEqual([taken.refused, await texts()], [0, [spacerText]]);
  }
});

test("a row whose CAGE code cannot be read is no lot of another manufacturer", async () => {
  const mapping = { ...noMapping, repeats: "sum" } as const;
  const coded = row("X-1", "SEAL", "10", ",30221");
  const damaged = row("X-1", "SEAL", "10", ",5606");
  const taken = await take(feed(coded, damaged, damaged), { mapping });
  const reason =
    "has a part number that other rows have, and its manufacturer or cage cannot be read; correct it";
  assert.deepEqual(reasonsOf(taken), [
    [3, reason],
    [4, reason],
  ]);
  assert.deepEqual(await texts(), ["/30221 1000 ACTIVE"]);
  const stocks = await runSql(database.db, "select available_stock as stock from offers");
  assert.deepEqual(stocks, [{ stock: 5 }]);
  const answered = new Map([["cage", new Map([["####", "0####"]])]]);
  const read = await take(feed(coded, damaged), { mapping: { ...mapping, values: answered } });
  assert.deepEqual([read.created, read.refused], [1, 0]);
  assert.deepEqual(await texts(), ["/30221 1000 ACTIVE", "/05606 1000 ACTIVE"]);
});

const revert = (runId: RunId) => revertImport(database.db, runId, now);

test("reverting an adoption gives the offer back without a manufacturer, under its id", async () => {
  await take(feed(unmade));
  const before = await offers();
  const { runId } = await take(feed(screw, spacer));
  assert.equal((await revert(runId)).state, "committed");
  assert.deepEqual(await offers(), before);
  const again = await take(feed(screw, spacer));
  assert.deepEqual([again.created, again.updated], [1, 1]);
});

function takeStock(rows: readonly string[], repeats?: RepeatRule) {
  const columns = "part_number,vendor,condition,available_stock,manufacturer,cage";
  const mapping = { ...noMapping, repeats };
  return importStockText(database.db, `${[columns, ...rows].join("\n")}\n`, { mapping });
}

test("a number of 2,000 manufacturers is imported in seconds, however their names are spelled", async () => {
  const makers = (name: (at: number) => string, price: string) =>
    feed(...Array.from({ length: 2_000 }, (_, at) => row("ANY", "SEAL", price, `${name(at)},`)));
  const plain = makers((at) => `Maker ${at}`, "1.00");
  assert.equal((await take(plain)).created, 2_000);
  const start = performance.now();
  const spelled = await take(
    makers((at) => `MAKER-${at} Inc`, "1.01"),
    { replace: true },
  );
  assert.deepEqual([spelled.created, spelled.updated, spelled.deactivated], [0, 2_000, 0]);
  const coded = makers((at) => `Maker ${at},${10_000 + at}`, "1.01").replaceAll(/,\n/g, "\n");
  const adopted = await take(coded, { replace: true });
  assert.deepEqual([adopted.created, adopted.updated, adopted.deactivated], [0, 2_000, 0]);
  assert.ok(performance.now() - start < 20_000, "not minutes: no pairs of rows are compared");
});

test("a stock feed names the manufacturer if two make a number", async () => {
  await take(feed(spacer, screw));
  const unclear = await takeStock(["10-1,Acme,NE,7,,"]);
  assert.deepEqual(reasonsOf(unclear), [
    [2, "matches offers of several manufacturers; add manufacturer or cage"],
  ]);
  const clear = await takeStock(["10-1,Acme,NE,7,,F6137", "10-1,Acme,NE,8,apex spacers,"]);
  assert.deepEqual([clear.updated, clear.refused], [2, 0]);
  const stocks = await runSql(
    database.db,
    "select cage, available_stock as stock from offers order by cage",
  );
  assert.deepEqual(stocks, [
    { cage: "10237", stock: 8 },
    { cage: "F6137", stock: 7 },
  ]);
  const unknown = await takeStock(["10-1,Acme,NE,7,Nobody,"]);
  assert.deepEqual(reasonsOf(unknown), [[2, "matches no offer in the catalog"]]);
});

test("a stock feed with a manufacturer matches the offer that states none", async () => {
  await take(feed(unmade));
  const fed = await takeStock(["10-1,Acme,NE,7,Apex,"]);
  assert.deepEqual([fed.updated, fed.refused], [1, 0]);
  const two = await takeStock(["10-1,Acme,NE,7,Apex,", "10-1,Acme,NE,8,Other,"], "sum");
  assert.deepEqual(reasonsOf(two), [[3, "repeats line 2"]], "two manufacturers are no bins of it");
});
