// Files as dealers send them, imported in the wizard as an operator does: upload, check the columns
// as they are shown, import. Every cell of every offer is compared with a hand-made expectation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exportCatalog } from "../../src/catalog/exportQueries.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import type { WrittenCell } from "../../src/reading/files/writtenCells.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { endOfRun, locationOf, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import type { DealerFile, ExpectedOffer } from "./dealerFile.ts";

/** A site, and who imports there. */
export type Wizard = { readonly app: TestApp; readonly admin: TestOperator };

export async function openWizard(): Promise<Wizard> {
  const app = await openTestApp({
    publicUrl: "https://parts.example",
    importFileBytes: 4_000_000,
  });
  return { app, admin: await openOperator(app) };
}

/** The fields of the form as a browser sends them unchanged. */
function readForm(page: string): Record<string, string> {
  const form = page.slice(page.indexOf('id="mapping"'));
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of form.matchAll(/<input ([^>]*)>/g)) {
    const { name, value, type } = readAttributes(attributes);
    if (name !== undefined && type !== "checkbox" && type !== "radio") fields[name] = value ?? "";
  }
  for (const [, name = "", options = ""] of form.matchAll(
    /<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  )) {
    fields[name] = /<option value="([^"]*)" selected>/.exec(options)?.[1] ?? "";
  }
  return fields;
}

function readAttributes(written: string): Record<string, string> {
  const all = written.matchAll(/([a-z]+)="([^"]*)"/g);
  return Object.fromEntries([...all].map(([, name, value = ""]) => [name, readAttribute(value)]));
}

/** What every exported offer has unless its file says otherwise. */
const usual: Readonly<Record<string, string>> = {
  status: "ACTIVE",
  min_quantity: "1",
  multiple: "1",
};
const beside = new Set(["as_of", "on_hand"]);

/** The exported offers of a vendor, without usual values and what repeats another column. */
export async function exportOffers(
  { app }: Wizard,
  vendor: string,
  hasVendor: boolean,
): Promise<ExpectedOffer[]> {
  const session = await app.database.db.openSession();
  try {
    const [names = [], ...rows] = await Array.fromAsync(exportCatalog(session, vendor, new Date()));
    return rows.map((row) => {
      const cells = names.map((name, place) => [String(name), readWritten(row[place])] as const);
      const all = Object.fromEntries(cells);
      return Object.fromEntries(
        cells.filter(
          ([name, value]) =>
            value !== "" &&
            value !== usual[name] &&
            !beside.has(name) &&
            !(name === "title" && value === all["part_name"]) &&
            !(name === "vendor" && !hasVendor),
        ),
      );
    });
  } finally {
    await session.close();
  }
}

function readWritten(cell: WrittenCell | undefined): string {
  return typeof cell === "object" ? cell.number : (cell ?? "");
}

function sortOffers(offers: readonly ExpectedOffer[]): readonly ExpectedOffer[] {
  const keyOf = (offer: ExpectedOffer) => `${offer["part_number"]} ${offer["condition"]}`;
  return offers.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Accepts what values mean, as proposed and as the file says. */
async function correctValues(
  { app, admin }: Wizard,
  run: ImportRun,
  file: DealerFile,
): Promise<ImportRun> {
  if (file.corrected === undefined) return run;
  const place = `/console/imports/${run.runId}`;
  const { body } = await admin.get(place);
  const start = body.indexOf('aria-label="Values to correct"');
  const form = body.slice(start, body.indexOf("</form>", start));
  const fields: Record<string, string> = {};
  for (const [, attributes = "", options] of form.matchAll(
    /<(?:input|select) ([^>]*name="meaning[^>]*)>(?:\s*(<option.*?)<\/select>)?/gs,
  )) {
    const all = readAttributes(attributes.replace("aria-label", "label"));
    const chosen = /<option value="([^"]*)" selected>/.exec(options ?? "")?.[1];
    const label = all["label"]?.replace(/^What (.*) means$/, "$1") ?? "";
    fields[all["name"] ?? ""] =
      file.corrected[label] ?? readAttribute(chosen ?? all["value"] ?? "");
  }
  return endOfRun(app, await admin.post(`${place}/values`, fields));
}

/** Checks the columns as they are shown and the fields that the file enters; undefined if refused. */
export async function checkAsShown(
  { app, admin }: Wizard,
  file: Pick<DealerFile, "bytes" | "entered">,
  vendor: string | undefined,
): Promise<ImportRun | undefined> {
  const subject = vendor === undefined ? {} : { vendor };
  const sent = await sendImport(app, admin, await file.bytes, subject);
  const page = await admin.get(locationOf(sent));
  const fields = { ...readForm(page.body), ...file.entered };
  const answer = await admin.post(`${locationOf(sent)}/check`, fields);
  return answer.statusCode === 303 ? endOfRun(app, answer) : undefined;
}

export async function commitRun({ app, admin }: Wizard, { runId }: ImportRun): Promise<ImportRun> {
  return endOfRun(app, await admin.post(`/console/imports/${runId}/commit`));
}

async function importAsShown(
  wizard: Wizard,
  file: DealerFile,
  vendor: string | undefined,
): Promise<ImportRun> {
  const first = (await checkAsShown(wizard, file, vendor)) ?? assert.fail("columns refused");
  const checked = first.state === "previewed" ? await correctValues(wizard, first, file) : first;
  assert.equal(
    checked.state,
    "previewed",
    checked.message ?? JSON.stringify(checked.report?.stops),
  );
  return commitRun(wizard, checked);
}

async function expectOffers(wizard: Wizard, file: DealerFile, name: string): Promise<void> {
  const own = file.offers[0]?.["vendor"];
  const vendor = own ?? name;
  const { report } = await importAsShown(wizard, file, own === undefined ? vendor : undefined);
  const refusals = report?.refusals ?? [];
  const refused = refusals.map(({ line, column, reason }) => `${line}, ${column}, ${reason}`);
  assert.deepEqual(refused, file.refused ?? []);
  const offers = await exportOffers(wizard, vendor, own !== undefined);
  assert.deepEqual(sortOffers(offers), sortOffers(file.offers));
  const counted = /^\d+ rows? (?:is|are|has|have) (?:hidden|fewer|cells in)/;
  const isOfFile = (warning: string) =>
    counted.test(warning) || /^(?:Not imported|Imported|Sheet|Columns|")/.test(warning);
  assert.deepEqual((report?.warnings ?? []).filter(isOfFile), file.warnings);
}

/** Adds a test of each file to the test file that calls it. */
export function testInWizard(files: readonly DealerFile[]): void {
  let wizard: Wizard;
  before(async () => {
    wizard = await openWizard();
  });
  after(() => wizard.app.close());
  for (const [place, file] of files.entries()) {
    test(`${file.name} becomes exactly its offers`, () =>
      expectOffers(wizard, file, `Dealer ${String.fromCharCode(65 + place)}`));
  }
}
