// Counts older than those of the offers do not apply, unless that is chosen (decision 153).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConductedRun } from "../../src/imports/conductRun.ts";
import { importText } from "../support/importText.ts";
import { share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";

const fixture = share(openStockFixture);
let made = 0;

const newPart = () => {
  made += 1;
  return `C-${100 + made}`;
};
const stockFile = (rows: Readonly<Record<string, number>>) =>
  `part_number,vendor,condition,quantity\n${Object.entries(rows)
    .map(([part, quantity]) => `${part},Acme,NE,${quantity}\n`)
    .join("")}`;
const onHandOf = async (part: string, { stock } = fixture) => (await stock(part))?.onHand;
const reasons = ({ refusals }: ConductedRun) => refusals.map(({ reason }) => reason);

for (const kind of ["catalog", "stock"] as const) {
  const feed = (rows: Readonly<Record<string, number>>, options = {}) =>
    kind === "catalog"
      ? fixture.feedCatalog(rows, options)
      : fixture.feedStock(stockFile(rows), options);

  test(`a ${kind} row counted before the last count of its offer is refused with both times`, async () => {
    const [part, other] = [newPart(), newPart()];
    await fixture.feedCatalog({ [part]: 10, [other]: 5 }, { asOf: -60 });
    await feed({ [part]: 30 }, { at: 20 });
    const run = await feed({ [part]: 11, [other]: 6 }, { at: 30, asOf: 10 });
    assert.equal(run.state, "committed");
    assert.deepEqual([run.counts["updated"], run.counts["refused"]], [1, 1]);
    assert.deepEqual([await onHandOf(part), await onHandOf(other)], [30, 6]);
    const [reason] = reasons(run);
    const times = [10, 20].map((minute) => fixture.after(minute).toISOString().slice(0, 19));
    assert.match(reason ?? "", new RegExp(`${times[0]}Z, before the last count .*${times[1]}Z`));
    assert.match(run.warnings.join(), /1 row was refused because the stock .* counted later/);
  });

  test(`a ${kind} row of the same or a later time applies, an older one if that is chosen`, async () => {
    const part = newPart();
    await fixture.feedCatalog({ [part]: 10 }, { at: 5 });
    await feed({ [part]: 11 }, { at: 6, asOf: 5 });
    assert.equal(await onHandOf(part), 11);
    const older = { at: 7, asOf: 4 };
    assert.equal((await feed({ [part]: 12 }, older)).counts["refused"], 1);
    const applied = await feed({ [part]: 12 }, { ...older, appliesOlder: true });
    assert.equal(applied.stock?.appliesOlder, true);
    assert.equal(await onHandOf(part), 12);
  });

  test(`a count that confirmed the quantity is the last count of a ${kind} file too`, async () => {
    const part = newPart();
    await fixture.feedCatalog({ [part]: 10 }, { at: 1 });
    assert.equal((await feed({ [part]: 10 }, { at: 9 })).counts["unchanged"], 1);
    const older = await feed({ [part]: 3 }, { at: 10, asOf: 5 });
    assert.equal(older.counts["refused"], 1);
    const same = await feed({ [part]: 10 }, { at: 10, asOf: 5 });
    assert.deepEqual([same.counts["refused"], same.counts["unchanged"]], [0, 1]);
    const between = await feed({ [part]: 4 }, { at: 11, asOf: 7 });
    assert.equal(between.counts["refused"], 1, "an older count that confirms is not the last one");
  });

  test(`a ${kind} file that replaces ends no offer that was counted later`, async () => {
    const [part, later, gone] = [newPart(), newPart(), newPart()];
    const vendor = `R-${kind}`;
    const rows = [part, later, gone].map((number) => `${number},BOLT,NE,EA,7,10.00,USD,${vendor}`);
    const header = "part_number,part_name,condition,unit_of_measure,available_stock,price";
    const text = (lines: readonly string[]) => `${header},currency,vendor\n${lines.join("\n")}\n`;
    const at = (minute: number, asOf: number) => ({
      now: fixture.after(minute),
      stock: { mode: null, asOf: fixture.after(asOf) },
    });
    await importText(fixture.db, text(rows), at(1, 1));
    await importText(fixture.db, text(rows.slice(1, 2)), at(20, 20));
    const file = `part_number,vendor,condition,quantity\n${part},${vendor},NE,7\n`;
    const options = { replace: true, at: 30, asOf: 10 };
    if (kind === "stock") await fixture.feedStock(file, options);
    else await importText(fixture.db, text(rows.slice(0, 1)), { replace: true, ...at(30, 10) });
    const stored = await fixture.run<{ number: string; stock: number; status: string }>(
      `select part_number as number, available_stock as stock, status from offers
        where vendor = $1 order by offer_id`,
      [vendor],
    );
    const ended =
      kind === "stock" ? { stock: 0, status: "ACTIVE" } : { stock: 7, status: "DISCONTINUED" };
    const kept = { stock: 7, status: "ACTIVE" };
    assert.deepEqual(stored, [
      { number: part, ...kept },
      { number: later, ...kept },
      { number: gone, ...ended },
    ]);
  });
}

test("an older catalog file changes no price, and brings back no offer that ended since", async () => {
  const header = "part_number,part_name,condition,unit_of_measure,available_stock,price";
  const send = (rows: Readonly<Record<string, string>>, at: number, asOf = at, replace = false) => {
    const lines = Object.entries(rows).map(
      ([part, price]) => `${part},BOLT,NE,EA,5,${price},USD,O-1`,
    );
    const text = `${header},currency,vendor\n${lines.join("\n")}\n`;
    const stock = { mode: null, asOf: fixture.after(asOf) };
    return importText(fixture.db, text, { replace, now: fixture.after(at), stock });
  };
  const [priced, ended] = [newPart(), newPart()];
  await send({ [priced]: "10.00", [ended]: "10.00" }, 1);
  await send({ [priced]: "11.00" }, 20, 20, true);
  const older = await send({ [priced]: "10.00", [ended]: "10.00" }, 30, 10);
  assert.equal(older.counts["refused"], 2);
  const stored = await fixture.run<{ price: string; status: string }>(
    "select list_price::text as price, status from offers where vendor = 'O-1' order by offer_id",
  );
  assert.deepEqual(stored, [
    { price: "1100", status: "ACTIVE" },
    { price: "1000", status: "DISCONTINUED" },
  ]);
});

test("an edit by hand is a count, until it is undone", async () => {
  const part = newPart();
  await fixture.feedCatalog({ [part]: 10 }, { at: 1 });
  const runId = await fixture.editStock(await fixture.offerOf(part), 25, 20);
  const older = { at: 30, asOf: 10 };
  assert.equal((await fixture.feedStock(stockFile({ [part]: 9 }), older)).counts["refused"], 1);
  assert.ok(runId);
  await fixture.revert(runId, 31);
  assert.equal((await fixture.feedStock(stockFile({ [part]: 9 }), older)).counts["refused"], 0);
  assert.equal(await onHandOf(part), 9);
});

test("reverting a run restores the time of the count before it", async () => {
  const part = newPart();
  await fixture.feedCatalog({ [part]: 10 }, { at: 10 });
  const wrong = await fixture.feedStock(stockFile({ [part]: 99 }), { at: 40 });
  await fixture.revert(wrong.runId, 41);
  const between = await fixture.feedStock(stockFile({ [part]: 12 }), { at: 50, asOf: 30 });
  assert.deepEqual([between.counts["refused"], await onHandOf(part)], [0, 12]);
  const older = await fixture.feedStock(stockFile({ [part]: 1 }), { at: 51, asOf: 5 });
  assert.equal(older.counts["refused"], 1);
});

test("a long file counts all offers of its vendor", async (t) => {
  // It counts all offers of Acme, those of other tests too.
  const own = await openStockFixture();
  t.after(() => own.close());
  const part = newPart();
  await own.feedCatalog({ [part]: 10 }, { at: 1 });
  const rows = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`L-${at}`, 1]));
  await own.feedCatalog(rows, { at: 60 });
  const older = await own.feedStock(stockFile({ [part]: 9 }), { at: 70, asOf: 50 });
  assert.deepEqual([older.counts["refused"], await onHandOf(part, own)], [1, 10]);
  await own.feedCatalog(rows, { at: 71, asOf: 40 });
  const between = await own.feedStock(stockFile({ "L-0": 9 }), { at: 72, asOf: 50 });
  assert.equal(between.counts["refused"], 1, "an older long file that confirms is not the last");
  const stored = await own.run<{ count: number }>(
    `select count(*)::integer as count from offer_counts
      where run_id = (select counted_run from vendors where vendor = 'Acme')`,
  );
  assert.equal(stored[0]?.count, 0);
});
