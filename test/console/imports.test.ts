// The import wizard: uploading, mapping columns, correcting values, checking, committing, reverting.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { Client } from "pg";
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
  const next = locationOf(await sendImport(app, admin, text.replace("D-1", "D-2"), fields));
  await expectAnswer(admin.get(next), 200, /prefilled from an earlier file with the same header/);
  assert.match((await admin.get(`${next}?fresh=1`)).body, /Missing columns/);
});

test("a header of 40 characters is shown whole, the end of a longer one is cut", async () => {
  const [whole, long] = ["w".repeat(40), "l".repeat(41)];
  const file = `${catalogHeader},${whole},${long}\nLONG-1,BOLT,NE,EA,5,2.00,USD,${newVendor()},1,2\n`;
  const { body } = await admin.get(locationOf(await sendImport(app, admin, file, {})));
  assert.match(body, />w{40}</);
  assert.match(body, />l{40}…</);
});

test("an operator who maps columns that someone else has changed sees the current ones", async () => {
  const sent = await sendImport(app, admin, rowsOf(newVendor(), 1));
  const first = { version: "1", header: "1", "fixed-status": "ACTIVE" };
  await checkSent(app, admin, sent, first);
  const second = { version: "1", header: "1", "fixed-status": "ON_HOLD" };
  const stale = admin.post(`${locationOf(sent)}/check`, second);
  await expectAnswer(stale, 409, /Another operator changed the columns/, /value="ACTIVE"/);
  await expectAnswer(admin.post(`${locationOf(sent)}/check`, first), 303);
  const resent = await checkSent(app, admin, sent, { ...second, version: "2" });
  assert.equal(resent.state, "previewed");
});

test("an import is reverted after typing its name; a later run that prevents it is named", async () => {
  const vendor = newVendor();
  const first = await commitRun(await checkFile(rowsOf(vendor, 2, "10.00")));
  const second = await commitRun(await checkFile(rowsOf(vendor, 2, "11.00")));
  const press = (run: ImportRun, typed_name = `run ${run.runId}`) =>
    admin.post(`${addressOf(run)}/revert`, { typed_name });
  await expectAnswer(press(first, "run"), 422, /value="run"/);
  const stopped = await endOfRun(app, await press(first));
  assert.equal(stopped.state, "stopped");
  await expectAnswer(
    admin.get(addressOf(stopped)),
    200,
    `changed the same rows: run ${second.runId} `,
  );
  assert.equal((await endOfRun(app, await press(second))).state, "committed");
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

const header = "P/N,Name,Cond,UM,Qty,Price,Ccy";
const rows = [
  "VA-1,PIN,FACTORY-NEW!,EACH,2,Call,USD",
  "VA-2,NUT,N,each,3,$1.50,USD",
  "VA-3,BOLT,N,EACH,10+,$ 2.50,USD",
  "VA-4,CLIP,MINT,EA,1,9.00,USD",
];
const text = `${header}\n${rows.join("\n")}\n`;

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
  const later = await sendImport(app, admin, text.replaceAll("VA-", "VB-"), { vendor });
  const again = await checkSent(app, admin, later);
  assert.equal(again.report?.counts["refused"], 0);
  const other = await sendImport(app, admin, text, { vendor: "Values Ltd" });
  assert.equal((await checkSent(app, admin, other)).report?.counts["refused"], 4);
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
