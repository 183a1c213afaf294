// The import wizard: uploading, mapping columns, correcting values, checking, committing, reverting.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { Client } from "pg";
import { undeclaredStock } from "../../src/catalog/feedStock.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import { expireByAge } from "../../src/jobs/startJobs.ts";
import { readConfig } from "../../src/server/config.ts";
import {
  actionsOn,
  admin,
  app,
  checkFile,
  commitRun,
  count,
  openConsole,
  query,
} from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { readAttribute } from "../support/readAttribute.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";
import { openOperator } from "../support/testOperator.ts";

openConsole({ importFileBytes: 4_000_000 });

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

const offersOf = (vendor: string) => count("offers where vendor = $1", [vendor]);

test("a file is uploaded, checked without changes, committed, and then deleted", async () => {
  const vendor = newVendor();
  const sent = await sendImport(app, admin, rowsOf(vendor, 3));
  await expectAnswer(admin.get(locationOf(sent)), 200, /part_number/);
  const checked = await checkSent(app, admin, sent);
  assert.deepEqual([checked.state, checked.report?.counts["created"]], ["previewed", 3]);
  assert.equal(await offersOf(vendor), 0);
  // A misspelled vendor is seen.
  const shown = ["Nothing has changed yet", `New vendors: ${vendor}`];
  await expectAnswer(admin.get(addressOf(checked)), 200, ...shown);
  const committed = await commitRun(checked, { policy: "good" });
  assert.equal(committed.state, "committed");
  assert.equal(await offersOf(vendor), 3);
  assert.doesNotMatch((await admin.get(addressOf(committed))).body, /New vendor/);
  assert.deepEqual(await actionsOn(String(checked.runId)), ["started a dry run"]);
  const actions = await actionsOn(String(committed.runId));
  assert.deepEqual(actions, ["started an import", "committed an import"]);
  await expectAnswer(admin.post(`${addressOf(checked)}/commit`, { policy: "good" }), 409);
  await expectAnswer(admin.get(locationOf(sent)), 404);
  assert.equal(await countPieces(fileOf(sent)), 0);
});

test("a guard rail stops an import until a reason overrides it, and the reason is stored", async () => {
  const vendor = newVendor();
  await commitRun(await checkFile(rowsOf(vendor, 4)));
  const raised = await checkFile(rowsOf(vendor, 4, "99.00"));
  assert.deepEqual(stopsOf(raised), ["price_moves"]);
  assert.equal(raised.report?.moves?.length, 4);
  const address = `/console/imports/${raised.runId}`;
  await expectAnswer(admin.get(address), 200, /import would stop/);
  await expectAnswer(admin.post(`${address}/commit`, { reason: " " }), 422, /Enter a reason/);
  const reason = "The vendor's new list";
  const committed = await commitRun(raised, { reason });
  assert.deepEqual([committed.state, committed.accepted], ["committed", reason]);
  const actions = await actionsOn(String(committed.runId));
  assert.equal(actions.at(-1), "committed an import past its guard rails");
});

test("a check from before another import is repeated; a reason overrides what it then shows", async () => {
  const vendor = newVendor();
  await commitRun(await checkFile(rowsOf(vendor, 4)));
  const sent = await sendImport(app, admin, rowsOf(vendor, 4, "99.00"));
  const raised = await checkSent(app, admin, sent);
  await commitRun(await checkFile(rowsOf(vendor, 20)));
  const reason = { reason: "The vendor's new list" };
  await expectAnswer(admin.post(`/console/imports/${raised.runId}/commit`, reason), 409);
  assert.equal(await offersOf(vendor), 20);
  const again = await checkSent(app, admin, sent);
  assert.ok(stopsOf(again)?.includes("fewer_rows"));
  const run = await commitRun(again, reason);
  assert.equal(run.state, "committed", "a reason overrides each stop that was shown");
});

test("unreadable optional cells are listed, and refuse their row only if nothing may be refused", async () => {
  const vendor = newVendor();
  const file = `${catalogHeader},cage\nB-1,BOLT,NE,EA,5,10.00,USD,${vendor},123\n`;
  const checked = await checkFile(file);
  assert.deepEqual(checked.report?.counts["refused"], 0);
  const texts = [/Unreadable cells/, /is not a CAGE code of 5 letters and digits/];
  await expectAnswer(admin.get(`/console/imports/${checked.runId}`), 200, ...texts);
  const none = await commitRun(checked, { policy: "none" });
  assert.deepEqual([none.state, stopsOf(none)], ["stopped", ["rows_refused"]]);
  assert.equal(await offersOf(vendor), 0);
  assert.equal((await commitRun(checked, { policy: "good" })).state, "committed");
  assert.equal(await offersOf(vendor), 1);
});

test("refused rows are grouped by reason and can be downloaded for correction", async () => {
  const vendor = newVendor();
  const bad = `B-X,BOLT,NE,EA,ten,10.00,USD,${vendor}`;
  const checked = await checkFile(`${rowsOf(vendor, 2)}${bad}\n`);
  assert.equal(checked.report?.counts["refused"], 1);
  const address = `/console/imports/${checked.runId}`;
  await expectAnswer(admin.get(address), 200, /Refused rows/);
  const { body } = await admin.get(`${address}/refused.csv`);
  const [header, row, ...more] = body.trimEnd().split(/\r?\n/);
  assert.equal(header, `${catalogHeader},error`);
  assert.ok(row?.startsWith(bad));
  assert.deepEqual(more, []);
  assert.equal((await commitRun(checked, { policy: "none" })).state, "stopped");
  assert.equal(await offersOf(vendor), 0);
  assert.equal((await commitRun(checked, { policy: "good" })).state, "committed");
  assert.equal(await offersOf(vendor), 2);
});

test("columns are mapped, and remembered for the vendor's next file with that header", async () => {
  const vendor = newVendor();
  const text = "Artikel,Nomenclature,Cond,UM,QOH,List,Ccy\nD-1,BOLT,NE,EA,5,2.00,USD\n";
  const fields = { vendor };
  const sent = await sendImport(app, admin, text, fields);
  const page = await admin.get(locationOf(sent));
  assert.match(page.body, /Missing columns: part number, price/);
  await expectAnswer(admin.post(`${locationOf(sent)}/check`, { version: "1" }), 422);
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

test("a header below a title is found, another can be chosen, and what was typed for the columns stays", async () => {
  const text = rowsOf(newVendor(), 2).replace("part_number,", "Artikel,");
  const sent = await sendImport(app, admin, `Price list\nOf May\n${text}`);
  const place = locationOf(sent);
  await expectAnswer(admin.get(place), 200, "Lines above line 3 are not imported");
  await expectAnswer(admin.get(`${place}?header=1`), 200, "Use line 3 as the header");
  const as_of = "2026-11-21T22:00:00Z";
  const columns = { "column-part_number": "0", "fixed-status": "ON_HOLD", as_of };
  const typed = { version: "1", header: "3", ...columns };
  const toLine = (to_line: string) =>
    admin.post(`${place}/header`, { ...typed, change: "line", to_line });
  const kept = ['name="header" value="1"', 'name="fixed-status" value="ON_HOLD"'];
  await expectAnswer(toLine("1"), 200, ...kept, /name="as_of"[^>]*value="2026-11-21T22:00:00Z"/);
  const artikel = /name="column-part_number"[\s\S]*?value="0" selected>Artikel/;
  await expectAnswer(toLine("3"), 200, artikel);
  assert.equal((await admin.get(place)).body.includes("ON_HOLD"), false, "nothing is stored");
  const checked = await checkSent(app, admin, sent, { ...typed, as_of: "" });
  assert.equal(checked.report?.counts["created"], 2);
});

test("a header of 40 characters is shown whole, the end of a longer one is cut", async () => {
  const [whole, long] = ["w".repeat(40), "l".repeat(41)];
  const file = `${catalogHeader},${whole},${long}\nLONG-1,BOLT,NE,EA,5,2.00,USD,${newVendor()},1,2\n`;
  const { body } = await admin.get(locationOf(await sendImport(app, admin, file, {})));
  assert.match(body, />w{40}</);
  assert.match(body, />l{40}…</);
});

test("an operator who maps columns that someone else has changed sees both versions", async () => {
  const sent = await sendImport(app, admin, rowsOf(newVendor(), 1));
  const first = { version: "1", header: "1", "fixed-status": "ACTIVE" };
  await checkSent(app, admin, sent, first);
  const second = { version: "1", header: "1", "fixed-status": "ON_HOLD" };
  await expectAnswer(admin.post(`${locationOf(sent)}/check`, second), 409, /Both versions/);
  const resent = await checkSent(app, admin, sent, { ...second, version: "2" });
  assert.equal(resent.state, "previewed");
});

test("an import is reverted after typing its name; a later run that prevents it is named", async () => {
  const vendor = newVendor();
  const first = await commitRun(await checkFile(rowsOf(vendor, 2, "10.00")));
  const second = await commitRun(await checkFile(rowsOf(vendor, 2, "11.00")));
  const press = (run: ImportRun, typed_name = `run ${run.runId}`) =>
    admin.post(`${addressOf(run)}/revert`, { typed_name });
  const faults = [
    /<details class="question" open>\s*<summary[^>]*>Revert run</,
    'aria-invalid="true"',
  ];
  await expectAnswer(press(first, "run"), 422, ...faults, /value="run"/);
  const stopped = await endOfRun(app, await press(first));
  assert.equal(stopped.state, "stopped");
  await expectAnswer(
    admin.get(addressOf(stopped)),
    200,
    `changed the same rows: run ${second.runId} `,
    `<h1>Revert of run ${first.runId}, run ${stopped.runId}</h1>`,
    `<dt>Vendor or account</dt><dd>${vendor}</dd>`,
  );
  const list = (await admin.get("/console/imports?kind=catalog")).body;
  const row = list.slice(list.indexOf(`>Run ${stopped.runId}<`));
  assert.ok(row.slice(0, row.indexOf("</tr>")).includes(vendor));
  assert.equal((await endOfRun(app, await press(second))).state, "committed");
  await expectAnswer(admin.get(addressOf(second)), 200, /reverted this run/);
  await expectAnswer(press(second), 409);
  assert.equal((await endOfRun(app, await press(first))).state, "committed");
  assert.equal(await offersOf(vendor), 0);
});

test("an agreement is imported for its account, which the form must name", async () => {
  const { accountId } = await app.openAccount();
  const text = "scope,discount\naccount,7.5\n";
  const unnamed = sendImport(app, admin, text, { kind: "agreement" });
  await expectAnswer(unnamed, 422, "Enter the name or ID of an account");
  const sent = await sendImport(app, admin, text, { kind: "agreement", account: accountId });
  await expectAnswer(admin.get(locationOf(sent)), 200, `Account ${accountId}`);
  const checked = await checkSent(app, admin, sent);
  assert.deepEqual([checked.accountId, checked.report?.counts["refused"]], [accountId, 0]);
});

/** The id of an uploaded file. */
const fileOf = (sent: LightMyRequestResponse) => locationOf(sent).split("/").at(-1) ?? "";

/** The stored pieces of a file, or of all. */
const countPieces = (fileId?: string) =>
  count("import_file_pieces where $1::text is null or file_id::text = $1", [fileId ?? null]);

test("a file that is too large, empty, missing or of the wrong type is refused and leaves nothing", async () => {
  const pieces = await countPieces();
  const full = sendImport(app, admin, Buffer.alloc(4_000_001, "x"));
  await expectAnswer(full, 422, /larger than 4 MB/);
  await expectAnswer(sendImport(app, admin, ""), 422);
  for (const wrong of [{ name: "" }, { kind: "magic" }, { vendor: "a".repeat(201) }]) {
    await expectAnswer(sendImport(app, admin, "x", wrong), 422);
  }
  assert.equal(await countPieces(), pieces);
  const largest = await expectAnswer(sendImport(app, admin, Buffer.alloc(4_000_000, "x")), 303);
  await expectAnswer(admin.post(`${locationOf(largest)}/discard`), 303);
  assert.equal(await countPieces(), pieces);
});

test("a full disk is reported, and nothing is stored", async () => {
  const pieces = await countPieces();
  const owner = new Client(app.database.address);
  await owner.connect();
  await owner.query(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on import_file_pieces for each row
    when (new.position = 1) execute function no_room()`);
  const sent = await sendImport(app, admin, Buffer.alloc(2_000_000, "x"));
  await owner.query("drop trigger no_room on import_file_pieces");
  await owner.end();
  assert.equal(sent.statusCode, 422);
  assert.match(sent.body, /database disk is full/);
  // The file before it may have been replaced.
  assert.ok((await countPieces()) <= pieces);
});

test("a hostile file name is shown as text", async () => {
  const name = "..\\..\\<b>x\u202egpj.csv";
  const sent = await sendImport(app, admin, rowsOf(newVendor(), 1), { name });
  const page = await admin.get(locationOf(sent));
  assert.match(page.body, /<h1>(&lt;|&#60;)b(&gt;|&#62;)xgpj\.csv<\/h1>/);
});

test("the page of an unreadable file gives the reason, and the file can only be discarded", async () => {
  const file = locationOf(await sendImport(app, admin, gzipSync(gzipSync("a,b\n"))));
  const page = await expectAnswer(admin.get(file), 200, /The file can(?:'|&#39;)t be read: /);
  assert.equal(page.body.includes("/check"), false);
  await expectAnswer(admin.post(`${file}/check`, { version: "1" }), 404);
});

test("an uploaded file is deleted after seven days, not before", async () => {
  const sent = await sendImport(app, admin, rowsOf(newVendor(), 1));
  const { retention } = readConfig({}, {});
  const weekMs = 7 * 86_400_000;
  for (const [ms, status] of [
    [weekMs - 600_000, 200],
    [weekMs + 600_000, 404],
  ] as const) {
    const at = new Date(Date.now() + ms);
    await expireByAge(app.database.db, "remove_import_files", retention, at);
    await expectAnswer(admin.get(locationOf(sent)), status);
  }
  assert.equal(await countPieces(fileOf(sent)), 0);
});

test("a file that loses bytes while it is read fails, and is never imported as a shorter one", async () => {
  const vendor = newVendor();
  const sent = await sendImport(app, admin, rowsOf(vendor, 60_000));
  const checked = await checkSent(app, admin, sent);
  assert.equal(checked.state, "previewed");
  await query("delete from import_file_pieces where file_id = $1 and position > 0", [fileOf(sent)]);
  const failed = await commitRun(checked);
  assert.equal(failed.state, "failed");
  assert.match(failed.message ?? "", /removed while it was being read/);
  assert.equal(await offersOf(vendor), 0);
  await expectAnswer(admin.get(locationOf(sent)), 200, `href="/console/imports/${failed.runId}"`);
});

test("the list is filtered by state and kind, and invalid filters are ignored", async () => {
  await checkFile(rowsOf(newVendor(), 1), { name: "seen.csv" });
  for (const [filter, isSeen] of [
    ["state=previewed", true],
    ["state=failed", false],
    ["kind=stock", false],
  ] as const) {
    const { body } = await admin.get(`/console/imports?${filter}`);
    assert.equal(body.includes("seen.csv"), isSeen, filter);
  }
  for (const odd of ["state=x", "kind=constructor", "before=x", "before=0", "state=toString"]) {
    await expectAnswer(admin.get(`/console/imports?${odd}`), 200);
  }
  for (const odd of ["0", "x", "999999999", "1e3", "-1", "99999999999"]) {
    await expectAnswer(admin.get(`/console/imports/${odd}`), 404);
    for (const verb of ["commit", "cancel"]) {
      await expectAnswer(admin.post(`/console/imports/${odd}/${verb}`), 404);
    }
  }
});

const header = "P/N,Name,Cond,UM,Qty,Price,Ccy";
const rows = [
  "VA-1,PIN,FACTORY-NEW!,EACH,2,Call,USD",
  "VA-2,NUT,N,each,3,$1.50,USD",
  "VA-3,BOLT,N,EACH,10+,$ 2.50,USD",
  "VA-4,CLIP,MINT,EA,1,9.00,USD",
];
const text = `${header}\n${rows.join("\n")}\n`;

const stopsOf = ({ report }: ImportRun) => report?.stops.map(({ code }) => code);

/** Sends the form of a checked file's corrections, and checks the file again. */
const correct = async (run: ImportRun, values: Record<string, string>) =>
  endOfRun(app, await admin.post(`${addressOf(run)}/values`, values));

/** The form of corrections as a browser sends it unchanged. */
function readCorrections(page: string): Record<string, string> {
  const start = page.indexOf('aria-label="Values to correct"');
  const form = page.slice(start, page.indexOf("</form>", start));
  const inputs = [...form.matchAll(/<input [^>]*name="([^"]*)" value="([^"]*)"/g)];
  const selects = [...form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)];
  return Object.fromEntries([
    ...inputs.map(([, name = "", value = ""]) => [name, readAttribute(value)]),
    ...selects.map(([, name = "", options = ""]) => [
      name,
      readAttribute(/<option value="([^"]*)" selected>/.exec(options)?.[1] ?? ""),
    ]),
  ]);
}

/** The field of a value, by what it is labeled with. */
function fieldOf(page: string, value: string): string {
  const [, name] =
    new RegExp(`name="(meaning-\\d+)"[^>]*aria-label="What ${value} means"`).exec(page) ?? [];
  assert.ok(name !== undefined, value);
  return name;
}

const addressOf = ({ runId }: ImportRun) => `/console/imports/${runId}`;

test("refused values are proposed, accepted together, and remembered for the vendor", async () => {
  const vendor = "Values Inc";
  const first = await checkFile(text, { vendor });
  assert.equal(first.report?.counts["refused"], 4);
  const page = (await admin.get(addressOf(first))).body;
  assert.match(page, /Accept these corrections/);
  const proposed = readCorrections(page);
  assert.equal(proposed[fieldOf(page, "Condition N")], "=NE");
  assert.equal(proposed[fieldOf(page, "Unit of measure EACH")], "=EA");
  assert.equal(proposed[fieldOf(page, "Price Call")], "=");
  assert.equal(proposed[fieldOf(page, "Price \\$")], "USD");
  assert.equal(proposed[fieldOf(page, "Condition MINT")], "");
  assert.equal(proposed[fieldOf(page, "Quantity #\\+")], "");

  const second = await correct(first, proposed);
  assert.equal(second.isDry, true);
  assert.equal(second.report?.counts["refused"], 2, JSON.stringify(second.report?.groups));
  const next = (await admin.get(addressOf(second))).body;
  expectTexts(next, /How values were read/, /Price on request/);
  const chosen = {
    ...readCorrections(next),
    [fieldOf(next, "Condition MINT")]: "=NS",
    [fieldOf(next, "Quantity #\\+")]: "=#",
  };
  const third = await correct(second, chosen);
  assert.equal(third.report?.counts["refused"], 0, JSON.stringify(third.report?.groups));
  assert.deepEqual(third.report?.refusedValues, []);
  assert.deepEqual(
    third.report?.translated?.find(({ written }) => written === "EACH"),
    { column: "unit_of_measure", written: "EACH", meaning: "EA", rows: 3 },
  );
  const committed = await commitRun(third);
  assert.equal(committed.report?.counts["created"], 4);
  assert.equal(committed.report?.counts["on_request"], 1);
  assert.deepEqual(await actionsOn(vendor), [
    "saved what values of a vendor mean",
    "saved what values of a vendor mean",
  ]);

  const later = await sendImport(app, admin, text.replaceAll("VA-", "VB-"), { vendor });
  const again = await checkSent(app, admin, later);
  assert.equal(again.report?.counts["refused"], 0);
  const other = await sendImport(app, admin, text, { vendor: "Values Ltd" });
  assert.equal((await checkSent(app, admin, other)).report?.counts["refused"], 4);
});

test("a saved value is listed and removed, and its rows are refused again", async () => {
  const vendor = "Removed & Co";
  const file = `${header}\nVC-1,PIN,N,EA,2,1.00,USD\n`;
  const first = await checkFile(file, { vendor });
  const page = (await admin.get(addressOf(first))).body;
  const second = await correct(first, readCorrections(page));
  assert.equal(second.report?.counts["refused"], 0);
  const place = `/console/imports/values?${new URLSearchParams({ vendor })}`;
  const list = (await admin.get(place)).body;
  assert.match(list, /Removed &#38; Co<\/td>/);
  const value = { vendor, column: "condition", written: "N" };
  const removed = await admin.post("/console/imports/values/remove", value);
  assert.equal(locationOf(removed), `${place}&done=removed`);
  assert.match((await admin.get(locationOf(removed))).body, /Value removed/);
  assert.equal((await admin.post("/console/imports/values/remove", value)).statusCode, 404);
  const started = await admin.post(`${addressOf(second)}/commit`, { policy: "good" });
  const committed = await endOfRun(app, started);
  assert.equal(committed.report?.counts["created"], 1, "a commit imports what its check showed");
  const next = await sendImport(app, admin, file.replace("VC-1", "VC-2"), { vendor });
  assert.equal((await checkSent(app, admin, next)).report?.counts["refused"], 1);
  assert.equal((await actionsOn(vendor)).at(-1), "removed what a value of a vendor means");
});

test("corrections of a file with a vendor column apply to that file only", async () => {
  const file = `${catalogHeader}\nVD-1,PIN,N,EA,2,1.00,USD,Own Vendor\n`;
  const first = await checkFile(file);
  const page = (await admin.get(addressOf(first))).body;
  assert.match(page, /apply to this file only/);
  const second = await correct(first, readCorrections(page));
  assert.equal(second.report?.counts["refused"], 0);
  const again = await checkFile(file);
  assert.equal(again.report?.counts["refused"], 1);
});

test("an impossible meaning and an empty form are refused", async () => {
  const vendor = "Wrong Values";
  const first = await checkFile(text, { vendor });
  const page = (await admin.get(addressOf(first))).body;
  const wrong = { [fieldOf(page, "Quantity #\\+")]: "many" };
  const refused = await admin.post(`${addressOf(first)}/values`, wrong);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /enter a valid value/);
  const empty = await admin.post(`${addressOf(first)}/values`, {});
  assert.equal(empty.statusCode, 422);
  assert.match(empty.body, /Choose a meaning for at least one value/);
  const viewer = await openOperator(app, { role: "read-only" });
  assert.doesNotMatch((await viewer.get(addressOf(first))).body, /Accept these corrections/);
  assert.equal((await viewer.post(`${addressOf(first)}/values`, wrong)).statusCode, 403);
});

test("what the quantities of a file mean is declared again with its corrections", async () => {
  const vendor = "Stock Values";
  const sent = await sendImport(app, admin, text, { vendor });
  const form = { version: "1", stock_mode: "available" };
  const first = await checkSent(app, admin, sent, form);
  const page = (await admin.get(addressOf(first))).body;
  const second = await correct(first, readCorrections(page));
  assert.equal(second.report?.stock?.mode, "available");
  assert.notDeepEqual(undeclaredStock, second.report?.stock);
});

test("codes that have lost their zeros are one question for the whole file", async () => {
  const vendor = "Zeros Inc";
  const lines = ["81205", "5606", "123", "?", "1AB2"].map(
    (cage, at) => `CZ-${at},PIN,NE,EA,2,4.00,USD,${cage}`,
  );
  const file = [`${header},CAGE`, ...lines, ""].join("\n");
  const check = async (kind: string) => checkFile(file, { kind, vendor });
  const first = await check("catalog");
  const page = (await admin.get(addressOf(first))).body;
  assert.match(page, /2 codes have lost their zeros\. Add them\? Such as 5606; 123</);
  assert.match(page, /Add the zeros: 5606 is 05606/);
  const answer = { [fieldOf(page, "CAGE code ####")]: "=0####" };
  const sent = await admin.post(`${addressOf(first)}/values`, answer);
  const second = await endOfRun(app, sent);
  assert.deepEqual(second.report?.refusedValues, []);
  await commitRun(second);
  const made = await query<{ cage: string | null }>(
    "select cage from offers where vendor = $1 order by part_number",
    [vendor],
  );
  const cages = made.map(({ cage }) => cage);
  assert.deepEqual(cages, ["81205", "05606", "00123", null, null]);
  const stock = await check("stock");
  assert.partialDeepStrictEqual(stock.report?.translated, [{ column: "cage", rows: 2 }]);
});
