// Rows of a long catalog file that equal their offers: they are not staged, and the import has the
// same result.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Client } from "pg";
import { selectCatalogCodes } from "../../src/catalog/codeQueries.ts";
import { rowsBeforeComparing } from "../../src/imports/offers/importCatalog.ts";
import { selectOfferDigests } from "../../src/imports/offers/plannedQueries.ts";
import {
  createUnchangedOffers,
  type UnchangedOffers,
} from "../../src/imports/offers/readCatalog.ts";
import type { RunProgress } from "../../src/imports/run.ts";
import { countsOf, type FeedOptions, importText } from "../support/importText.ts";
import { type Cells, goodCells, readCells } from "../support/readCells.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(3));

const fullCells: Cells = {
  ...goodCells,
  title: "Caf\u00e9 pump",
  description: "Fits \\ all, \"some\" 'of' {them}",
  status: "ON_HOLD",
  min_quantity: "10",
  multiple: "5",
  lead_time_days: "30",
  alternates: "A-1; B/2",
  interchangeable: "C 3",
  superseded_by: "",
  manufacturer: "Acme",
  cage: "1AB23",
  nsn: "5305-00-123-4567",
  certificate: "8130-3",
  shelf_life_expires: "2031-02-28",
};

/** Another value for each column, an empty one if that is allowed. */
const otherCells: Cells = {
  part_number: "21117-2",
  part_name: "",
  title: "Cafe pump",
  description: "Fits",
  condition: "OH",
  unit_of_measure: "FT",
  available_stock: "5",
  price: "1250.01",
  currency: "EUR",
  vendor: "Example supply",
  status: "ACTIVE",
  min_quantity: "11",
  multiple: "",
  lead_time_days: "0",
  superseded_by: "X",
  alternates: "A-1",
  interchangeable: "",
  manufacturer: "",
  cage: "1AB24",
  nsn: "",
  certificate: "",
  shelf_life_expires: "2031-03-01",
};

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

function writeFile(rows: readonly Cells[]): string {
  const columns = [...Object.keys(fullCells), "zero_price_is_free"];
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? "")).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

async function loadAll(): Promise<UnchangedOffers> {
  const unchanged = createUnchangedOffers();
  unchanged.load(await selectOfferDigests(database.db, null, new Date()));
  return unchanged;
}

async function isUnchanged(unchanged: UnchangedOffers, cells: Cells): Promise<boolean> {
  const codes = await selectCatalogCodes(database.db);
  const { offer, faults } = readCells(cells, { codes });
  assert.ok(offer, JSON.stringify(faults));
  return unchanged.has(offer);
}

test("a row equal to its offer is unchanged; a row that differs in any column is not", async () => {
  assert.equal((await importText(database.db, writeFile([fullCells]))).created, 1);
  const unchanged = await loadAll();
  assert.ok(await isUnchanged(unchanged, fullCells));
  assert.deepEqual(Object.keys(otherCells).sort(), Object.keys(fullCells).sort());
  assert.ok(!(await isUnchanged(unchanged, { ...fullCells, price: "" })));
  for (const [column, cell] of Object.entries(otherCells)) {
    assert.ok(!(await isUnchanged(unchanged, { ...fullCells, [column]: cell })), column);
  }
});

test("no offer is unchanged before offers are loaded", async () => {
  assert.ok(!(await isUnchanged(createUnchangedOffers(), fullCells)));
});

test("the offer of any accepted row is unchanged in the next import", async () => {
  // Reading a file removes an apostrophe before a text; the cells below are what it reads.
  const text = fc
    .string({ unit: "grapheme", maxLength: 40 })
    .filter((value) => !value.includes("'"));
  const row = fc.record({
    part_name: text,
    title: text,
    description: text,
    manufacturer: text,
    available_stock: fc.nat(1_000_000_000).map(String),
    price: fc.oneof(fc.nat(1_000_000_000).map(String), fc.constantFrom("", "0")),
    zero_price_is_free: fc.constantFrom("", "yes"),
    currency: fc.constantFrom("USD", "JPY", "KWD"),
    lead_time_days: fc.option(fc.nat(3650).map(String), { nil: "" }),
    alternates: fc.array(fc.stringMatching(/^[A-Z0-9/. -]{1,8}$/), { maxLength: 3 }),
  });
  const codes = await selectCatalogCodes(database.db);
  const accepted = fc
    .sample(row, 300)
    .map((cells, index) => {
      const alternates = cells.alternates.join("|");
      return { ...goodCells, ...cells, alternates, part_number: `P-${index}` };
    })
    .filter((cells) => readCells(cells, { codes }).offer !== null);
  assert.ok(accepted.length > 100);
  assert.equal((await importText(database.db, writeFile(accepted))).created, accepted.length);
  const unchanged = await loadAll();
  for (const cells of accepted) assert.ok(await isUnchanged(unchanged, cells), cells.part_number);
});

const numberOf = (cells: Cells) => cells["part_number"] ?? "";
const tail = Array.from({ length: 2_000 }, (_, index) => ({
  ...goodCells,
  part_number: `T-${index}`,
}));

/** A file so long that the import reads the offers of the catalog before it reaches the tail. */
function writeLongFile(rows: readonly Cells[]): string {
  const filler = Array.from({ length: rowsBeforeComparing + 1_000 }, (_, index) => ({
    ...goodCells,
    part_number: `F-${index}`,
    vendor: "Example Filler",
  }));
  return writeFile([...filler, ...rows]);
}

/** Imports the tail, then the long file; returns the counts and the reported steps. */
async function importTwice(rows: readonly Cells[], options: FeedOptions = {}) {
  await importText(database.db, writeFile(tail));
  const steps = new Set<RunProgress["step"]>();
  const imported = await importText(database.db, writeLongFile(rows), {
    ...options,
    onProgress: (progress) => {
      steps.add(progress.step);
      options.onProgress?.(progress);
    },
  });
  return { counts: countsOf(imported), steps: [...steps] };
}

async function stockOf(partNumber: string): Promise<number | undefined> {
  const text = "select available_stock as stock from offers where part_number = $1";
  const rows = await runSql<{ stock: number }>(database.db, text, [partNumber]);
  return rows[0]?.stock;
}

test("a long file updates the offers that differ, creates new ones and counts the others", async () => {
  const rows = tail.map((cells) => {
    if (numberOf(cells) === "T-7") return { ...cells, available_stock: "9" };
    if (numberOf(cells) === "T-1999") return { ...cells, description: "Again." };
    return cells;
  });
  const more = [
    { ...goodCells, part_number: "N-1" },
    { ...goodCells, part_number: "T-3" },
  ];
  const { counts, steps } = await importTwice([...rows, ...more]);
  assert.deepEqual(steps, ["reading", "comparing", "writing"]);
  const created = rowsBeforeComparing + 1_001;
  assert.deepEqual(counts, { created, updated: 2, unchanged: 1_998, deactivated: 0, refused: 1 });
  assert.equal(await stockOf("T-7"), 9);
});

test("an import that creates and updates a thousand offers in all refreshes their statistics", async () => {
  await importText(database.db, writeFile(tail.slice(0, 500)));
  const owner = await database.openOwner();
  const countKnown = async () => {
    const text = "select reltuples::integer as count from pg_class where oid = 'offers'::regclass";
    return (await owner.client.query(text)).rows[0].count;
  };
  await owner.client.query("analyze offers");
  const first = await countKnown();
  const dearer = tail.slice(0, 1_000).map((cells) => ({ ...cells, price: "77.00" }));
  const { created, updated } = await importText(database.db, writeFile(dearer));
  const second = await countKnown();
  await owner.close();
  assert.deepEqual([created, updated, first, second], [500, 500, 500, 1_000]);
});

test("--replace discontinues the offers that a long file lacks, and no unchanged ones", async () => {
  const rows = tail.filter((cells) => !["T-0", "T-999"].includes(numberOf(cells)));
  const refused = rows.map((cells) =>
    numberOf(cells) === "T-5" ? { ...cells, price: "?" } : cells,
  );
  const { counts, steps } = await importTwice(refused, { replace: true });
  assert.ok(steps.includes("comparing"));
  assert.deepEqual(
    [counts.updated, counts.unchanged, counts.deactivated, counts.refused],
    [0, 1_997, 2, 1],
  );
});

test("stock that an order takes from an unchanged offer stays taken", async () => {
  const client = new Client(database.address);
  await client.connect();
  let isCompared = false;
  let taken: Promise<unknown> | undefined;
  try {
    const { counts } = await importTwice(tail, {
      onProgress: ({ step }) => {
        const isNext = isCompared && taken === undefined;
        isCompared ||= step === "comparing";
        if (!isNext) return;
        taken = client.query("update offers set received = 3 where part_number = 'T-1'");
      },
    });
    assert.equal(counts.updated, 0);
    assert.ok(taken);
    await taken;
    assert.equal(await stockOf("T-1"), 3);
  } finally {
    await client.end();
  }
});

test("while another import runs, a long file is staged completely, with the same result", async () => {
  const holder = new Client(database.address);
  await holder.connect();
  try {
    await importText(database.db, writeFile(tail));
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(hashtextextended('catalog import', 0))");
    const steps: string[] = [];
    let released: Promise<unknown> | undefined;
    const imported = await importText(database.db, writeLongFile(tail), {
      onProgress: ({ step }) => {
        steps.push(step);
        if (step === "waiting") released = holder.query("rollback");
      },
    });
    await released;
    assert.ok(steps.includes("waiting") && !steps.includes("comparing"));
    assert.deepEqual([imported.unchanged, imported.updated], [2_000, 0]);
  } finally {
    await holder.end();
  }
});
