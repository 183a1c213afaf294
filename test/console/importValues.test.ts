// Values of a vendor's files: refused, corrected with one click, remembered, removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { type ImportRun, undeclaredStock } from "../../src/imports/importRun.ts";
import { openImportSite } from "../support/importSite.ts";
import { readAttribute } from "../support/readAttribute.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  locationOf,
  sendImport,
} from "../support/sendImport.ts";
import { openOperator } from "../support/testOperator.ts";

const site = openImportSite();

const header = "P/N,Name,Cond,UM,Qty,Price,Ccy";
const rows = [
  "VA-1,PIN,FACTORY-NEW!,EACH,2,Call,USD",
  "VA-2,NUT,N,each,3,$1.50,USD",
  "VA-3,BOLT,N,EACH,10+,$ 2.50,USD",
  "VA-4,CLIP,MINT,EA,1,9.00,USD",
];
const text = `${header}\n${rows.join("\n")}\n`;

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

async function listEvents(subjectId: string): Promise<string[]> {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  const events = await selectAuditEvents(site.app.database.db, filter, { before: null, limit: 10 });
  return events.map(({ action }) => action).toReversed();
}

test("refused values are proposed, accepted together, and remembered for the vendor", async () => {
  const vendor = "Values Inc";
  const first = await checkSent(
    site.app,
    site.admin,
    await sendImport(site.app, site.admin, text, { vendor }),
  );
  assert.equal(first.report?.counts["refused"], 4);
  const page = (await site.admin.get(addressOf(first))).body;
  assert.match(page, /Accept these corrections/);
  const proposed = readCorrections(page);
  assert.equal(proposed[fieldOf(page, "condition N")], "=NE");
  assert.equal(proposed[fieldOf(page, "unit_of_measure EACH")], "=EA");
  assert.equal(proposed[fieldOf(page, "price Call")], "=");
  assert.equal(proposed[fieldOf(page, "price \\$")], "USD");
  assert.equal(proposed[fieldOf(page, "condition MINT")], "");
  assert.equal(proposed[fieldOf(page, "available_stock #\\+")], "");

  const second = await endOfRun(
    site.app,
    await site.admin.post(`${addressOf(first)}/values`, proposed),
  );
  assert.equal(second.isDry, true);
  assert.equal(second.report?.counts["refused"], 2, JSON.stringify(second.report?.groups));
  const next = (await site.admin.get(addressOf(second))).body;
  assert.match(next, /How values were read/);
  assert.match(next, /Price on request/);
  const chosen = {
    ...readCorrections(next),
    [fieldOf(next, "condition MINT")]: "=NS",
    [fieldOf(next, "available_stock #\\+")]: "=#",
  };
  const third = await endOfRun(
    site.app,
    await site.admin.post(`${addressOf(second)}/values`, chosen),
  );
  assert.equal(third.report?.counts["refused"], 0, JSON.stringify(third.report?.groups));
  assert.deepEqual(third.report?.refusedValues, []);
  assert.deepEqual(
    third.report?.translated?.find(({ written }) => written === "EACH"),
    { column: "unit_of_measure", written: "EACH", meaning: "EA", rows: 3 },
  );
  const committed = await endOfRun(site.app, await site.admin.post(`${addressOf(third)}/commit`));
  assert.equal(committed.report?.counts["created"], 4);
  assert.equal(committed.report?.counts["on_request"], 1);
  assert.deepEqual(await listEvents(vendor), [
    "saved what values of a vendor mean",
    "saved what values of a vendor mean",
  ]);

  const later = await sendImport(site.app, site.admin, text.replaceAll("VA-", "VB-"), { vendor });
  const again = await checkSent(site.app, site.admin, later);
  assert.equal(again.report?.counts["refused"], 0);
  const other = await sendImport(site.app, site.admin, text, { vendor: "Values Ltd" });
  assert.equal((await checkSent(site.app, site.admin, other)).report?.counts["refused"], 4);
});

test("a saved value is listed and removed, and its rows are refused again", async () => {
  const vendor = "Removed & Co";
  const file = `${header}\nVC-1,PIN,N,EA,2,1.00,USD\n`;
  const first = await checkSent(
    site.app,
    site.admin,
    await sendImport(site.app, site.admin, file, { vendor }),
  );
  const page = (await site.admin.get(addressOf(first))).body;
  const second = await endOfRun(
    site.app,
    await site.admin.post(`${addressOf(first)}/values`, readCorrections(page)),
  );
  assert.equal(second.report?.counts["refused"], 0);
  const place = `/console/imports/values?${new URLSearchParams({ vendor })}`;
  const list = (await site.admin.get(place)).body;
  assert.match(list, /Removed &#38; Co<\/td>/);
  const value = { vendor, column: "condition", written: "N" };
  const removed = await site.admin.post("/console/imports/values/remove", value);
  assert.equal(locationOf(removed), `${place}&done=removed`);
  assert.match((await site.admin.get(locationOf(removed))).body, /Value removed/);
  assert.equal((await site.admin.post("/console/imports/values/remove", value)).statusCode, 404);
  const started = await site.admin.post(`${addressOf(second)}/commit`, { policy: "good" });
  const committed = await endOfRun(site.app, started);
  assert.equal(committed.report?.counts["created"], 1, "a commit imports what its check showed");
  const next = await sendImport(site.app, site.admin, file.replace("VC-1", "VC-2"), { vendor });
  assert.equal((await checkSent(site.app, site.admin, next)).report?.counts["refused"], 1);
  assert.equal((await listEvents(vendor)).at(-1), "removed what a value of a vendor means");
});

test("corrections of a file with a vendor column apply to that file only", async () => {
  const file = `${catalogHeader}\nVD-1,PIN,N,EA,2,1.00,USD,Own Vendor\n`;
  const first = await checkSent(site.app, site.admin, await sendImport(site.app, site.admin, file));
  const page = (await site.admin.get(addressOf(first))).body;
  assert.match(page, /apply to this file only/);
  const second = await endOfRun(
    site.app,
    await site.admin.post(`${addressOf(first)}/values`, readCorrections(page)),
  );
  assert.equal(second.report?.counts["refused"], 0);
  const again = await checkSent(site.app, site.admin, await sendImport(site.app, site.admin, file));
  assert.equal(again.report?.counts["refused"], 1);
});

test("an impossible meaning and an empty form are refused", async () => {
  const vendor = "Wrong Values";
  const first = await checkSent(
    site.app,
    site.admin,
    await sendImport(site.app, site.admin, text, { vendor }),
  );
  const page = (await site.admin.get(addressOf(first))).body;
  const wrong = { [fieldOf(page, "available_stock #\\+")]: "many" };
  const refused = await site.admin.post(`${addressOf(first)}/values`, wrong);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /enter a valid value of available_stock/);
  const empty = await site.admin.post(`${addressOf(first)}/values`, {});
  assert.equal(empty.statusCode, 422);
  assert.match(empty.body, /Choose a meaning for at least one value/);
  const viewer = await openOperator(site.app, { role: "read-only" });
  assert.doesNotMatch((await viewer.get(addressOf(first))).body, /Accept these corrections/);
  assert.equal((await viewer.post(`${addressOf(first)}/values`, wrong)).statusCode, 403);
});

test("what the quantities of a file mean is declared again with its corrections", async () => {
  const vendor = "Stock Values";
  const sent = await sendImport(site.app, site.admin, text, { vendor });
  const form = { version: "1", stock_mode: "available" };
  const first = await checkSent(site.app, site.admin, sent, form);
  const page = (await site.admin.get(addressOf(first))).body;
  const second = await endOfRun(
    site.app,
    await site.admin.post(`${addressOf(first)}/values`, readCorrections(page)),
  );
  assert.equal(second.report?.stock?.mode, "available");
  assert.notDeepEqual(undeclaredStock, second.report?.stock);
});
