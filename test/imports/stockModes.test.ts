// The mode of a vendor's feeds: declared once, remembered, and required of vendors with old feeds;
// rows of long files whose offers had orders since they were counted (decisions 138 and 153).

import assert from "node:assert/strict";
import { test } from "node:test";
import type { StockMode } from "../../src/catalog/feedStock.ts";
import { rowsBeforeComparing } from "../../src/imports/offers/importCatalog.ts";
import { lockImports } from "../../src/imports/offers/stagingQueries.ts";
import type { RunProgress } from "../../src/imports/run.ts";
import { catalogHeader, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";

const fixture = share(openStockFixture);

const row = (vendor: string, quantity: number) => `M-1,BOLT,NE,EA,${quantity},10.00,USD,${vendor}`;
const feed = (rows: readonly string[], options = {}) =>
  importText(fixture.db, `${[catalogHeader, ...rows].join("\n")}\n`, {
    now: fixture.now,
    ...options,
  });
const declare = (mode: "on-hand" | "available") => ({ stock: { mode, asOf: null } });

async function modeOf(vendor: string): Promise<string | null | undefined> {
  const text = "select stock_mode as mode from vendors where vendor = $1";
  return (await fixture.run<{ mode: string | null }>(text, [vendor]))[0]?.mode;
}

async function availableOf(vendor: string): Promise<number | undefined> {
  const text = "select available_stock as stock from offers where vendor = $1";
  return (await fixture.run<{ stock: number }>(text, [vendor]))[0]?.stock;
}

test("a new vendor is read as on hand, and each vendor as its last feed declared", async () => {
  const first = await feed([row("New", 5)]);
  assert.deepEqual([first.stock?.mode, first.stock?.isDeclared], ["on-hand", false]);
  assert.equal(await modeOf("New"), "on-hand");
  await feed([row("Net", 5)], declare("available"));
  const second = await feed([row("Net", 6)]);
  assert.deepEqual([second.stock?.mode, second.stock?.isDeclared], ["available", false]);
  const both = await feed([row("Net", 7), row("New", 7)]);
  assert.equal(both.stock?.mode, "by vendor");
  await feed([row("Net", 8)], { ...declare("on-hand"), dryRun: true });
  assert.equal(await modeOf("Net"), "available", "a dry run changes no vendor");
  await feed([row("Net", 8)], declare("on-hand"));
  assert.equal(await modeOf("Net"), "on-hand");
});

test("a vendor with feeds from before has to be decided, which a dry run shows", async () => {
  await feed([row("Old", 5)]);
  await fixture.run("update vendors set stock_mode = null where vendor = 'Old'");
  const dry = await feed([row("Old", 9), row("Other", 1)], { dryRun: true });
  assert.deepEqual([dry.state, dry.updated, dry.created], ["previewed", 1, 1]);
  assert.match(dry.warnings.join(), /Choose what the quantities of "Old" mean/);
  const reason = { accepted: "I insist" };
  for (const options of [{}, reason]) {
    const stopped = await feed([row("Old", 9)], options);
    assert.equal(stopped.state, "stopped");
    assert.deepEqual(
      stopped.stops.map(({ code }) => code),
      ["stock_mode"],
    );
  }
  assert.equal(await availableOf("Old"), 5);
  assert.equal((await feed([row("Old", 9)], declare("available"))).state, "committed");
  assert.equal(await availableOf("Old"), 9);
  assert.equal((await feed([row("Old", 8)])).stock?.mode, "available");
});

/** Imports a row of a vendor whose mode changes while the import waits for others. */
async function feedDuringChange(vendor: string, mode: string) {
  const isWaiting = Promise.withResolvers<void>();
  const onProgress = ({ step }: RunProgress) => {
    if (step === "waiting") isWaiting.resolve();
  };
  const feeding = await fixture.db.transaction(async (tx) => {
    await lockImports(tx);
    const started = feed([row(vendor, 9)], { onProgress });
    await isWaiting.promise;
    await runSql(
      tx,
      `insert into vendors values ($1, $2, now())
        on conflict (vendor) do update set stock_mode = excluded.stock_mode`,
      [vendor, mode],
    );
    return { started };
  });
  return feeding.started;
}

test("a feed stops if another one changes the mode of its vendor while it waits", async () => {
  for (const [vendor, before, after] of [
    ["Late", "available", "on-hand"],
    ["First", null, "available"],
  ] as const) {
    if (before !== null) await feed([row(vendor, 5)], declare(before));
    const stopped = await feedDuringChange(vendor, after);
    assert.equal(stopped.state, "stopped");
    assert.match(stopped.stops[0]?.message ?? "", new RegExp(`just changed .* "${vendor}" mean`));
    assert.equal(await availableOf(vendor), before === null ? undefined : 5);
    assert.equal((await feed([row(vendor, 9)])).stock?.mode, after);
  }
});

const filler = (count: number) =>
  Array.from({ length: count }, (_, place) => `F-${place},BOLT,?,EA,1,10.00,USD,Acme`);

/**
 * A file that reaches these rows after the offers of the catalog were read. The filler is refused,
 * and S-0 comes when enough rows were read.
 */
function writeLongFile(rows: Readonly<Record<string, number>>): string {
  const toLine = ([part, quantity]: [string, number]) =>
    `${part},BOLT,NE,EA,${quantity},10.00,USD,Acme`;
  const [first, ...others] = Object.entries({ "S-0": 10, ...rows }).map(toLine);
  const lines = [...filler(rowsBeforeComparing), first, ...filler(5_000), ...others];
  return `${[catalogHeader, ...lines].join("\n")}\n`;
}

async function importLong(
  rows: Readonly<Record<string, number>>,
  mode: StockMode,
  onCompare = () => Promise.resolve(),
) {
  let compared: Promise<void> | undefined;
  const steps: string[] = [];
  const run = await importText(fixture.db, writeLongFile(rows), {
    now: fixture.after(20),
    stock: { mode, asOf: fixture.after(5) },
    onProgress: ({ step }) => {
      if (step !== "comparing" && steps.at(-1) === "comparing") compared ??= onCompare();
      steps.push(step);
    },
  });
  await compared;
  assert.ok(steps.includes("comparing"));
  return run;
}

test("a quantity that equals what is on hand is no change only if no order moved since", async () => {
  await fixture.feedCatalog({ "S-0": 10, "S-1": 10, "S-2": 10, "S-3": 10, "S-4": 10 });
  const shipped = await fixture.order("S-2", 4, 1);
  await fixture.end(shipped, "fulfilled", 6);
  await fixture.order("S-3", 4, 1);
  await fixture.order("S-4", 4, 6);
  const rows = { "S-1": 10, "S-2": 6, "S-3": 10, "S-4": 10 };
  const run = await importLong(rows, "on-hand");
  assert.deepEqual([run.updated, run.unchanged], [1, 4]);
  assert.deepEqual(await fixture.stock("S-2"), { onHand: 2, allocated: 0, available: 2 });
  assert.deepEqual(await fixture.stock("S-3"), { onHand: 10, allocated: 4, available: 6 });
  const net = await importLong({ "S-1": 10, "S-2": 6, "S-3": 6, "S-4": 10 }, "available");
  assert.deepEqual([net.updated, net.unchanged], [1, 4]);
  assert.deepEqual(await fixture.stock("S-2"), { onHand: 6, allocated: 0, available: 6 });
  assert.deepEqual(await fixture.stock("S-4"), { onHand: 10, allocated: 4, available: 6 });
});

test("an order fulfilled while the rows are compared counts once", async () => {
  await fixture.feedCatalog({ "S-5": 10 }, { at: 1, mode: "on-hand" });
  const order = await fixture.order("S-5", 4, 7);
  const run = await importLong({ "S-5": 10 }, "on-hand", async () => {
    assert.equal((await fixture.end(order, "fulfilled", 8)).outcome, "done");
  });
  assert.equal(run.updated, 0);
  assert.deepEqual(await fixture.stock("S-5"), { onHand: 6, allocated: 0, available: 6 });
});
