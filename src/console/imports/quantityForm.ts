// The fields of a file's form that declare its quantities (decision 153), and how runs read them.
import { parseMoment } from "../../day.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import type { ImportFile } from "../../importFiles/importFile.ts";
import {
  type StockDeclaration,
  type StockMode,
  type StockTerms,
  stockModes,
} from "../../imports/importRun.ts";
import type { Fields } from "../../site/fields.ts";

const modeWords: Readonly<Record<StockTerms["mode"], string>> = {
  "on-hand": "On hand",
  available: "Available",
  "by vendor": "On hand or available, by vendor",
};

const modeOptions = [
  { value: "on-hand", text: "On hand: includes what is allocated to orders" },
  { value: "available", text: "Available: excludes what is allocated to orders" },
];

/** The mode of a vendor's feeds; undefined if it had none, null if nobody has chosen one. */
export type RememberedMode = StockMode | null | undefined;

function describeDefault({ vendor }: ImportFile, remembered: RememberedMode): string {
  if (vendor === null) return "As in the last file of each vendor";
  if (remembered === null) return "Not chosen yet";
  return remembered === undefined ? "On hand (new vendor)" : `${modeWords[remembered]} (last file)`;
}

/** The fields of a file with quantities. */
export function renderQuantityFields(
  state: FormState,
  file: ImportFile,
  remembered: RememberedMode,
): Html | null {
  if (file.kind === "agreement") return null;
  const isUndecided = remembered === null;
  return html`<h2>Quantities</h2>
${renderSelect(state, {
  name: "stock_mode",
  label: "Quantities are",
  options: [{ value: "", text: describeDefault(file, remembered) }, ...modeOptions],
  hint: `${isUndecided ? "Choose before you import. " : ""}Saved for the vendor's next file.`,
})}${renderTextField(state, {
  name: "as_of",
  label: "Counted at",
  optional: true,
  maxLength: 40,
  hint: "Such as 2026-11-21T22:00:00Z. Empty: the column as_of, else the time of the upload.",
})}`;
}

export const quantityFields = ["stock_mode", "as_of"] as const;

/** The texts of the fields. */
export function fillQuantityFields({ stock }: ImportFile): ReadonlyMap<string, string> {
  return new Map([
    ["stock_mode", stock.mode ?? ""],
    ["as_of", stock.asOf?.toISOString() ?? ""],
  ]);
}

type ReadQuantities = {
  readonly stock: StockDeclaration;
  readonly faults: readonly FieldFault[];
};

/** Reads the fields; an unknown mode counts as none. */
export function readQuantityFields(form: Fields, now: Date): ReadQuantities {
  const mode = stockModes.find((known) => known === form.text("stock_mode")) ?? null;
  const text = form.text("as_of").trim();
  const asOf = text === "" ? null : (parseMoment(text) ?? null);
  const refuse = (fault: string) => [{ field: "as_of", text: `Counted at: ${fault}` }];
  if (text !== "" && asOf === null) {
    return { stock: { mode, asOf }, faults: refuse("enter a time such as 2026-11-21T22:00:00Z.") };
  }
  const isFuture = asOf !== null && asOf.getTime() > now.getTime();
  return { stock: { mode, asOf }, faults: isFuture ? refuse("this time is in the future.") : [] };
}

const originWords: Readonly<Record<StockTerms["asOfFrom"], string>> = {
  option: "",
  file: ", from the file",
  upload: ", when the file was received",
};

/** How a run read quantities: "On hand, counted at 21 Nov 2026, 22:00 UTC". */
export function renderStockTerms({ mode, asOf, asOfFrom, undecided }: StockTerms): Html {
  const words = `${modeWords[mode]}${undecided.length > 0 ? " (not chosen yet)" : ""}`;
  return html`${words}, counted at ${renderMoment(new Date(asOf))}${originWords[asOfFrom]}`;
}

/** The declaration of a file in words, for comparing two. */
export function describeDeclaration({ mode, asOf }: StockDeclaration): string {
  return `${mode === null ? "default" : modeWords[mode]}, ${asOf?.toISOString() ?? "default time"}`;
}
