// The rows that an import would change: shown with filters and as a file, and left out one by one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { maxExcludedRows } from "../../src/imports/excludedRows.ts";
import { maxListedRows } from "../../src/imports/offers/changedRowQueries.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import { expireByAge } from "../../src/jobs/startJobs.ts";
import {
  admin,
  app,
  checkFile,
  commitRun,
  count,
  eventsOn,
  openConsole,
  query,
  reader,
  readPages,
  textOf,
} from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { catalogHeader, checkSent, endOfRun, sendImport } from "../support/sendImport.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

openConsole({ importFileBytes: 4_000_000 });

const fileOf = (rows: readonly string[]) => `${[catalogHeader, ...rows].join("\n")}\n`;

async function check(
  rows: readonly string[],
  fields: Readonly<Record<string, string>> = {},
): Promise<ImportRun> {
  app.clock.now = new Date();
  return checkFile(fileOf(rows), fields);
}

async function commit(checked: ImportRun): Promise<ImportRun> {
  app.clock.now = new Date();
  const run = await commitRun(checked, { reason: "As agreed" });
  assert.equal(run.state, "committed", JSON.stringify(run.report?.stops));
  return run;
}

/** The texts of the rows of a page of changed rows. */
function readRows(page: string): string[] {
  const table = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(page)?.[1] ?? "";
  return Array.from(table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs), ([, row = ""]) => textOf(row).trim());
}

async function rowsOf({ runId }: ImportRun, query = ""): Promise<string[]> {
  const page = await expectAnswer(admin.get(`/console/imports/${runId}/rows${query}`), 200);
  return readRows(page.body);
}

const partsOf = async (run: ImportRun, query: string) =>
  (await rowsOf(run, query)).map((row) => row.split(" ")[0]);

let price = 0;

/** A catalog of a new vendor with four offers, and a file that changes it in every way. */
async function checkChanges(vendor: string): Promise<ImportRun> {
  price += 1;
  await commit(
    await check([
      `${vendor}-1,BOLT,NE,EA,10,50.00,USD,${vendor}`,
      `${vendor}-2,NUT,NE,EA,10,10.00,USD,${vendor}`,
      `${vendor}-3,PIN,NE,EA,10,10.00,USD,${vendor}`,
      `${vendor}-4,KEY,NE,EA,10,${price}.00,USD,${vendor}`,
    ]),
  );
  return check(
    [
      `${vendor}-1,BOLT,NE,EA,10,54.00,USD,${vendor}`,
      `${vendor}-2,=NUT(1),NE,EA,7,4.00,USD,${vendor}`,
      `${vendor}-4,KEY,NE,EA,10,${price}.00,USD,${vendor}`,
      `${vendor}-5,RING,OH,DZ,3,12345.60,USD,${vendor}`,
    ],
    { mode: "replace" },
  );
}

test("a check shows what it would create, change and discontinue, and writes none", async () => {
  const checked = await checkChanges("RA");
  const page = await admin.get(`/console/imports/${checked.runId}`);
  assert.match(textOf(page.body), /Rows that would change.*Filter and download/);
  assert.deepEqual(await rowsOf(checked), [
    "RA-1 BOLT Updated NE, EA, RA +8.0% list price: USD 50.00 → USD 54.00",
    "RA-2 =NUT(1) Updated NE, EA, RA −60.0% " +
      "part name: NUT → =NUT(1) title: NUT → =NUT(1) list price: USD 10.00 → USD 4.00 " +
      "on hand: 10 → 7",
    "RA-5 RING Created OH, DZ, RA list price: USD 12,345.60 on hand: 3",
    "RA-3 PIN Discontinued NE, EA, RA status: ACTIVE → DISCONTINUED",
  ]);
  assert.equal(await count("offer_changes where run_id = $1", [checked.runId]), 0);
  assert.equal(await count("offers where part_number = 'RA-5'"), 0);
});

test("the rows are filtered by kind, field, part number and size of the price change", async () => {
  const checked = await checkChanges("RB");
  for (const [filter, parts] of [
    ["?kind=deactivated", ["RB-3"]],
    ["?kind=created", ["RB-5"]],
    ["?field=list_price", ["RB-1", "RB-2"]],
    ["?field=on_hand", ["RB-2"]],
    ["?part=b-2", ["RB-2"]],
    ["?part=%25", []],
    ["?change=8", ["RB-1", "RB-2"]],
    ["?change=8.1", ["RB-2"]],
    ["?sort=price", ["RB-2", "RB-1"]],
    ["?sort=price&kind=created", []],
  ] as const) {
    assert.deepEqual(await partsOf(checked, filter), parts, filter);
  }
});

test("the file has all rows of the filter, with formulas escaped", async () => {
  const checked = await checkChanges("RC");
  const path = `/console/imports/${checked.runId}/rows.csv?kind=updated`;
  const { body } = await expectAnswer(admin.get(path), 200);
  const [names = [], ...lines] = body
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const rows = lines.map((cells) =>
    names.flatMap((name, place) => (cells[place] ? [`${name} ${cells[place]}`] : [])),
  );
  const offer = "change updated, vendor RC, condition NE, unit_of_measure EA".split(", ");
  const first = "part_number RC-1, price_change_percent 8.00, list_price_before 50.00";
  const second = "part_number RC-2, price_change_percent -60.00, list_price_before 10.00";
  const texts =
    "part_name_before NUT, part_name_after '=NUT(1), title_before NUT, title_after '=NUT(1)";
  const expected = [
    `${first}, list_price_after 54.00`,
    `${second}, list_price_after 4.00, on_hand_before 10, on_hand_after 7, ${texts}`,
  ];
  assert.deepEqual(
    rows.map((row) => row.toSorted()),
    expected.map((row) => [...offer, ...row.split(", ")].toSorted()),
  );
});

test("pages follow each other without gaps or repeats in both orders", async () => {
  const numbers = Array.from({ length: 120 }, (_, place) => `RD-${String(place).padStart(3, "0")}`);
  const listed = (factor: (place: number) => number) =>
    numbers.map((number, place) => `${number},BOLT,NE,EA,1,${100 * factor(place)}.00,USD,RD`);
  await commit(await check(listed(() => 1)));
  // Every third price has the same change.
  const checked = await check(listed((place) => (place % 3 === 0 ? 2 : 3 + place)));
  for (const query of ["", "?sort=price"]) {
    const pages = await readPages(`/console/imports/${checked.runId}/rows${query}`);
    const seen = pages.flatMap(readRows).map((row) => row.split(" ")[0]);
    assert.deepEqual(seen.toSorted(), numbers);
    if (query === "") assert.deepEqual(seen, numbers);
    else assert.equal(seen[0], "RD-119");
  }
});

test("a check says so if the catalog of its vendor has changed since, and is repeated", async () => {
  const checked = await checkChanges("RE");
  const isOutdated = async () => {
    const page = await admin.get(`/console/imports/${checked.runId}`);
    return page.body.includes("The catalog has changed since this check.");
  };
  assert.equal(await isOutdated(), false);
  await commit(await check(["RF-1,BOLT,NE,EA,10,1.00,USD,RF"]));
  assert.equal(await isOutdated(), false);
  await commit(await check(["RE-9,BOLT,NE,EA,10,1.00,USD,RE"]));
  assert.equal(await isOutdated(), true);
  const page = `/console/imports/${checked.runId}`;
  assert.doesNotMatch((await admin.get(page)).body, /Import file/);
  const refused = admin.post(`${page}/commit`, { policy: "good" });
  await expectAnswer(refused, 409, /Check the file again before you import it/);
  assert.equal(await count("offers where vendor = 'RE' and list_price = 54"), 0);
});

test("a committed run shows the rows that its check has shown, until they expire", async () => {
  const checked = await checkChanges("RG");
  const shown = await rowsOf(checked);
  const committed = await commit(checked);
  assert.deepEqual(await rowsOf(committed), shown);
  const days = { offerChangesDays: 0, sentMailDays: 0, quickOrderDays: 0, importFileDays: 1 };
  for (const [age, kept] of [
    [6, 4],
    [8, 0],
  ] as const) {
    const at = new Date(committed.startedAt.getTime() + age * 86_400_000);
    const retention = { ...days, refusedRowsDays: 7 };
    await expireByAge(app.database.db, "expire_refused_rows", retention, at);
    assert.equal(await count("import_changed_rows where run_id = $1", [committed.runId]), kept);
  }
  const page = admin.get(`/console/imports/${committed.runId}/rows`);
  await expectAnswer(page, 200, /No matching rows/);
});

test("a stock file shows the stock before and after", async () => {
  await commit(await check(["RH-1,BOLT,NE,EA,10,1.00,USD,RH", "RH-2,NUT,NE,EA,2000,1.00,USD,RH"]));
  const text = "part_number,condition,vendor,available_stock\nRH-1,NE,RH,1234\n";
  const sent = await sendImport(app, admin, text, { kind: "stock", mode: "replace" });
  const checked = await checkSent(app, admin, sent);
  assert.deepEqual(await rowsOf(checked), [
    "RH-1 BOLT Updated NE, EA, RH on hand: 10 → 1,234",
    "RH-2 NUT Set out of stock NE, EA, RH on hand: 2,000 → 0",
  ]);
  assert.deepEqual(await partsOf(checked, "?kind=emptied"), ["RH-2"]);
});

test("a price in another currency has no percentage and comes first; one that stays has none; a tiny change is not none", async () => {
  const row = (number: string, stock: number, price: string) =>
    `${number},BOLT,NE,EA,${stock},${price},USD,RT`;
  await commit(
    await check([
      row("RT-1", 5, "2.00"),
      row("RT-2", 5, "1000.00"),
      row("RT-3", 5, "1000.00"),
      row("RT-4", 5, "10.00"),
    ]),
  );
  const changed = [row("RT-1", 6, "2.00"), row("RT-2", 5, "1000.01"), row("RT-3", 5, "999.99")];
  const checked = await check([...changed, row("RT-4", 5, "10.00").replace("USD", "EUR")]);
  const expected = [
    "RT-1 BOLT Updated NE, EA, RT on hand: 5 → 6",
    "RT-2 BOLT Updated NE, EA, RT less than +0.1% list price: USD 1,000.00 → USD 1,000.01",
    "RT-3 BOLT Updated NE, EA, RT less than −0.1% list price: USD 1,000.00 → USD 999.99",
    "RT-4 BOLT Updated NE, EA, RT no percentage currency: USD → EUR",
  ];
  assert.deepEqual(await rowsOf(checked), expected);
  assert.equal((await rowsOf(checked, "?sort=price"))[0], expected[3]);
});

test("a run that commits many rows shows those of its last check", async () => {
  const rows = Array.from(
    { length: maxListedRows + 1 },
    (_, place) => `RK-${place},BOLT,NE,EA,1,10.00,USD,RK`,
  );
  const checked = await check(rows);
  const committed = await commit(checked);
  const stored = "import_changed_rows where run_id = $1";
  assert.equal(await count(stored, [checked.runId]), maxListedRows + 1);
  assert.equal(await count(stored, [committed.runId]), 0);
  assert.deepEqual(await rowsOf(committed), await rowsOf(checked));
});

/** Another operator who imports. */
let bob: TestOperator;

before(async () => {
  bob = await openOperator(app, { role: "catalog manager", name: "Bob" });
});

const row = (number: string, price: string, vendor: string, stock = 10) =>
  `${number},BOLT,NE,EA,${stock},${price},USD,${vendor}`;

/** Presses a button of the page of a run, with some lines selected. */
async function press(
  run: ImportRun,
  action: string,
  lines: readonly (number | string)[],
  by = admin,
) {
  app.clock.now = new Date();
  const selected = new URLSearchParams(lines.map((line) => ["line", String(line)]));
  return by.post(`/console/imports/${run.runId}/${action}`, selected);
}

const leaveOut = async (run: ImportRun, lines: readonly number[], operator = admin) =>
  endOfRun(app, await press(run, "leave-out", lines, operator));

async function pageOf(run: ImportRun, under = ""): Promise<string> {
  const page = await expectAnswer(admin.get(`/console/imports/${run.runId}${under}`), 200);
  return page.body;
}

/** The boxes of a page: the form that each belongs to, and its line. */
const boxes = (page: string) =>
  [...page.matchAll(/form="([a-z-]+)" name="line" value="(\d+)"/g)].map(
    ([, form, line]) => `${form} ${line}`,
  );

async function pricesOf(vendor: string): Promise<string[]> {
  const text = `select concat_ws(' ', part_number, list_price, status) as text
    from offers where vendor = $1 order by part_number`;
  return (await query<{ text: string }>(text, [vendor])).map((one) => one.text);
}

/** A catalog of three offers, and a check that would change one by 100 times. */
async function checkWrongPrice(vendor: string, mode = "merge"): Promise<ImportRun> {
  const names = [1, 2, 3].map((at) => `${vendor}-${at}`);
  const known = await commit(await check(names.map((name) => row(name, "1.00", vendor))));
  assert.equal(known.state, "committed");
  const [first = "", second = ""] = names;
  const rows = [row(first, "100.00", vendor), row(second, "1.10", vendor)];
  return check([...rows, row(`${vendor}-4`, "4.00", vendor)], { mode });
}

test("a row with a wrong price is left out, the others are imported, and the run says who", async () => {
  const vendor = "LOA";
  const checked = await checkWrongPrice(vendor, "replace");
  assert.equal(checked.state, "stopped");
  const shown = await pageOf(checked);
  assert.match(shown, /To import the file without some rows/);
  assert.deepEqual(boxes(shown), [
    "moves 2",
    "moves 3",
    "first-rows 2",
    "first-rows 3",
    "first-rows 4",
  ]);
  assert.match(shown, /aria-label="Leave out LOA-1, line 2"/);
  const again = await leaveOut(checked, [2]);
  assert.deepEqual(
    again.report?.stops.map(({ code }) => code),
    ["goes_inactive"],
  );
  const { created, updated, deactivated, left_out } = again.report?.counts ?? {};
  assert.deepEqual([created, updated, deactivated, left_out], [1, 1, 1, 1]);
  assert.deepEqual(again.excluded, [{ line: 2, by: "Olga Operator" }]);
  const preview = await pageOf(again);
  assert.match(preview, /Rows left out[\s\S]*LOA-1/);
  assert.deepEqual(boxes(preview)[0], "moves 3");
  assert.ok(boxes(preview).includes("included 2"));
  const run = await commit(again);
  assert.equal(run.state, "committed", JSON.stringify(run.report?.stops));
  assert.deepEqual(await pricesOf(vendor), [
    "LOA-1 100 ACTIVE",
    "LOA-2 110 ACTIVE",
    "LOA-3 100 DISCONTINUED",
    "LOA-4 400 ACTIVE",
  ]);
  const page = await pageOf(run);
  expectTexts(page, /Rows that were left out/, "Olga Operator");
  assert.deepEqual(boxes(page), []);
  const reason = "LOA-1,BOLT,NE,EA,10,100.00,USD,LOA,the row was left out by Olga Operator";
  await expectAnswer(admin.get(`/console/imports/${run.runId}/refused.csv`), 200, reason);
});

test("all changed rows have a box, and those left out are a list of their own", async () => {
  const checked = await checkWrongPrice("LOB");
  assert.deepEqual(boxes(await pageOf(checked, "/rows?sort=price")), ["all-rows 2", "all-rows 3"]);
  const again = await leaveOut(checked, [2, 4]);
  assert.deepEqual(boxes(await pageOf(again, "/rows")), ["all-rows 3"]);
  const out = await pageOf(again, "/rows?kind=left_out");
  assert.deepEqual(boxes(out), ["all-rows 2", "all-rows 4"]);
  expectTexts(out, /USD 1\.00[\s\S]*USD 100\.00/, /Include LOB-1, line 2/);
  const csv = await admin.get(`/console/imports/${again.runId}/rows.csv?kind=left_out`);
  const rows = csv.body.trim().split("\n").slice(1);
  const parts = rows.map((line) => line.split(",")[1]);
  assert.deepEqual(parts, ["LOB-1", "LOB-4"]);
  const included = await endOfRun(app, await press(again, "include", [2]));
  assert.deepEqual(included.excluded, [{ line: 4, by: "Olga Operator" }]);
  assert.equal(included.state, "stopped");
});

test("rows left out stay left out when the file is checked again, also after another change", async () => {
  const vendor = "LOC";
  const checked = await leaveOut(await checkWrongPrice(vendor), [2]);
  await commit(await check([row("LOC-2", "1.20", vendor)]));
  assert.equal((await press(checked, "commit", [])).statusCode, 409);
  const file = `/console/imports/files/${checked.fileId}`;
  const { body } = await admin.get(file);
  const version = /name="version" value="(\d+)"/.exec(body)?.[1] ?? "";
  const again = await endOfRun(app, await admin.post(`${file}/check`, { version }));
  assert.deepEqual(again.excluded, checked.excluded);
  assert.equal(again.report?.counts["left_out"], 1);
  assert.match(await pageOf(again), /Rows left out[\s\S]*LOC-1/);
});

test("an import leaves out what its check has shown, whatever was chosen since, and who chose is recorded", async () => {
  const vendor = "LOD";
  const first = await leaveOut(await checkWrongPrice(vendor), [2]);
  const second = await leaveOut(first, [3], bob);
  assert.deepEqual(second.excluded, [
    { line: 2, by: "Olga Operator" },
    { line: 3, by: "Bob" },
  ]);
  await commit(first);
  const prices = ["LOD-1 100 ACTIVE", "LOD-2 110 ACTIVE", "LOD-3 100 ACTIVE", "LOD-4 400 ACTIVE"];
  assert.deepEqual(await pricesOf(vendor), prices);
  const [event] = await eventsOn(String(first.fileId));
  assert.deepEqual(
    [event?.action, event?.operatorName],
    ["left out rows of an import file", "Bob"],
  );
  const after = { run: first.runId, lines: [3], file_name: "offers.csv" };
  assert.deepEqual(JSON.parse(event?.after ?? ""), after);
});

test("lines that the check does not list are no selection", async () => {
  const checked = await checkWrongPrice("LOF");
  for (const line of ["", "1", "99", "2 or 1=1", "1000000001"]) {
    await expectAnswer(press(checked, "leave-out", [line]), 422, /Select at least one row\./);
  }
});

test(`at most ${maxExcludedRows} rows are left out of a file`, async () => {
  const rows = Array.from({ length: maxExcludedRows + 1 }, (_, at) =>
    row(`LOG-${at}`, "1.00", "LOG"),
  );
  const checked = await check(rows);
  const lines = rows.map((_, at) => at + 2);
  await expectAnswer(press(checked, "leave-out", lines), 422, /Correct the file/);
  const most = await leaveOut(checked, lines.slice(0, -1));
  assert.equal(most.report?.counts["left_out"], maxExcludedRows);
  assert.equal(most.report?.counts["created"], 1);
});

test("rows of a committed run, of a deleted file and for readers cannot be left out", async () => {
  const checked = await checkWrongPrice("LOH");
  const read = await reader.get(`/console/imports/${checked.runId}`);
  assert.deepEqual(boxes(read.body), []);
  await expectAnswer(press(checked, "leave-out", [2], reader), 403);
  const run = await commit(await leaveOut(checked, [2]));
  for (const ended of [run, checked]) await expectAnswer(press(ended, "leave-out", [3]), 409);
  assert.deepEqual(boxes(await pageOf(checked)), []);
});

test("the lines of another sheet are other rows, so none stays left out", async () => {
  const checked = await check([row("LOJ-1", "1.00", "LOJ")]);
  await leaveOut(checked, [2]);
  const text = `update import_files set mapping = '[[],[],null,"Other"]' where file_id = $1`;
  await query(text, [checked.fileId]);
  assert.equal((await press(checked, "leave-out", [2])).statusCode, 409);
});
