// The form that maps the headers of a file to columns and declares its quantities (decision 153).
import {
  type StockDeclaration,
  type StockMode,
  type StockTerms,
  stockModes,
} from "../catalog/feedStock.ts";
import { parseMoment } from "../kit/day.ts";
import { renderSelect, renderTextField } from "../kit/html/field.ts";
import type { FieldFault, FormState } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import type { Fields } from "../kit/site/fields.ts";
import { nameHeaders } from "../reading/header.ts";
import type { ImportFile } from "./file.ts";
import type { ReadHeader } from "./fileHeader.ts";
import { type ColumnMapping, leftOutHeader, placeColumns } from "./rows/columns.ts";
import { addLikelyColumns, findHeaderPlace, mayBeRow } from "./rows/header.ts";

/** The choice that leaves a column out. */
export const leftOut = "none";

/** The field with the header of a column. */
export function columnField(name: string): string {
  return `column-${name}`;
}

/** The field with the default value of a column. */
export function fixedField(name: string): string {
  return `fixed-${name}`;
}

/** The field that says that all parts have their price on request. */
export const noPricesField = "no_prices";

/** Fills the form of a file from a mapping and what is likely, except what does not fit. */
export function fillForm(
  { stock }: ImportFile,
  { rules, header, rows, guesses }: ReadHeader,
  mapping: ColumnMapping,
  isFresh = false,
): FormState {
  const shown = addLikelyColumns(mapping, guesses);
  const { places } = placeColumns(header.cells, rules, shown, rows);
  const typed = new Map([
    ["stock_mode", stock.mode ?? ""],
    ["as_of", stock.asOf?.toISOString() ?? ""],
    ["older_counts", stock.appliesOlder === true ? "apply" : ""],
    [noPricesField, mapping.fixed.get("price") === "" ? "1" : ""],
    ["fresh", isFresh ? "1" : ""],
  ]);
  for (const { name } of rules) {
    if (shown.headers.get(name) === leftOutHeader) typed.set(columnField(name), leftOut);
    const place = shown.headers.has(name) ? places.get(name) : undefined;
    if (place !== undefined) typed.set(columnField(name), String(place));
    typed.set(fixedField(name), mapping.fixed.get(name) ?? "");
  }
  return { value: (name) => typed.get(name) ?? "", faults: [] };
}

/**
 * Reads the mapping of a form. Invalid places count as not mapped. The line of the header is part
 * of it unless an import finds that line itself.
 */
export function readMappingForm(form: Fields, read: ReadHeader): ColumnMapping {
  const { rules, header, above, records, sheet } = read;
  const names = nameHeaders(header.cells);
  const headers = new Map<string, string>();
  const fixed = new Map<string, string>();
  for (const { name } of rules) {
    const place = form.text(columnField(name));
    const cell = /^\d{1,3}$/.test(place) ? names[Number(place)] : undefined;
    if (cell !== undefined) headers.set(name, cell);
    if (place === leftOut) headers.set(name, leftOutHeader);
    const value = form.text(fixedField(name)).trim();
    if (value !== "") fixed.set(name, value.slice(0, 200).toWellFormed());
  }
  if (form.text(noPricesField) === "1" && !fixed.has("price")) fixed.set("price", "");
  const mapping = { headers, fixed, sheet };
  const found = records[findHeaderPlace(records, rules, mapping) ?? 0];
  const isFound = found === header && !above.some((record) => mayBeRow(record, header));
  return isFound ? mapping : { ...mapping, headerLine: header.line };
}

// What quantities are, and when they were counted.

const modeWords: Readonly<Record<StockTerms["mode"], string>> = {
  "on-hand": "On hand",
  available: "Available",
  "by vendor": "On hand or available, by vendor",
  "by column": "On hand or available, by column",
};

/** The mode of a vendor's feeds; undefined if it had none, null if nobody has chosen one. */
export type RememberedMode = StockMode | null | undefined;

function describeDefault({ vendor }: ImportFile, remembered: RememberedMode): string {
  if (vendor === null) return "As in the last file of each vendor";
  if (remembered === null) return "Not chosen yet";
  return remembered === undefined ? "On hand (new vendor)" : `${modeWords[remembered]} (last file)`;
}

export const quantityFields = ["stock_mode", "as_of", "older_counts"] as const;

/** The question about the quantities of a file. */
export function renderQuantityFields(
  state: FormState,
  file: ImportFile,
  remembered: RememberedMode,
): Html | null {
  if (file.kind === "agreement") return null;
  const saved = "Saved for the vendor's next file.";
  return html`<fieldset class="question">
<legend>Are these quantities available or on hand, and when were they counted?</legend>
${[
  renderSelect(state, {
    name: "stock_mode",
    label: "Quantities are",
    options: [
      { value: "", text: describeDefault(file, remembered) },
      { value: "on-hand", text: "On hand: includes what is allocated to orders" },
      { value: "available", text: "Available: excludes what is allocated to orders" },
    ],
    hint: remembered === null ? `Choose before you import. ${saved}` : saved,
  }),
  renderTextField(state, {
    name: "as_of",
    label: "Counted at",
    optional: true,
    maxLength: 40,
    hint: "Such as 2026-11-21T22:00:00Z. Otherwise as the file says, or when it was uploaded.",
  }),
  renderSelect(state, {
    name: "older_counts",
    label: "If our count is newer",
    options: [
      { value: "", text: "Keep ours" },
      { value: "apply", text: "Replace it with these older counts" },
    ],
  }),
]}</fieldset>
`;
}

/** Reads the answer; an unknown mode counts as none. */
export function readQuantityFields(
  form: Fields,
  now: Date,
): { readonly stock: StockDeclaration; readonly faults: readonly FieldFault[] } {
  const mode = stockModes.find((known) => known === form.text("stock_mode")) ?? null;
  const text = form.text("as_of").trim();
  const asOf = text === "" ? null : (parseMoment(text) ?? null);
  const stock = { mode, asOf, appliesOlder: form.text("older_counts") === "apply" };
  const refuse = (fault: string) => [{ field: "as_of", text: `Counted at: ${fault}` }];
  if (text !== "" && asOf === null) {
    return { stock, faults: refuse("enter a time such as 2026-11-21T22:00:00Z.") };
  }
  const isFuture = asOf !== null && asOf.getTime() > now.getTime();
  return { stock, faults: isFuture ? refuse("this time is in the future.") : [] };
}

/** How a run read quantities: "On hand, counted at 21 Nov 2026, 22:00 UTC". */
export function renderStockTerms(terms: StockTerms): Html {
  const { mode, asOf, asOfFrom, appliesOlder, undecided } = terms;
  const words = undecided.length === 0 ? modeWords[mode] : `${modeWords[mode]} (not chosen yet)`;
  const from = { option: "", file: ", from the file", upload: ", when the file was received" };
  const older = appliesOlder === true ? "; replaces later counts" : "";
  return html`${words}, counted at ${renderMoment(new Date(asOf))}${from[asOfFrom]}${older}`;
}
