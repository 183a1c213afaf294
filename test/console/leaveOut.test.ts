// Rows that an operator leaves out of a checked file, with the form of its page (decision 244).
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxExcludedRows } from "../../src/imports/excluded/excludedRows.ts";
import type { ImportRun } from "../../src/imports/importRun.ts";
import { openImportSite } from "../support/importSite.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let admin: Hand;
let other: Hand;
const site = openImportSite(async () => {
  admin = await openHand("Ann");
  other = await openHand("Bob");
});

type Hand = TestOperator & { readonly name: string };

async function openHand(name: string): Promise<Hand> {
  return { ...(await openOperator(site.app, { role: "catalog manager", name })), name };
}

const row = (number: string, price: string, vendor: string, stock = 10) =>
  `${number},BOLT,NE,EA,${stock},${price},USD,${vendor}`;

async function send(rows: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  site.app.clock.now = new Date();
  return sendImport(site.app, admin, `${[catalogHeader, ...rows].join("\n")}\n`, fields);
}

const check = async (rows: readonly string[], fields: Readonly<Record<string, string>> = {}) =>
  checkSent(site.app, admin, await send(rows, fields));

/** Presses a button of the page of a run, with some lines selected. */
async function press(
  run: ImportRun,
  action: string,
  lines: readonly (number | string)[],
  { cookie }: Pick<TestOperator, "cookie"> = admin,
) {
  site.app.clock.now = new Date();
  return site.app.server.inject({
    method: "POST",
    url: `/console/imports/${run.runId}/${action}`,
    headers: {
      cookie,
      "sec-fetch-site": "same-origin",
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: String(new URLSearchParams(lines.map((line) => ["line", String(line)]))),
  });
}

const leaveOut = async (run: ImportRun, lines: readonly number[], operator = admin) =>
  endOfRun(site.app, await press(run, "leave-out", lines, operator));

async function commit(run: ImportRun): Promise<ImportRun> {
  site.app.clock.now = new Date();
  const address = `/console/imports/${run.runId}/commit`;
  return endOfRun(site.app, await admin.post(address, { reason: "As agreed" }));
}

async function pageOf(run: ImportRun, under = ""): Promise<string> {
  const page = await admin.get(`/console/imports/${run.runId}${under}`);
  assert.equal(page.statusCode, 200);
  return page.body;
}

const boxes = (page: string) =>
  [...page.matchAll(/form="([a-z-]+)" name="line" value="(\d+)"/g)].map(([, form, line]) => [
    form,
    Number(line),
  ]);

async function pricesOf(vendor: string): Promise<string[]> {
  const rows = await site.app.database.db.query<{ text: string }>({
    name: "test_prices",
    text: `select concat_ws(' ', part_number, list_price, status) as text
      from offers where vendor = $1 order by part_number`,
    values: [vendor],
  });
  return rows.map(({ text }) => text);
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
    ["moves", 2],
    ["moves", 3],
    ["first-rows", 2],
    ["first-rows", 3],
    ["first-rows", 4],
  ]);
  assert.match(shown, /aria-label="Leave out LOA-1, line 2"/);
  const again = await leaveOut(checked, [2]);
  assert.deepEqual(
    again.report?.stops.map(({ code }) => code),
    ["goes_inactive"],
  );
  const { created, updated, deactivated, left_out } = again.report?.counts ?? {};
  assert.deepEqual([created, updated, deactivated, left_out], [1, 1, 1, 1]);
  assert.deepEqual(again.excluded, [{ line: 2, by: admin.name }]);
  const preview = await pageOf(again);
  assert.match(preview, /Rows left out[\s\S]*LOA-1/);
  assert.deepEqual(boxes(preview)[0], ["moves", 3]);
  assert.ok(boxes(preview).some(([form, line]) => form === "included" && line === 2));
  const run = await commit(again);
  assert.equal(run.state, "committed", JSON.stringify(run.report?.stops));
  assert.deepEqual(await pricesOf(vendor), [
    "LOA-1 100 ACTIVE",
    "LOA-2 110 ACTIVE",
    "LOA-3 100 DISCONTINUED",
    "LOA-4 400 ACTIVE",
  ]);
  const page = await pageOf(run);
  assert.match(page, /Rows that were left out/);
  assert.ok(page.includes(admin.name));
  assert.deepEqual(boxes(page), []);
  const file = await admin.get(`/console/imports/${run.runId}/refused.csv`);
  assert.equal(file.statusCode, 200);
  assert.ok(
    file.body.includes(`LOA-1,BOLT,NE,EA,10,100.00,USD,LOA,the row was left out by ${admin.name}`),
  );
});

test("all changed rows have a box, and those left out are a list of their own", async () => {
  const checked = await checkWrongPrice("LOB");
  assert.deepEqual(boxes(await pageOf(checked, "/rows?sort=price")), [
    ["all-rows", 2],
    ["all-rows", 3],
  ]);
  const again = await leaveOut(checked, [2, 4]);
  assert.deepEqual(boxes(await pageOf(again, "/rows")), [["all-rows", 3]]);
  const out = await pageOf(again, "/rows?kind=left_out");
  assert.deepEqual(boxes(out), [
    ["all-rows", 2],
    ["all-rows", 4],
  ]);
  assert.match(out, /USD 1\.00[\s\S]*USD 100\.00/);
  assert.match(out, /Include LOB-1, line 2/);
  const csv = await admin.get(`/console/imports/${again.runId}/rows.csv?kind=left_out`);
  assert.deepEqual(
    csv.body
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[1]),
    ["LOB-1", "LOB-4"],
  );
  const included = await endOfRun(site.app, await press(again, "include", [2]));
  assert.deepEqual(included.excluded, [{ line: 4, by: admin.name }]);
  assert.equal(included.state, "stopped");
});

test("rows left out stay left out when the file is checked again, also after another change", async () => {
  const vendor = "LOC";
  const checked = await leaveOut(await checkWrongPrice(vendor), [2]);
  await commit(await check([row("LOC-2", "1.20", vendor)]));
  const refused = await press(checked, "commit", []);
  assert.equal(refused.statusCode, 409);
  const version = /name="version" value="(\d+)"/.exec(
    (await admin.get(`/console/imports/files/${checked.fileId}`)).body,
  )?.[1];
  const file = `/console/imports/files/${checked.fileId}/check`;
  const again = await endOfRun(site.app, await admin.post(file, { version: version ?? "" }));
  assert.deepEqual(again.excluded, checked.excluded);
  assert.equal(again.report?.counts["left_out"], 1);
  assert.match(await pageOf(again), /Rows left out[\s\S]*LOC-1/);
});

test("an import leaves out what its check has shown, whatever was chosen since", async () => {
  const vendor = "LOD";
  const first = await leaveOut(await checkWrongPrice(vendor), [2]);
  const second = await leaveOut(first, [3], other);
  assert.deepEqual(second.excluded, [
    { line: 2, by: admin.name },
    { line: 3, by: other.name },
  ]);
  await commit(first);
  assert.deepEqual(await pricesOf(vendor), [
    "LOD-1 100 ACTIVE",
    "LOD-2 110 ACTIVE",
    "LOD-3 100 ACTIVE",
    "LOD-4 400 ACTIVE",
  ]);
});

test("a file sent again starts without rows left out, and is not the same import", async () => {
  const vendor = "LOE";
  const run = await commit(await leaveOut(await checkWrongPrice(vendor), [2]));
  assert.equal(run.state, "committed");
  const rows = [row("LOE-1", "100.00", vendor), row("LOE-2", "1.10", vendor)];
  const again = await check([...rows, row("LOE-4", "4.00", vendor)]);
  assert.deepEqual(again.excluded, []);
  assert.deepEqual(
    again.report?.stops.map(({ code }) => code),
    ["price_moves"],
  );
  assert.equal(again.report?.counts["updated"], 1);
});

test("lines that the check does not list are no selection", async () => {
  const checked = await checkWrongPrice("LOF");
  for (const line of ["", "1", "99", "2 or 1=1", "1000000001"]) {
    const answer = await press(checked, "leave-out", [line]);
    assert.equal(answer.statusCode, 422, line);
    assert.match(answer.body, /Select at least one row\./);
  }
});

test(`at most ${maxExcludedRows} rows are left out of a file`, async () => {
  const rows = Array.from({ length: maxExcludedRows + 1 }, (_, at) =>
    row(`LOG-${at}`, "1.00", "LOG"),
  );
  const checked = await check(rows);
  const lines = rows.map((_, at) => at + 2);
  const refused = await press(checked, "leave-out", lines);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Correct the file/);
  const most = await leaveOut(checked, lines.slice(0, -1));
  assert.equal(most.report?.counts["left_out"], maxExcludedRows);
  assert.equal(most.report?.counts["created"], 1);
});

test("rows of a committed run, of a deleted file and for readers cannot be left out", async () => {
  const vendor = "LOH";
  const checked = await checkWrongPrice(vendor);
  const reader = await openOperator(site.app, { role: "read-only" });
  const read = await reader.get(`/console/imports/${checked.runId}`);
  assert.deepEqual(boxes(read.body), []);
  assert.equal((await press(checked, "leave-out", [2], reader)).statusCode, 403);
  const run = await commit(await leaveOut(checked, [2]));
  assert.equal((await press(run, "leave-out", [3])).statusCode, 409);
  assert.equal((await press(checked, "leave-out", [3])).statusCode, 409);
  assert.deepEqual(boxes(await pageOf(checked)), []);
});

test("who left out which rows is an audit event", async () => {
  const checked = await checkWrongPrice("LOI");
  await leaveOut(checked, [2], other);
  const events = await site.app.database.db.query<{ after: unknown; name: string }>({
    name: "test_events",
    text: `select after, operator_name as name from audit_events
      where action = 'left out rows of an import file' and subject_id = $1`,
    values: [checked.fileId],
  });
  assert.deepEqual(events, [
    { after: { run: checked.runId, lines: [2], file_name: "offers.csv" }, name: "Bob" },
  ]);
});

test("the lines of another sheet are other rows, so none stays left out", async () => {
  const sent = await send([row("LOJ-1", "1.00", "LOJ")]);
  const checked = await checkSent(site.app, admin, sent);
  await leaveOut(checked, [2]);
  await site.app.database.db.query({
    name: "test_sheet",
    text: `update import_files set mapping = '[[],[],null,"Other"]' where file_id = $1`,
    values: [checked.fileId],
  });
  const answer = await press(checked, "leave-out", [2]);
  assert.equal(answer.statusCode, 409);
  assert.match(locationOf(sent), /files/);
});
