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
import type { SheetHead } from "../reading/files/readXlsx.ts";
import { nameHeaders } from "../reading/header.ts";
import type { ColumnRule } from "../reading/row.ts";
import { columnRules, type HeadRecord, type ImportFile } from "./file.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  type PlacedColumns,
  placeColumns,
} from "./rows/columns.ts";
import {
  addLikelyColumns,
  type ColumnGuess,
  findHeaderPlace,
  guessColumns,
  isWholeHeader,
  mayBeRow,
} from "./rows/header.ts";
import { findSheet } from "./rows/sheets.ts";

/** The header of a file, and the columns found with it. */
export type ReadHeader = {
  readonly rules: readonly ColumnRule[];
  /** The visible sheets with rows; empty unless a workbook has several sheets. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  /** Whether several sheets may have the rows and none is chosen. */
  readonly isSheetUnclear: boolean;
  /** All records of the sheet. */
  readonly records: readonly HeadRecord[];
  readonly header: HeadRecord;
  readonly above: readonly HeadRecord[];
  /** The cells of the first rows. */
  readonly rows: readonly (readonly string[])[];
  readonly placed: PlacedColumns;
  readonly guesses: readonly ColumnGuess[];
  /** A line that looks more like a header; null if this one does. */
  readonly likelyLine: number | null;
};

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

/** The sheet of a workbook that the mapping names or its headers suggest. */
function readSheet(
  head: readonly HeadRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): Pick<ReadHeader, "sheets" | "sheet" | "isSheetUnclear" | "records"> {
  const sheets = [...new Set(head.flatMap(({ sheet }) => sheet ?? []))];
  if (sheets.length === 0) {
    return { sheets, sheet: undefined, isSheetUnclear: false, records: head };
  }
  const heads = sheets.map(
    (name): SheetHead => ({ name, records: head.filter(({ sheet }) => sheet === name) }),
  );
  const known = sheets.find((name) => name === mapping.sheet);
  const choice = findSheet(heads, rules, { ...mapping, sheet: known });
  const [first = 0] = choice.outcome === "unclear" ? choice.places : [];
  const sheet = sheets[choice.outcome === "chosen" ? choice.place : first];
  const records = head.filter((record) => record.sheet === sheet);
  return { sheets, sheet, isSheetUnclear: choice.outcome === "unclear", records };
}

/**
 * Reads the header that the mapping names or that is found. Returns undefined if the file has no
 * records.
 */
export function readHeader(file: ImportFile, mapping: ColumnMapping): ReadHeader | undefined {
  const rules = columnRules(file);
  const sheet = readSheet(file.head ?? [], rules, mapping);
  const { records } = sheet;
  const chosen = records.findIndex(({ line }) => line === mapping.headerLine);
  const found = findHeaderPlace(records, rules, mapping) ?? 0;
  const place = chosen === -1 ? found : chosen;
  const header = records[place];
  if (header === undefined) return undefined;
  const rows = records.slice(place + 1).map(({ cells }) => cells);
  const placed = placeColumns(header.cells, rules, mapping, rows);
  const isBetter = placed.faults.length > 0 && found !== place;
  return {
    ...sheet,
    rules,
    header,
    above: records.slice(0, place),
    rows,
    placed,
    guesses: guessColumns(header.cells, rows, rules, mapping),
    likelyLine: isBetter ? (records[found]?.line ?? null) : null,
  };
}

/**
 * The mapping of the last file of a vendor without what does not fit this file: its sheet, and a
 * line that is no header here.
 */
export function fitSavedMapping(file: ImportFile, mapping: ColumnMapping): ColumnMapping {
  const head = file.head ?? [];
  const sheet = head.some((record) => record.sheet === mapping.sheet) ? mapping.sheet : undefined;
  const named = head.find((one) => one.sheet === sheet && one.line === mapping.headerLine);
  const isHeader = named !== undefined && isWholeHeader(named, columnRules(file), mapping);
  return { ...mapping, sheet, headerLine: isHeader ? mapping.headerLine : undefined };
}

/** Fills the form of a file from a mapping and what is likely, except what does not fit. */
export function fillForm(
  { stock }: ImportFile,
  { rules, header, rows, guesses }: ReadHeader,
  mapping: ColumnMapping,
): FormState {
  const shown = addLikelyColumns(mapping, guesses);
  const { places } = placeColumns(header.cells, rules, shown, rows);
  const typed = new Map([
    ["stock_mode", stock.mode ?? ""],
    ["as_of", stock.asOf?.toISOString() ?? ""],
    ["older_counts", stock.appliesOlder === true ? "apply" : ""],
    [noPricesField, mapping.fixed.get("price") === "" ? "1" : ""],
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

const olderWords = "; replaces later counts";

/** How a run read quantities: "On hand, counted at 21 Nov 2026, 22:00 UTC". */
export function renderStockTerms(terms: StockTerms): Html {
  const { mode, asOf, asOfFrom, appliesOlder, undecided } = terms;
  const words = undecided.length === 0 ? modeWords[mode] : `${modeWords[mode]} (not chosen yet)`;
  const from = { option: "", file: ", from the file", upload: ", when the file was received" };
  const older = appliesOlder === true ? olderWords : "";
  return html`${words}, counted at ${renderMoment(new Date(asOf))}${from[asOfFrom]}${older}`;
}

/** The declaration of a file in words, for comparing two. */
export function describeDeclaration({ mode, asOf, appliesOlder }: StockDeclaration): string {
  const time = asOf?.toISOString() ?? "default time";
  const older = appliesOlder === true ? olderWords : "";
  return `${mode === null ? "default" : modeWords[mode]}, ${time}${older}`;
}
