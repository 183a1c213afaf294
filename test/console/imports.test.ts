// The import wizard: uploading, mapping columns, checking, committing and reverting.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import type { ImportRun } from "../../src/imports/importRun.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", importFileBytes: 4_000_000 });
  admin = await openOperator(app);
});

after(() => app.close());

let vendors = 0;

/** A vendor that no other test uses. */
function newVendor(): string {
  vendors += 1;
  return `Vendor ${String.fromCharCode(64 + vendors)}`;
}

function rowsOf(vendor: string, count: number, price = "10.00"): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `B-${vendor.at(-1)}${index},BOLT,NE,EA,10,${price},USD,${vendor}`,
  );
  return `${[catalogHeader, ...rows].join("\n")}\n`;
}

async function count(text: string, values: readonly unknown[] = []): Promise<number> {
  const rows = await app.database.db.query<{ count: number }>({ name: "", text, values });
  return rows[0]?.count ?? -1;
}

const offersOf = (vendor: string) =>
  count("select count(*)::integer as count from offers where vendor = $1", [vendor]);
const countPieces = () => count("select count(*)::integer as count from import_file_pieces");

async function eventsOn(subjectId: string): Promise<string[]> {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
  return events.map(({ action }) => action).toReversed();
}

test("a file is uploaded, checked without changes, committed, and then deleted", async () => {
  const vendor = newVendor();
  const sent = await sendImport(app, admin, rowsOf(vendor, 3));
  const page = await admin.get(locationOf(sent));
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /part_number/);
  const checked = await checkSent(app, admin, sent);
  assert.equal(checked.state, "previewed");
  assert.equal(checked.report?.counts["created"], 3);
  assert.equal(await offersOf(vendor), 0);
  const shown = await admin.get(`/console/imports/${checked.runId}`);
  assert.match(shown.body, /Nothing has changed yet/);
  assert.ok(shown.body.includes(`New vendors: ${vendor}`), "a misspelled vendor is seen");
  const started = await admin.post(`/console/imports/${checked.runId}/commit`, { policy: "good" });
  const committed = await endOfRun(app, started);
  assert.equal(committed.state, "committed");
  assert.equal(await offersOf(vendor), 3);
  assert.doesNotMatch((await admin.get(`/console/imports/${committed.runId}`)).body, /New vendor/);
  assert.deepEqual(await eventsOn(String(checked.runId)), ["started a dry run"]);
  assert.deepEqual(await eventsOn(String(committed.runId)), [
    "started an import",
    "committed an import",
  ]);
  const again = await admin.post(`/console/imports/${checked.runId}/commit`, { policy: "good" });
  assert.equal(again.statusCode, 409);
  assert.equal((await admin.get(locationOf(sent))).statusCode, 404);
  assert.equal(await countPieces(), 0);
});

test("a guard rail stops an import until a reason overrides it, and the reason is stored", async () => {
  const vendor = newVendor();
  const first = await checkSent(app, admin, await sendImport(app, admin, rowsOf(vendor, 4)));
  await endOfRun(app, await admin.post(`/console/imports/${first.runId}/commit`));
  const raised = await checkSent(
    app,
    admin,
    await sendImport(app, admin, rowsOf(vendor, 4, "99.00")),
  );
  assert.deepEqual(
    raised.report?.stops.map(({ code }) => code),
    ["price_moves"],
  );
  assert.equal(raised.report?.moves?.length, 4);
  const address = `/console/imports/${raised.runId}`;
  assert.match((await admin.get(address)).body, /import would stop/);
  const blank = await admin.post(`${address}/commit`, { reason: " " });
  assert.equal(blank.statusCode, 422);
  assert.match(blank.body, /Enter a reason/);
  const started = await admin.post(`${address}/commit`, { reason: "The vendor's new list" });
  const committed = await endOfRun(app, started);
  assert.equal(committed.state, "committed");
  assert.equal(committed.accepted, "The vendor's new list");
  const [, last] = await eventsOn(String(committed.runId));
  assert.equal(last, "committed an import past its guard rails");
});

test("a check from before another import is repeated; a reason overrides what it then shows", async () => {
  const vendor = newVendor();
  const first = await checkSent(app, admin, await sendImport(app, admin, rowsOf(vendor, 4)));
  await endOfRun(app, await admin.post(`/console/imports/${first.runId}/commit`));
  const sent = await sendImport(app, admin, rowsOf(vendor, 4, "99.00"));
  const raised = await checkSent(app, admin, sent);
  const whole = await checkSent(app, admin, await sendImport(app, admin, rowsOf(vendor, 20)));
  await endOfRun(app, await admin.post(`/console/imports/${whole.runId}/commit`));
  const reason = { reason: "The vendor's new list" };
  const late = await admin.post(`/console/imports/${raised.runId}/commit`, reason);
  assert.equal(late.statusCode, 409);
  assert.equal(await offersOf(vendor), 20);
  const again = await checkSent(app, admin, sent);
  assert.ok(again.report?.stops.some(({ code }) => code === "fewer_rows"));
  const run = await endOfRun(
    app,
    await admin.post(`/console/imports/${again.runId}/commit`, reason),
  );
  assert.equal(run.state, "committed", "a reason overrides each stop that was shown");
});

test("unreadable optional cells are listed, and refuse their row only if nothing may be refused", async () => {
  const vendor = newVendor();
  const file = `${catalogHeader},cage\nB-1,BOLT,NE,EA,5,10.00,USD,${vendor},123\n`;
  const checked = await checkSent(app, admin, await sendImport(app, admin, file));
  assert.deepEqual(checked.report?.counts["refused"], 0);
  const address = `/console/imports/${checked.runId}`;
  const { body } = await admin.get(address);
  assert.match(body, /Unreadable cells/);
  assert.match(body, /is not a CAGE code of 5 letters and digits/);
  const none = await endOfRun(app, await admin.post(`${address}/commit`, { policy: "none" }));
  assert.deepEqual(
    [none.state, none.report?.stops.map(({ code }) => code)],
    ["stopped", ["rows_refused"]],
  );
  assert.equal(await offersOf(vendor), 0);
  const good = await endOfRun(app, await admin.post(`${address}/commit`, { policy: "good" }));
  assert.equal(good.state, "committed");
  assert.equal(await offersOf(vendor), 1);
});

test("refused rows are grouped by reason and can be downloaded for correction", async () => {
  const vendor = newVendor();
  const bad = `B-X,BOLT,NE,EA,ten,10.00,USD,${vendor}\n`;
  const checked = await checkSent(
    app,
    admin,
    await sendImport(app, admin, rowsOf(vendor, 2) + bad),
  );
  assert.equal(checked.report?.counts["refused"], 1);
  const page = await admin.get(`/console/imports/${checked.runId}`);
  assert.match(page.body, /Refused rows/);
  const file = await admin.get(`/console/imports/${checked.runId}/refused.csv`);
  const [header, row, ...more] = file.body.trimEnd().split("\r\n").join("\n").split("\n");
  assert.equal(header, `${catalogHeader},error`);
  assert.ok(row?.startsWith(bad.trimEnd()));
  assert.deepEqual(more, []);
  const none = await admin.post(`/console/imports/${checked.runId}/commit`, { policy: "none" });
  assert.equal((await endOfRun(app, none)).state, "stopped");
  assert.equal(await offersOf(vendor), 0);
  const good = await admin.post(`/console/imports/${checked.runId}/commit`, { policy: "good" });
  assert.equal((await endOfRun(app, good)).state, "committed");
  assert.equal(await offersOf(vendor), 2);
});

test("columns are mapped, and remembered for the vendor's next file with that header", async () => {
  const vendor = newVendor();
  const text = "Artikel,Nomenclature,Cond,UM,QOH,List,Ccy\nD-1,BOLT,NE,EA,5,2.00,USD\n";
  const fields = { vendor };
  const sent = await sendImport(app, admin, text, fields);
  const page = await admin.get(locationOf(sent));
  assert.match(page.body, /Missing columns: part_number, price/);
  const unmapped = await admin.post(`${locationOf(sent)}/check`, { version: "1" });
  assert.equal(unmapped.statusCode, 422);
  const mapping = { version: "1", header: "1", "column-part_number": "0", "column-price": "5" };
  const checked = await checkSent(app, admin, sent, mapping);
  assert.equal(checked.report?.counts["created"], 1);
  const notice = /prefilled from an earlier file with the same header/;
  const titled = `Price list of May\n${text.replace("D-1", "D-2").replace("Artikel", "ARTIKEL")}`;
  const next = locationOf(await sendImport(app, admin, titled, fields));
  const started = (await admin.get(next)).body;
  assert.match(started, notice);
  assert.doesNotMatch(started, /Missing columns/);
  const fresh = (await admin.get(`${next}?fresh=1`)).body;
  assert.doesNotMatch(fresh, notice);
  assert.match(fresh, /Missing columns/);
  const wider = text.replace("Ccy", "Ccy,Lot").replace("USD", "USD,5");
  const changed = await admin.get(locationOf(await sendImport(app, admin, wider, fields)));
  assert.match(changed.body, /Missing columns/, "another shape has columns of its own");
  const other = await sendImport(app, admin, text, { vendor: newVendor() });
  assert.match((await admin.get(locationOf(other))).body, /Missing columns/);
});

test("a header below a title is found, and another is used when chosen", async () => {
  const vendor = newVendor();
  const sent = await sendImport(app, admin, `Price list\n${rowsOf(vendor, 2)}`);
  const place = locationOf(sent);
  assert.match((await admin.get(place)).body, /Lines above line 2 are not imported/);
  assert.match((await admin.get(`${place}?header=1`)).body, /Use line 2 as the header/);
  const checked = await checkSent(app, admin, sent, { version: "1", header: "2" });
  assert.equal(checked.report?.counts["created"], 2);
});

test("another header line keeps what was typed for the columns", async () => {
  const vendor = newVendor();
  const text = rowsOf(vendor, 2).replace("part_number,", "Artikel,");
  const place = locationOf(await sendImport(app, admin, `Price list\nOf May\n${text}`));
  const typed = {
    version: "1",
    header: "3",
    "column-part_number": "0",
    "fixed-status": "ON_HOLD",
    as_of: "2026-11-21T22:00:00Z",
  };
  const other = await admin.post(`${place}/header`, { ...typed, change: "line", to_line: "1" });
  assert.equal(other.statusCode, 200);
  assert.match(other.body, /name="header" value="1"/);
  assert.match(other.body, /name="fixed-status" value="ON_HOLD"/);
  assert.match(other.body, /name="as_of"[^>]*value="2026-11-21T22:00:00Z"/);
  const back = await admin.post(`${place}/header`, { ...typed, change: "line", to_line: "3" });
  assert.match(back.body, /name="column-part_number"[\s\S]*?value="0" selected>Artikel/);
  assert.equal((await admin.get(place)).body.includes("ON_HOLD"), false, "nothing is stored");
});

test("an operator who maps columns that someone else has changed sees both versions", async () => {
  const sent = await sendImport(app, admin, rowsOf(newVendor(), 1));
  const first = { version: "1", header: "1", "fixed-status": "ACTIVE" };
  await checkSent(app, admin, sent, first);
  const second = { version: "1", header: "1", "fixed-status": "ON_HOLD" };
  const late = await admin.post(`${locationOf(sent)}/check`, second);
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /Both versions/);
  const resent = await checkSent(app, admin, sent, { ...second, version: "2" });
  assert.equal(resent.state, "previewed");
});

test("an import is reverted after typing its name; a later run that prevents it is named", async () => {
  const vendor = newVendor();
  const imported: ImportRun[] = [];
  for (const price of ["10.00", "11.00"]) {
    const sent = await sendImport(app, admin, rowsOf(vendor, 2, price));
    const { runId } = await checkSent(app, admin, sent);
    imported.push(await endOfRun(app, await admin.post(`/console/imports/${runId}/commit`)));
  }
  const [first, second] = imported;
  const address = `/console/imports/${first?.runId}`;
  const untyped = await admin.post(`${address}/revert`, { typed_name: "run" });
  assert.equal(untyped.statusCode, 422);
  assert.match(untyped.body, /<details class="question" open>\s*<summary[^>]*>Revert run</);
  assert.match(untyped.body, /value="run"[^>]*aria-invalid="true"/);
  const typed = { typed_name: `run ${first?.runId}` };
  const stopped = await endOfRun(app, await admin.post(`${address}/revert`, typed));
  assert.equal(stopped.state, "stopped");
  const page = await admin.get(`/console/imports/${stopped.runId}`);
  assert.match(page.body, new RegExp(`changed the same rows: run ${second?.runId} `));
  const title = `Revert of run ${first?.runId}, run ${stopped.runId}`;
  assert.match(page.body, new RegExp(`<h1>${title}</h1>`));
  assert.match(page.body, new RegExp(`<dt>Vendor or account</dt><dd>${vendor}</dd>`));
  const list = (await admin.get("/console/imports?kind=catalog")).body;
  const row = list.slice(list.indexOf(`>Run ${stopped.runId}<`));
  assert.ok(row.slice(0, row.indexOf("</tr>")).includes(vendor));
  const last = `/console/imports/${second?.runId}`;
  const undone = await admin.post(`${last}/revert`, { typed_name: `run ${second?.runId}` });
  assert.equal((await endOfRun(app, undone)).state, "committed");
  assert.match((await admin.get(last)).body, /reverted this run/);
  const twice = await admin.post(`${last}/undo`, { typed_name: `run ${second?.runId}` });
  assert.equal(twice.statusCode, 409);
  assert.equal(
    (await endOfRun(app, await admin.post(`${address}/revert`, typed))).state,
    "committed",
  );
  assert.equal(await offersOf(vendor), 0);
});

test("an agreement is imported for its account, which the form must name", async () => {
  const { accountId } = await app.openAccount();
  const text = "scope,discount\naccount,7.5\n";
  const unnamed = await sendImport(app, admin, text, { kind: "agreement" });
  assert.equal(unnamed.statusCode, 422);
  assert.match(unnamed.body, /Enter the name or ID of an account/);
  const sent = await sendImport(app, admin, text, { kind: "agreement", account: accountId });
  const page = await admin.get(locationOf(sent));
  assert.match(page.body, new RegExp(`Account ${accountId}`));
  const checked = await checkSent(app, admin, sent);
  assert.equal(checked.accountId, accountId);
  assert.equal(checked.report?.counts["refused"], 0);
});
