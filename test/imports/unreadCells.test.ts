// Optional cells that cannot be read: they cost neither the row nor what the offer already has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { countsOf, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));

const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
  "manufacturer,cage,nsn,lead_time_days,alternates,interchangeable";
const feed = (...rows: readonly string[]) => `${[header, ...rows].join("\n")}\n`;
const long = "X".repeat(101);
const good = "A-1,PUMP,NE,EA,5,1.50,USD,Acme,Maker,1AB23,5305001234567,7,B-1|B-2,C-1";
const bad = `A-1,PUMP,NE,EA,6,1.50,USD,Acme,two\u0007,1AB2,530500,soon,B-1|${long},${long}`;
const optional = "manufacturer, cage, nsn, lead_time_days, alternates, interchangeable";

async function selectOffer(): Promise<Record<string, unknown> | undefined> {
  const [row] = await runSql<Record<string, unknown>>(
    database.db,
    `select available_stock as stock, ${optional} from offers where part_number = 'A-1'`,
  );
  return row;
}

const none = { created: 0, updated: 0, unchanged: 0, deactivated: 0, refused: 0 };
const kept = {
  manufacturer: "Maker",
  cage: "1AB23",
  nsn: "5305001234567",
  lead_time_days: 7,
  alternates: ["B-1", "B-2"],
  interchangeable: ["C-1"],
};

test("a new offer has no value for them, and the run counts and lists them", async () => {
  const run = await importText(database.db, feed(bad, bad.replace("A-1", "A-2")));
  assert.deepEqual(countsOf(run), { ...none, created: 2 });
  const empty = { manufacturer: null, cage: null, nsn: null, lead_time_days: null };
  const noNumbers = { alternates: [], interchangeable: [] };
  assert.partialDeepStrictEqual(await selectOffer(), { ...empty, ...noNumbers });
  assert.deepEqual(
    run.unread?.map(({ column, count, samples }) => [column, count, samples[0]?.line]),
    ["lead_time_days", "alternates", "interchangeable", "manufacturer", "cage", "nsn"].map(
      (column) => [column, 2, 2],
    ),
  );
  assert.deepEqual((await selectRun(database.db, run.runId))?.report?.unread, run.unread);
});

test("an existing offer keeps its values, is found by them, and other cells change", async () => {
  await importText(database.db, feed(good));
  const before = await selectOffer();
  const run = await importText(database.db, feed(bad));
  assert.deepEqual(countsOf(run), { ...none, updated: 1 });
  assert.deepEqual(await selectOffer(), { ...before, ...kept, stock: 6 });
  const again = await importText(database.db, feed(bad));
  assert.deepEqual(countsOf(again), { ...none, unchanged: 1 });
  const renamed = await importText(database.db, feed(bad.replace("PUMP", "PUMP FUEL")));
  assert.deepEqual(countsOf(renamed), { ...none, updated: 1 });
  await database.replica.catchUp();
  for (const name of ["5305001234567", "fuel 1AB23"]) {
    const lookup = { partNumbers: [], partNames: [name], inStock: false, withSuggestions: false };
    const { offers } = database.replica.read((view) => lookUpParts(view, lookup, new Date()));
    assert.equal(offers.length, 1, name);
  }
});

test("one unreadable cell leaves the readable ones as the file has them", async () => {
  await importText(database.db, feed(good));
  await importText(database.db, feed(good.replace("1AB23", "?").replace(",5,", ",4,")));
  assert.partialDeepStrictEqual(await selectOffer(), { ...kept, stock: 4 });
  const uncoded = good.replace("1AB23", "");
  await importText(database.db, feed(uncoded.replace("5305001234567", "?")));
  // A CAGE code that a row does not state stays: it identifies the offer.
  assert.partialDeepStrictEqual(await selectOffer(), kept);
});

test("an offer whose price is on request keeps its values too", async () => {
  await importText(database.db, feed(good));
  const before = await selectOffer();
  const run = await importText(database.db, feed(bad.replace("1.50", "")));
  assert.deepEqual(countsOf(run), { ...none, updated: 1 });
  assert.partialDeepStrictEqual(await selectOffer(), { ...kept, stock: 6 });
  await importText(database.db, feed(good));
  assert.deepEqual(await selectOffer(), before);
});

test("every other cell that cannot be read refuses its row", async () => {
  const others = "min_quantity,multiple,status,shelf_life_expires,superseded_by";
  const more = `${header},${others}`;
  const cells: Readonly<Record<string, string>> = {
    part_number: "12-Mar",
    part_name: "a\u0007",
    condition: "XX",
    unit_of_measure: "?",
    available_stock: "many",
    price: "?",
    currency: "?",
    min_quantity: "?",
    multiple: "0",
    status: "?",
    shelf_life_expires: "soon",
    superseded_by: long,
  };
  const columns = more.split(",");
  const rows = Object.entries(cells).map(([column, cell], place) => {
    const row = [...good.replace("A-1", `A-${place}`).split(","), "", "", "", "", ""];
    row[columns.indexOf(column)] = cell;
    return row.join(",");
  });
  const run = await importText(database.db, `${[more, ...rows].join("\n")}\n`);
  assert.deepEqual(countsOf(run), { ...none, refused: rows.length });
  assert.deepEqual(run.unread, []);
  assert.deepEqual(
    run.refusals.map(({ column }) => column),
    Object.keys(cells),
  );
});

test("a strict import refuses the row and stops", async () => {
  const run = await importText(database.db, feed(bad), { refusesFile: true });
  assert.deepEqual([run.state, run.refused, run.unread], ["stopped", 1, []]);
  assert.equal(run.stops[0]?.code, "rows_refused");
  assert.equal(await selectOffer(), undefined);
});
