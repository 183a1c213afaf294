// Files as dealers send them, imported in the wizard. Every cell of every offer is compared with a
// hand-made expectation.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportRun } from "../../src/imports/run.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { endOfRun } from "../support/sendImport.ts";
import { share } from "../support/share.ts";
import { type DealerFile, dealerFiles, type ExpectedOffer } from "./dealerFile.ts";
import {
  checkAsShown,
  commitRun,
  exportOffers,
  openWizard,
  readAttributes,
  type Wizard,
} from "./importInWizard.ts";

const wizard = share(openWizard);

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
  assert.deepEqual((report?.warnings ?? []).filter(isOfFile), file.warnings ?? []);
}

for (const [place, file] of dealerFiles.entries()) {
  test(`${file.name} becomes exactly its offers`, () =>
    expectOffers(wizard, file, `Dealer ${String.fromCharCode(65 + place)}`));
}
