import {
  type StockDeclaration,
  type StockMode,
  type StockTerms,
  stockModes,
} from "../catalog/feedStock.ts";
import { parseMoment } from "../day.ts";
import type { SheetHead } from "../files/readXlsx.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import type { FieldFault, FormState } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { nameHeaders } from "../reading/header.ts";
import type { ColumnRule } from "../reading/row.ts";
import type { Fields } from "../site/fields.ts";
import { columnRules, type HeadRecord, type ImportFile } from "./file.ts";
import { fileTexts } from "./fileTexts.ts";
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

// The form that maps the headers of a file to columns.

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
  readonly rows: readonly HeadRecord[];
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

type Sheet = Pick<ReadHeader, "sheets" | "sheet" | "isSheetUnclear" | "records">;

/** The sheet of a workbook that the mapping names or its headers suggest. */
function readSheet(
  head: readonly HeadRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): Sheet {
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
  const rows = records.slice(place + 1);
  const above = records.slice(0, place);
  const cells = rows.map((row) => row.cells);
  const placed = placeColumns(header.cells, rules, mapping, cells);
  const guesses = guessColumns(header.cells, cells, rules, mapping);
  const isBetter = placed.faults.length > 0 && found !== place;
  const likelyLine = isBetter ? (records[found]?.line ?? null) : null;
  return { ...sheet, rules, header, above, rows, placed, guesses, likelyLine };
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
export function fillMapping(file: ImportFile, read: ReadHeader, mapping: ColumnMapping): FormState {
  const { rules, header, guesses } = read;
  const texts = new Map(fillQuantityFields(file));
  const shown = addLikelyColumns(mapping, guesses);
  const { places } = placeColumns(
    header.cells,
    rules,
    shown,
    read.rows.map(({ cells }) => cells),
  );
  texts.set(noPricesField, mapping.fixed.get("price") === "" ? "1" : "");
  for (const { name } of rules) {
    if (shown.headers.get(name) === leftOutHeader) texts.set(columnField(name), leftOut);
    const place = shown.headers.has(name) ? places.get(name) : undefined;
    if (place !== undefined) texts.set(columnField(name), String(place));
    texts.set(fixedField(name), mapping.fixed.get(name) ?? "");
  }
  return { value: (name) => texts.get(name) ?? "", faults: [] };
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

// The fields of a file's form that declare its quantities (decision 153), and how runs read them.

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
  if (vendor === null) return fileTexts.quantities.byVendor;
  if (remembered === null) return fileTexts.quantities.notChosen;
  return remembered === undefined
    ? fileTexts.quantities.newVendor
    : fileTexts.quantities.lastFile(modeWords[remembered]);
}

/** The fields of a file with quantities. */
export function renderQuantityFields(
  state: FormState,
  file: ImportFile,
  remembered: RememberedMode,
): Html | null {
  if (file.kind === "agreement") return null;
  const isUndecided = remembered === null;
  return html`<h2>${fileTexts.quantities.title}</h2>
${renderSelect(state, {
  name: "stock_mode",
  label: fileTexts.quantities.mode,
  options: [{ value: "", text: describeDefault(file, remembered) }, ...modeOptions],
  hint: isUndecided ? fileTexts.quantities.chooseFirst : fileTexts.quantities.savedHint,
})}${renderTextField(state, {
  name: "as_of",
  label: fileTexts.quantities.asOf,
  optional: true,
  maxLength: 40,
  hint: fileTexts.quantities.asOfHint,
})}${renderSelect(state, {
  name: "older_counts",
  label: fileTexts.quantities.older,
  options: [
    { value: "", text: fileTexts.quantities.keepLater },
    { value: "apply", text: fileTexts.quantities.applyOlder },
  ],
})}`;
}

export const quantityFields = ["stock_mode", "as_of", "older_counts"] as const;

/** The texts of the fields. */
function fillQuantityFields({ stock }: ImportFile): ReadonlyMap<string, string> {
  return new Map([
    ["stock_mode", stock.mode ?? ""],
    ["as_of", stock.asOf?.toISOString() ?? ""],
    ["older_counts", stock.appliesOlder === true ? "apply" : ""],
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
  const stock = { mode, asOf, appliesOlder: form.text("older_counts") === "apply" };
  const refuse = (fault: string) => [
    { field: "as_of", text: fileTexts.quantities.asOfFault(fault) },
  ];
  if (text !== "" && asOf === null) {
    return { stock, faults: refuse(fileTexts.quantities.badTime) };
  }
  const isFuture = asOf !== null && asOf.getTime() > now.getTime();
  return { stock, faults: isFuture ? refuse(fileTexts.quantities.future) : [] };
}

const originWords: Readonly<Record<StockTerms["asOfFrom"], string>> = {
  option: "",
  file: ", from the file",
  upload: ", when the file was received",
};

/** How a run read quantities: "On hand, counted at 21 Nov 2026, 22:00 UTC". */
export function renderStockTerms(terms: StockTerms): Html {
  const { mode, asOf, asOfFrom, appliesOlder, undecided } = terms;
  const isChosen = undecided.length === 0;
  const words = isChosen ? modeWords[mode] : fileTexts.quantities.undecided(modeWords[mode]);
  const counted = fileTexts.quantities.countedAt(words, renderMoment(new Date(asOf)));
  const older = appliesOlder === true ? fileTexts.quantities.appliedOlder : "";
  return html`${counted}${originWords[asOfFrom]}${older}`;
}

/** The declaration of a file in words, for comparing two. */
export function describeDeclaration({ mode, asOf, appliesOlder }: StockDeclaration): string {
  const { usualMode, usualTime, appliedOlder } = fileTexts.quantities;
  const time = asOf?.toISOString() ?? usualTime;
  const older = appliesOlder === true ? appliedOlder : "";
  return `${mode === null ? usualMode : modeWords[mode]}, ${time}${older}`;
}
