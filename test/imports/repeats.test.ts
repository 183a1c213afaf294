// Rows of a file that mean the same offer: several lots of a part.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { exportCatalog } from "../../src/catalog/exportQueries.ts";
import { rowsBeforeComparing } from "../../src/imports/offers/importCatalog.ts";
import { noMapping, type RepeatRule } from "../../src/imports/rows/columns.ts";
import { isToAsk } from "../../src/imports/run.ts";
import {
  countsOf,
  importText,
  reasonsOf,
  revertImport,
  withSession,
} from "../support/importText.ts";
import { openFolder } from "../support/openFolder.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const app = share(() =>
  openTestApp({ publicUrl: "https://parts.example", importFileBytes: 4_000_000 }),
);
const admin = share(() => openOperator(app));
const folder = share(openFolder);

const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency," +
  "certificate,shelf_life_expires,manufacturer";
const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const lot = (stock: number, expires: string, more = "1.50,USD,8130-3") =>
  `S-1,SEAL,NE,EA,${stock},${more},${expires},`;

const take = (vendor: string, text: string, repeats?: RepeatRule, replace = false) =>
  importText(app.database.db, text, { vendor, replace, mapping: { ...noMapping, repeats } });

async function stocksOf(vendor: string) {
  return runSql<{ text: string }>(
    app.database.db,
    `select concat(part_number, ' ', available_stock, ' ', shelf_life_expires) as text
      from offers where vendor = $1 order by part_number, offer_id`,
    [vendor],
  );
}
const stocks = async (vendor: string) => (await stocksOf(vendor)).map(({ text }) => text);

const lots = feed(
  lot(2, "2030-05-01"),
  lot(3, "2029-01-31"),
  lot(4, ""),
  "P-1,PIN,NE,EA,1,1,USD,,,",
);

test("without a rule the first row counts and the others are refused", async () => {
  const run = await take("Refuse", lots);
  assert.deepEqual(countsOf(run), {
    created: 2,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    refused: 2,
  });
  assert.deepEqual(reasonsOf(run), [
    [3, "repeats line 2"],
    [4, "repeats line 2"],
  ]);
  assert.deepEqual(run.repeats, {
    rule: "refuse",
    isDeclared: false,
    rows: 2,
    offers: 1,
    example: { partNumber: "S-1", line: 3, earlier: 2 },
  });
  assert.deepEqual(await stocks("Refuse"), ["P-1 1 ", "S-1 2 2030-05-01"]);
});

test("the first or the last row counts, and the others are left out", async () => {
  const first = await take("First", lots, "first");
  assert.deepEqual([first.created, first.refused, first.counts["repeated"]], [2, 0, 2]);
  assert.deepEqual(await stocks("First"), ["P-1 1 ", "S-1 2 2030-05-01"]);
  const last = await take("Last", lots, "last");
  assert.deepEqual([last.created, last.refused, last.counts["repeated"]], [2, 0, 2]);
  assert.deepEqual(await stocks("Last"), ["P-1 1 ", "S-1 4 "]);
});

/** The number of lots in the export of a vendor's first offer of S-1; null if there is none. */
async function countLots(vendor: string): Promise<number | null> {
  const rows = await withSession(app.database.db, (session) =>
    Array.fromAsync(exportCatalog(session, vendor, new Date())),
  );
  const [names = [], ...offers] = rows;
  const offer = offers.find((cells) => cells[names.indexOf("part_number")] === "S-1") ?? [];
  const lots = offer[names.indexOf("lots")];
  return typeof lots === "object" ? Number(lots.number) : null;
}

test("lots are added, with the earliest shelf life; the same file again changes nothing", async () => {
  const run = await take("Sum", lots, "sum");
  assert.deepEqual([run.created, run.refused, run.counts["repeated"]], [2, 0, 2]);
  assert.deepEqual(await stocks("Sum"), ["P-1 1 ", "S-1 9 2029-01-31"]);
  const again = await take("Sum", lots, "sum", true);
  assert.deepEqual(countsOf(again), {
    created: 0,
    updated: 0,
    unchanged: 2,
    deactivated: 0,
    refused: 0,
  });
});

test("the number of lots is stored, shown and exported, and reverting restores it", async () => {
  const few = await take("Lots", feed(lot(2, ""), lot(3, "")), "sum");
  const many = await take("Lots", feed(lot(2, ""), lot(3, ""), lot(4, "")), "sum");
  assert.deepEqual([few.created, many.updated], [1, 1]);
  assert.equal(await countLots("Lots"), 3);
  const shown = await admin.get("/console/catalog/parts/S-1");
  assert.match(shown.body, /9 EA<\/span> <span class="quiet">in 3 lots<\/span>/);
  await revertImport(app.database.db, many.runId);
  assert.equal(await countLots("Lots"), 2);
  await take("Lots", feed(lot(2, "")));
  assert.equal(await countLots("Lots"), null);
});

test("bins of a stock feed are added, or the first or last counts, by the rule", async () => {
  await take("Bins", lots, "first");
  const bins = (...counts: number[]) =>
    ["part_number,condition,quantity", ...counts.map((count) => `S-1,NE,${count}`), ""].join("\n");
  const path = join(folder.path, "bins.csv");
  const stockBy = async (text: string, ...more: string[]) => {
    await writeFile(path, text);
    const args = ["stock", "import", path, "--vendor", "Bins", ...more];
    return runCommand(app.database, args);
  };
  const refused = await stockBy(bins(2, 3, 4));
  assert.match(refused.stdout, /2 rows repeat another, of 1 offer: only the first is imported/);
  assert.equal((await stocks("Bins")).at(-1), "S-1 2 2030-05-01");
  const summed = await stockBy(bins(2, 3, 5), "--repeats", "sum");
  assert.equal(summed.exitCode, 0, summed.stderr);
  assert.match(summed.stdout, /2 repeated/);
  assert.equal((await stocks("Bins")).at(-1), "S-1 10 2030-05-01");
  assert.equal(await countLots("Bins"), 3);
  assert.equal((await stockBy(bins(7, 8), "--repeats", "last")).exitCode, 0);
  assert.equal((await stocks("Bins")).at(-1), "S-1 8 2030-05-01");
  assert.equal(await countLots("Bins"), null);
  assert.equal((await stockBy(bins(6, 9), "--repeats", "first")).exitCode, 0);
  assert.equal((await stocks("Bins")).at(-1), "S-1 6 2030-05-01");
  await stockBy(bins(1_000_000_000, 1), "--repeats", "sum");
  assert.equal((await stocks("Bins")).at(-1), "S-1 1000000000 2030-05-01");
});

test("lots that differ in price or certificate are refused, and name the other line", async () => {
  const text = feed(
    lot(2, ""),
    lot(3, "", "1.60,USD,8130-3"),
    lot(4, "", "1.50,USD,EASA Form 1"),
    lot(5, ""),
  );
  const run = await take("Differ", text, "sum", true);
  assert.deepEqual(reasonsOf(run), [
    [3, "differs in price from line 2, so its quantity is not added"],
    [4, "differs in certificate from line 2, so its quantity is not added"],
  ]);
  assert.equal(run.groups.length, 2);
  assert.deepEqual(await stocks("Differ"), ["S-1 7 "]);
  const many = await take("Many", feed(lot(999_999_999, ""), lot(2, "")), "sum");
  assert.deepEqual(reasonsOf(many), [[3, "has too many units to add to line 2"]]);
});

test("lots of two manufacturers are two offers", async () => {
  const made = (stock: number, maker: string) => `${lot(stock, "")}${maker}`;
  const text = feed(made(1, "Apex"), made(2, "Fix"), made(3, "APEX Inc."), made(4, "Fix"));
  const run = await take("Made", text, "sum");
  assert.deepEqual([run.created, run.refused], [2, 0]);
  assert.deepEqual(await stocks("Made"), ["S-1 4 ", "S-1 6 "]);
});

test("lots in a long file whose first lot equals the offer are added too", async () => {
  const others = Array.from(
    { length: rowsBeforeComparing + 5 },
    (_, at) => `L-${at},NUT,NE,EA,1,1,USD,,,`,
  );
  await take("Long", feed(...others, lot(2, "")));
  const text = feed(...others, lot(2, ""), lot(3, ""));
  const first = await take("Long", text, "first", true);
  assert.deepEqual([first.updated, first.unchanged, first.deactivated], [0, others.length + 1, 0]);
  const last = await take("Long", text, "last", true);
  assert.deepEqual([last.updated, last.unchanged, last.deactivated], [1, others.length, 0]);
  assert.equal((await stocks("Long")).at(-1), "S-1 3 ");
  const sum = await take("Long", text, "sum", true);
  assert.deepEqual([sum.updated, sum.unchanged, sum.deactivated], [1, others.length, 0]);
  assert.equal((await stocks("Long")).at(-1), "S-1 5 ");
});

test("it is asked if more than 1 % of the rows repeat others", () => {
  const example = { partNumber: "S-1", line: 3, earlier: 2 };
  const repeats = { rule: "refuse", isDeclared: false, rows: 10, offers: 1, example } as const;
  assert.equal(isToAsk(repeats, 1_000), false);
  assert.equal(isToAsk({ ...repeats, rows: 11 }, 1_000), true);
  assert.equal(isToAsk(undefined, 1), false);
});
