// Rows that an operator leaves out of an import: their offers stay exactly as they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importCatalog, rowsBeforeComparing } from "../../src/imports/offers/importCatalog.ts";
import { importStock } from "../../src/imports/offers/importStock.ts";
import { noMapping, type RepeatRule } from "../../src/imports/rows/columns.ts";
import { createRefusedRowsText } from "../../src/imports/rows/refusals.ts";
import { type FeedOptions, toFeedFile, toRequest, toSource } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const header = "part_number,part_name,condition,unit_of_measure,available_stock,price,currency";
const feed = (rows: readonly string[], columns = header) => `${[columns, ...rows].join("\n")}\n`;
const row = (number: string, price: string, stock = 10) =>
  `${number},BOLT,NE,EA,${stock},${price},USD`;

type Given = FeedOptions & {
  readonly vendor: string;
  /** Lines to leave out; the header is line 1. */
  readonly out?: readonly number[];
  readonly isStock?: boolean;
};

/** Imports a text; returns the run and its file of refused rows. */
async function take(text: string, { out = [], isStock = false, ...options }: Given) {
  const session = await database.db.openSession();
  let written = "";
  const refusedRows = createRefusedRowsText(async (more) => {
    written += more;
  });
  const excluded = out.map((line) => ({ line, by: "Ann" }));
  const source = toSource(toFeedFile(text), { ...options, refusedRows });
  const request = toRequest(isStock ? "stock" : "catalog", { ...options, excluded });
  const importOffers = isStock ? importStock : importCatalog;
  try {
    const run = await importOffers(database.db, session, source, request);
    return { ...run, written };
  } finally {
    await session.close();
  }
}

/** Everything of the offers of a vendor, by part number. */
async function offersOf(vendor: string): Promise<Map<string, Record<string, unknown>>> {
  const rows = await runSql<{ number: string; offer: Record<string, unknown> }>(
    database.db,
    `select part_number as number,
        (to_jsonb(o) - 'change_place') || jsonb_build_object('counted', n.counted_at) as offer
      from offers o left join offer_counts n using (offer_id) where vendor = $1`,
    [vendor],
  );
  return new Map(rows.map(({ number, offer }) => [number, offer]));
}

async function pricesOf(vendor: string): Promise<Record<string, string>> {
  const offers = await offersOf(vendor);
  const texts = [...offers].map(([number, { list_price, received, status }]) => [
    number,
    `${list_price} ${received} ${status}`,
  ]);
  return Object.fromEntries(texts.sort());
}

for (const replace of [false, true]) {
  const mode = replace ? "replacing" : "merging";
  test(`a row left out leaves its offer exactly as it is, ${mode}`, async () => {
    const vendor = `Out ${mode}`;
    await take(feed([row("O-1", "1.00"), row("O-2", "2.00"), row("O-3", "3.00")]), { vendor });
    const before = await offersOf(vendor);
    const changed = feed([row("O-1", "100.00", 3), row("O-2", "2.50"), row("O-4", "4.00")]);
    const run = await take(changed, { vendor, replace, out: [2, 4] });
    const { created, updated, unchanged, deactivated, refused, left_out } = run.counts;
    assert.deepEqual(
      { created, updated, unchanged, deactivated, refused, left_out },
      {
        created: 0,
        updated: 1,
        unchanged: 0,
        deactivated: replace ? 1 : 0,
        refused: 0,
        left_out: 2,
      },
    );
    const after = await offersOf(vendor);
    assert.deepEqual(after.get("O-1"), before.get("O-1"));
    assert.deepEqual([...after.keys()].sort(), ["O-1", "O-2", "O-3"]);
    assert.equal(after.get("O-3")?.["status"], replace ? "DISCONTINUED" : "ACTIVE");
    assert.deepEqual(run.leftOut, [
      { line: 2, partNumber: "O-1", by: "Ann" },
      { line: 4, partNumber: "O-4", by: "Ann" },
    ]);
    const written = [
      `${row("O-1", "100.00", 3)},the row was left out by Ann`,
      `${row("O-4", "4.00")},the row was left out by Ann`,
    ];
    assert.equal(run.written, feed(written, `${header},error`));
  });
}

test("guard rails and price changes do not count rows that are left out", async () => {
  const vendor = "Out rails";
  const limits = { fewerRows: 100, goesInactive: 100, priceMove: 50 };
  await take(feed([row("R-1", "1.00"), row("R-2", "2.00")]), { vendor });
  const text = feed([row("R-1", "100.00"), row("R-2", "2.50")]);
  const checked = await take(text, { vendor, limits, dryRun: true });
  assert.deepEqual(
    checked.stops.map(({ code }) => code),
    ["price_moves"],
  );
  assert.deepEqual(
    checked.moves?.map(({ line }) => line),
    [2, 3],
  );
  const run = await take(text, { vendor, limits, out: [2] });
  assert.equal(run.state, "committed");
  assert.deepEqual(
    run.moves?.map(({ line }) => line),
    [3],
  );
  assert.deepEqual(await pricesOf(vendor), { "R-1": "100 10 ACTIVE", "R-2": "250 10 ACTIVE" });
});

test("rows left out are not refused: a strict import goes on", async () => {
  const vendor = "Out strict";
  await take(feed([row("T-1", "1.00")]), { vendor });
  const text = feed([row("T-1", "9.00"), row("T-2", "2.00")]);
  const run = await take(text, { vendor, refusesFile: true, out: [2] });
  assert.equal(run.state, "committed", JSON.stringify(run.stops));
  assert.deepEqual(await pricesOf(vendor), { "T-1": "100 10 ACTIVE", "T-2": "200 10 ACTIVE" });
});

test("a stock row left out keeps the stock, and replacing does not set it out of stock", async () => {
  const vendor = "Out stock";
  await take(feed([row("S-1", "1.00"), row("S-2", "2.00"), row("S-3", "3.00")]), { vendor });
  const before = await offersOf(vendor);
  const text = feed(["S-1,NE,999", "S-2,NE,4"], "part_number,condition,quantity");
  const run = await take(text, { vendor, replace: true, out: [2], isStock: true });
  const { updated, unchanged, emptied, left_out } = run.counts;
  assert.deepEqual(
    { updated, unchanged, emptied, left_out },
    {
      updated: 1,
      unchanged: 0,
      emptied: 1,
      left_out: 1,
    },
  );
  assert.deepEqual((await offersOf(vendor)).get("S-1"), before.get("S-1"));
  assert.deepEqual(await pricesOf(vendor), {
    "S-1": "100 10 ACTIVE",
    "S-2": "200 4 ACTIVE",
    "S-3": "300 0 ACTIVE",
  });
  assert.match(run.written, /S-1,NE,999,the row was left out by Ann/);
});

for (const [rule, line, kept] of [
  ["refuse", 2, "100 10 ACTIVE"],
  ["first", 2, "100 10 ACTIVE"],
  ["last", 3, "100 10 ACTIVE"],
  ["sum", 2, "100 10 ACTIVE"],
] as const satisfies readonly (readonly [RepeatRule, number, string])[]) {
  test(`with the rule ${rule}, leaving out the row that counts keeps its offer`, async () => {
    const vendor = `Out ${rule}`;
    await take(feed([row("L-1", "1.00")]), { vendor });
    const text = feed([row("L-1", "7.00", 5), row("L-1", "7.00", 6), row("L-2", "2.00")]);
    const mapping = { ...noMapping, repeats: rule };
    const run = await take(text, { vendor, mapping, out: [line] });
    assert.deepEqual(await pricesOf(vendor), { "L-1": kept, "L-2": "200 10 ACTIVE" });
    assert.equal(run.counts["left_out"], 1);
  });
}

test("rows that are unchanged or refused are not left out, and the run says so", async () => {
  const vendor = "Out idle";
  await take(feed([row("I-1", "1.00")]), { vendor });
  const text = feed([row("I-1", "1.00"), row("I-2", "many"), row("I-3", "3.00")]);
  const run = await take(text, { vendor, out: [2, 3, 99] });
  assert.equal(run.counts["left_out"], undefined);
  assert.deepEqual([run.counts["unchanged"], run.counts["refused"]], [1, 1]);
  assert.match(run.warnings.join("\n"), /3 rows to leave out would change nothing/);
});

test("a link that a row left out keeps is part of loops that other rows would close", async () => {
  const vendor = "Out loop";
  const columns = `${header},status,superseded_by`;
  const linked = (number: string, to: string) => `${row(number, "1.00")},ACTIVE,${to}`;
  await take(feed([linked("P-1", "P-2"), linked("P-2", "")], columns), { vendor });
  const text = feed([linked("P-1", ""), linked("P-2", "P-1")], columns);
  const run = await take(text, { vendor, out: [2] });
  assert.equal(run.counts["refused"], 1);
  assert.match(run.groups[0]?.reason ?? "", /leads back to itself/);
  const offers = await offersOf(vendor);
  assert.equal(offers.get("P-1")?.["superseded_by"], "P-2");
  assert.equal(offers.get("P-2")?.["superseded_by"], null);
});

test("a row of a long file is left out after unchanged rows are no longer staged", async () => {
  const vendor = "Out long";
  const rows = Array.from({ length: rowsBeforeComparing + 2_000 }, (_, at) =>
    row(`G-${at}`, "1.00"),
  );
  await take(feed(rows), { vendor });
  const last = rows.length - 1;
  const changed = [...rows.slice(0, -2), row(`G-${last - 1}`, "5.00"), row(`G-${last}`, "6.00")];
  const run = await take(feed(changed), { vendor, replace: true, out: [rows.length + 1] });
  const { updated, unchanged, deactivated, left_out } = run.counts;
  assert.deepEqual(
    { updated, unchanged, deactivated, left_out },
    {
      updated: 1,
      unchanged: rows.length - 2,
      deactivated: 0,
      left_out: 1,
    },
  );
  const prices = await pricesOf(vendor);
  assert.equal(prices[`G-${last}`], "100 10 ACTIVE");
  assert.equal(prices[`G-${last - 1}`], "500 10 ACTIVE");
});
