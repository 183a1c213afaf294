// Imports in the wizard as an operator does: upload, check the columns as they are shown, import.
import { exportCatalog } from "../../src/catalog/exportQueries.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import type { WrittenCell } from "../../src/reading/files/writtenCells.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { endOfRun, locationOf, sendImport } from "../support/sendImport.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import type { DealerFile, ExpectedOffer } from "./dealerFile.ts";

/** A site, and who imports there. */
export type Wizard = {
  readonly app: TestApp;
  readonly admin: TestOperator;
  close(): Promise<void>;
};

export async function openWizard(): Promise<Wizard> {
  const app = await openTestApp({
    publicUrl: "https://parts.example",
    importFileBytes: 4_000_000,
  });
  return { app, admin: await openOperator(app), close: app.close };
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

/** The attributes of a tag. */
export function readAttributes(written: string): Record<string, string> {
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
