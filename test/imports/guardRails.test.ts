// What stops an import, what lets it continue, and what its run records.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { RunId, RunSource } from "../../src/imports/run.ts";
import { selectRun, selectRuns } from "../../src/imports/runQueries.ts";
import { type FeedOptions, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const limits = { fewerRows: 50, goesInactive: 20, priceMove: 50 };
const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor,status";

type Row = { number: string; price?: string; status?: string; vendor?: string };

function feed(rows: readonly Row[], end = "\n"): string {
  const lines = rows.map(
    ({ number, price = "10.00", status = "ACTIVE", vendor = "Acme" }) =>
      `${number},BOLT,NE,EA,5,${price},USD,${vendor},${status}`,
  );
  return `${[header, ...lines].join("\n")}${end}`;
}

const ten: Row[] = Array.from({ length: 10 }, (_, place) => ({ number: `P-${place}` }));

function source(text: string): RunSource {
  const sha256 = createHash("sha256").update(text).digest();
  return { fileName: "feed.csv", bytes: Buffer.byteLength(text), sha256 };
}

async function importGuarded(text: string, options: FeedOptions = {}) {
  return importText(database.db, text, { limits, source: source(text), ...options });
}

const codesOf = (run: { stops: readonly { code: string }[] }) => run.stops.map(({ code }) => code);

async function pricesNow(): Promise<string[]> {
  const rows = await runSql<{ list_price: string }>(
    database.db,
    "select list_price from offers order by part_number",
  );
  return rows.map(({ list_price }) => list_price);
}

test("a price may change by up to the limit; a larger change stops the run", async () => {
  await importGuarded(feed(ten));
  const by50 = [{ number: "P-0", price: "15.00" }, ...ten.slice(1)];
  assert.deepEqual(codesOf(await importGuarded(feed(by50))), []);
  const by51 = [{ number: "P-0", price: "22.51" }, ...ten.slice(1)];
  const run = await importGuarded(feed(by51));
  assert.equal(run.state, "stopped");
  assert.deepEqual(run.stops, [
    {
      code: "price_moves",
      message:
        "The price of 1 offer would change by more than 50%: " +
        'P-0 of "Acme" from USD 15.00 to USD 22.51.',
    },
  ]);
  assert.equal(run.updated, 1, "it says what it would have done");
  assert.equal((await pricesNow())[0], "1500");
});

test("up to a fifth of a vendor's offers may become inactive; more stop the run", async () => {
  await importGuarded(feed(ten));
  const inactive = (count: number): Row[] =>
    ten.map((row, place) => ({ ...row, status: place < count ? "ON_HOLD" : "ACTIVE" }));
  assert.equal((await importGuarded(feed(inactive(2)))).state, "committed");
  const run = await importGuarded(feed(inactive(4)));
  assert.deepEqual([run.state, codesOf(run)], ["stopped", ["goes_inactive"]]);
  assert.match(run.stops[0]?.message ?? "", /^2 of 8 active offers of "Acme"/);
});

test("with --replace, missing offers count as becoming inactive", async () => {
  await importGuarded(feed(ten));
  const replaced = await importGuarded(feed(ten.slice(0, 8)), { replace: true });
  assert.deepEqual([replaced.state, replaced.deactivated], ["committed", 2]);
  const run = await importGuarded(feed(ten.slice(0, 6)), { replace: true });
  assert.deepEqual([run.state, codesOf(run)], ["stopped", ["goes_inactive"]]);
});

test("a file may have half the rows of the last one; fewer stop the run", async () => {
  await importGuarded(feed(ten));
  assert.equal((await importGuarded(feed(ten.slice(0, 5)))).state, "committed");
  const run = await importGuarded(feed(ten.slice(0, 2)));
  assert.deepEqual([run.state, codesOf(run)], ["stopped", ["fewer_rows"]]);
});

const named = (fileName: string) => ({ source: { fileName, bytes: null, sha256: null } });
const tenOf = (vendor: string): Row[] => ten.map((row) => ({ ...row, vendor }));

test("rows are compared with the last file about the same vendors, whatever its name", async () => {
  await importGuarded(feed(tenOf("Acme")), named("acme-jan.csv"));
  const other = await importGuarded(feed(tenOf("Bolts").slice(0, 1)), named("acme-feb.csv"));
  assert.deepEqual([other.state, codesOf(other)], ["committed", []], "another vendor's file");
  const next = await importGuarded(feed(tenOf("Acme").slice(0, 1)), named("acme-feb.csv"));
  assert.deepEqual([next.state, codesOf(next)], ["stopped", ["fewer_rows"]]);
  const withVendor = { ...named("list.csv"), vendor: "Acme" };
  const byOption = await importGuarded(feed(tenOf("Acme").slice(0, 1)), withVendor);
  assert.deepEqual(codesOf(byOption), ["fewer_rows"], "the vendor can also be an option");
});

test("a file whose rows are all refused is not compared with another such file", async () => {
  const refused = (rows: readonly Row[]) => feed(rows.map((row) => ({ ...row, price: "?" })));
  await importGuarded(refused(tenOf("Acme")), named("acme.csv"));
  const other = await importGuarded(refused(tenOf("Bolts").slice(0, 1)), named("bolts.csv"));
  assert.deepEqual([other.state, codesOf(other)], ["committed", []]);
});

test("a file that lacks whole vendors is compared with the last file of its name", async () => {
  await importGuarded(feed([...ten, ...tenOf("Bolts"), ...tenOf("Clamps")]), named("all-01.csv"));
  const lost = await importGuarded(feed(ten), named("all-02.csv"));
  assert.deepEqual(codesOf(lost), ["fewer_rows"]);
  const ownList = await importGuarded(feed(ten.slice(0, 1)), named("acme.csv"));
  assert.deepEqual(codesOf(ownList), [], "a vendor's own file is none of several vendors");
});

test("an accepted smaller file is compared only with files of its size, not with the full feed", async () => {
  await importGuarded(feed(ten));
  const accepted = "corrections";
  assert.equal((await importGuarded(feed(ten.slice(0, 1)), { accepted })).state, "committed");
  assert.equal((await importGuarded(feed(ten.slice(0, 2)))).state, "committed");
  const renewed = await importGuarded(feed(ten), { accepted });
  assert.equal(renewed.state, "committed");
  await importGuarded(feed(ten.slice(0, 1)), { accepted });
  const cut = await importGuarded(feed(ten.slice(0, 4)));
  assert.deepEqual([cut.state, codesOf(cut)], ["stopped", ["fewer_rows"]]);
});

test("a corrected file of refused rows can be small and is no basis for comparison", async () => {
  await importGuarded(feed(ten));
  const [, row = ""] = feed(ten.slice(0, 1)).split("\n");
  const corrected = await importGuarded(`${header},error\n${row},was much\n`);
  assert.deepEqual([corrected.state, codesOf(corrected)], ["committed", []]);
  const cut = await importGuarded(feed(ten.slice(0, 4)));
  assert.deepEqual([cut.state, codesOf(cut)], ["stopped", ["fewer_rows"]]);
});

test("a run without recorded vendors is found by its file name", async () => {
  await importGuarded(feed(ten));
  await runSql(database.db, "update import_runs set vendors = null");
  const fewer = feed(ten.slice(0, 1));
  assert.deepEqual(codesOf(await importGuarded(fewer, named("feed2.csv"))), ["fewer_rows"]);
  assert.deepEqual(codesOf(await importGuarded(fewer, named("other.csv"))), []);
});

test("a truncated last line stops the run; a missing final line break does not", async () => {
  assert.equal((await importGuarded(feed(ten, ""))).state, "committed");
  const cut = feed([...ten, { number: "P-99" }], "").slice(0, -20);
  const run = await importGuarded(cut);
  assert.deepEqual([run.state, codesOf(run)], ["stopped", ["cut_off"]]);
});

test("a refused row stops the run only if refused rows are not allowed", async () => {
  const text = feed([...ten, { number: "P-10", price: "much" }]);
  const strict = await importGuarded(text, { refusesFile: true });
  assert.deepEqual([strict.state, codesOf(strict)], ["stopped", ["rows_refused"]]);
  const lenient = await importGuarded(text);
  assert.deepEqual([lenient.state, lenient.created, lenient.refused], ["committed", 10, 1]);
});

test("importing the same file again does nothing until another file has been imported", async () => {
  const text = feed(ten);
  await importGuarded(text);
  const again = await importGuarded(text);
  assert.deepEqual([again.state, codesOf(again), again.counts], ["stopped", ["same_file"], {}]);
  const other = { vendor: "Acme", accepted: "a correction" };
  await importGuarded(feed([{ number: "P-0", price: "11.00" }]), other);
  const restored = await importGuarded(text);
  assert.deepEqual([restored.state, restored.updated], ["committed", 1]);
});

test("a reason lets a run continue and is stored with it", async () => {
  await importGuarded(feed(ten));
  const raised = feed([{ number: "P-0", price: "99.00" }, ...ten.slice(1)]);
  const run = await importGuarded(raised, { accepted: "new price list of 2027" });
  assert.deepEqual([run.state, codesOf(run)], ["committed", ["price_moves"]]);
  assert.equal((await pricesNow())[0], "9900");
  const stored = await selectRun(database.db, run.runId);
  assert.equal(stored?.accepted, "new price list of 2027");
});

test("a dry run reports which guard rail would stop the import, and still counts every row", async () => {
  await importGuarded(feed(ten));
  const raised = feed([{ number: "P-0", price: "99.00" }, ...ten.slice(1)]);
  const dry = await importGuarded(raised, { dryRun: true });
  assert.deepEqual([dry.state, codesOf(dry), dry.updated], ["stopped", ["price_moves"], 1]);
  assert.equal((await pricesNow())[0], "1000");
});

test("every run is stored with what it read, what it did and how it ended", async () => {
  const text = feed(ten);
  await importGuarded(text, { startedBy: "a test" });
  await assert.rejects(importGuarded("no header\n"), { name: "UnreadableFile" });
  const [failed, first] = await selectRuns(database.db, 10);
  assert.deepEqual([failed?.state, failed?.report], ["failed", null]);
  assert.match(failed?.message ?? "", /Missing columns/);
  assert.ok(first);
  const { state, kind, mode, fileName, fileSha256, startedBy, report, endedAt } = first;
  assert.deepEqual(
    { state, kind, mode, fileName, fileSha256, startedBy, counts: report?.counts },
    {
      state: "committed",
      kind: "catalog",
      mode: "merge",
      fileName: "feed.csv",
      fileSha256: source(text).sha256?.toString("hex"),
      startedBy: "a test",
      counts: {
        created: 10,
        updated: 0,
        unchanged: 0,
        deactivated: 0,
        refused: 0,
        on_request: 0,
        rows: 10,
      },
    },
  );
  assert.ok(endedAt instanceof Date);
  assert.equal(await selectRun(database.db, 999 as RunId), undefined);
});

test("the same file is imported again after refused rows or with other columns", async () => {
  const text = feed([...ten, { number: "P-10", price: "much" }]);
  await importGuarded(text);
  assert.equal((await importGuarded(text)).state, "committed");
  const good = feed(ten);
  await importGuarded(good);
  const mapping = { headers: new Map(), fixed: new Map([["manufacturer", "Acme"]]) };
  const run = await importGuarded(good, { mapping });
  assert.deepEqual([run.state, run.updated], ["committed", 10]);
});

test("a refused value that the database cannot store does not block later imports", async () => {
  const text = feed([{ number: "P-0", price: "1\u00002" }, { number: "P-1" }]);
  assert.equal((await importGuarded(text)).refused, 1);
  const emoji = `${"x".repeat(199)}\u{1f600}`;
  assert.equal((await importGuarded(feed([{ number: "P-2", price: emoji }]))).refused, 1);
  assert.equal((await importGuarded(feed(ten))).state, "committed");
});
