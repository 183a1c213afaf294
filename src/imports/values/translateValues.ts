// Reads cells as what an operator declared that they mean. Invariant: a cell that the reader
// accepts as it is written is never translated.
import type { CellKind } from "../../files/fileRecord.ts";
import { currencyDigits, parseCurrency } from "../../money.ts";
import { createCleaningTally } from "../cleanedCells.ts";
import type { FeedColumns, ValueTranslations } from "../feedColumns.ts";
import { valueKey } from "../feedColumns.ts";
import type { FeedRow } from "../feedRow.ts";
import { pricePerColumn } from "../layout/priceHeader.ts";
import {
  findDayForm,
  findNumberForm,
  isNumberColumn,
  listReadings,
  priceColumns,
  readMarkedNumber,
  readOrderedDay,
  splitSign,
} from "./cellValues.ts";
import { type AppliedTranslation, createReadingTally } from "./readingTally.ts";
import { isTranslatable } from "./translatable.ts";
import { listWordReadings, readWords, splitWords } from "./wordForms.ts";

type Cells = {
  readonly cells: readonly string[];
  readonly kinds?: readonly CellKind[] | undefined;
};

/** A price whose sign means a currency that its row does not have. */
type OtherCurrency = {
  readonly column: string;
  readonly sign: string;
  readonly meaning: string;
  readonly currency: string;
};

export type TranslatedCells = Cells & { readonly contradicted?: OtherCurrency };

export type Translator = {
  translate(record: Cells): TranslatedCells;
  /** Those that applied to a row, most rows first. */
  list(): readonly AppliedTranslation[];
};

/** Whether a reader refuses a cell for itself, whatever the other cells of its row are. */
function isRefused(read: (row: FeedRow) => unknown, column: string, cell: string): boolean {
  const columns = { places: new Map([[column, 0]]), width: 1, ignored: [] };
  const faults: FeedRow["faults"] = [];
  read({ columns, cells: [cell], faults, cleaned: createCleaningTally() });
  return faults.some((fault) => fault.column === column);
}

/** Values that a reader accepts itself, with what they should have meant. */
type Unused = { readonly column: string; readonly written: string; readonly meaning: string };

/** Divides translations into those of cells that `read` refuses, and the others. */
export function divideTranslations(
  values: ValueTranslations,
  read: (row: FeedRow) => unknown,
): { readonly used: ValueTranslations; readonly unused: readonly Unused[] } {
  const unused: Unused[] = [];
  const used = [...values].map(([column, of]) => {
    const kept = [...of].filter(([written, meaning]) => {
      if (!isTranslatable(column) || isRefused(read, column, written)) return true;
      if (meaning !== written) unused.push({ column, written, meaning });
      return false;
    });
    return [column, new Map(kept)] as const;
  });
  return { used: new Map(used), unused };
}

export function describeUnused(unused: readonly Unused[]): string[] {
  return unused.map(
    ({ column, written, meaning }) =>
      `${column} "${written}" is a valid value, so it was not read as "${meaning}".`,
  );
}

type Rule = {
  readonly column: string;
  readonly place: number;
  readonly of: ReadonlyMap<string, string>;
};

/** The place of the currency of a price with a sign, and the currency of rows without one. */
type CurrencyOf = { readonly place: number | undefined; readonly usual: string };

/** Where cells are that decide how others are read; -1 for none. */
type Places = { readonly currency: CurrencyOf; readonly sold: number };

/** What is read for a cell, by which translation; `currency` is also read if the row has none. */
type Change = {
  readonly text: string;
  readonly written: string;
  readonly meaning: string;
  readonly currency?: string;
};

/** The currency of a row as written, or the usual one. */
function findOwnCurrency(cells: readonly string[], { place, usual }: CurrencyOf): string {
  const stated = place === undefined ? "" : (cells[place] ?? "").trim();
  return stated === "" ? usual : stated;
}

/** A number with an unclear mark, if the meaning of its form is known. */
function readNumberForm(
  { column, of }: Rule,
  cell: string,
  cells: readonly string[],
  currency: CurrencyOf,
): Change | undefined {
  const form = findNumberForm(column, cell);
  const meaning = form === undefined ? undefined : of.get(form);
  if (form === undefined || meaning === undefined) return undefined;
  // Other currencies leave one reading.
  const own = parseCurrency(findOwnCurrency(cells, currency).toUpperCase());
  if (priceColumns.has(column) && own !== undefined && currencyDigits(own) !== 2) return undefined;
  return { text: readMarkedNumber(column, cell, meaning), written: form, meaning };
}

/** A price without its sign, or what its row has instead of the currency that the sign means. */
function readSigned(
  { column, of }: Rule,
  cell: string,
  cells: readonly string[],
  currency: CurrencyOf,
): Change | OtherCurrency | undefined {
  const signed = splitSign(cell);
  const meaning = signed && of.get(valueKey(signed.sign));
  if (signed === undefined || meaning === undefined || meaning === "") return undefined;
  const own = findOwnCurrency(cells, currency);
  if (own !== "" && own.toUpperCase() !== meaning.toUpperCase()) {
    return { column, sign: signed.sign, meaning, currency: own };
  }
  const change = { text: signed.number, written: valueKey(signed.sign), meaning };
  return own === "" ? { ...change, currency: meaning } : change;
}

/** A date as YYYY-MM-DD, if the order of day and month is known for its form. */
function readDayForm(cell: string, form: string, of: Rule["of"]): Change | undefined {
  const meaning = of.get(form);
  const text = meaning === undefined ? undefined : readOrderedDay(cell, meaning);
  return meaning === undefined || text === undefined ? undefined : { text, written: form, meaning };
}

/** A number with words around it, if the meaning of its form is known. */
function readWordForm({ column, of }: Rule, cell: string): Change | undefined {
  const found = splitWords(column, cell);
  const meaning = found && of.get(found.form);
  if (found === undefined || meaning === undefined) return undefined;
  if (!listWordReadings(column, found.form).includes(meaning)) return undefined;
  return { text: readWords(found, meaning), written: found.form, meaning };
}

function findChange(
  rule: Rule,
  { cells, kinds }: Cells,
  { currency, sold }: Places,
): Change | OtherCurrency | undefined {
  const { column, place, of } = rule;
  const cell = cells[place] ?? "";
  if (cell === "") return undefined;
  // A price per box of what is sold in boxes needs no translation.
  if (column === pricePerColumn && valueKey(cell) === valueKey(cells[sold] ?? "")) return undefined;
  const written = valueKey(cell);
  const meaning = of.get(written);
  // The meaning of a form is none of a cell that is written like the form itself.
  const isForm = written.includes("#") && listReadings(column, written).length > 0;
  if (meaning !== undefined && !isForm) return { text: meaning, written, meaning };
  const form = findDayForm(column, cell);
  if (form !== undefined) return readDayForm(cell, form, of);
  const marked =
    kinds?.[place] === "number" ? undefined : readNumberForm(rule, cell, cells, currency);
  if (marked !== undefined) return marked;
  const signed = priceColumns.has(column) ? readSigned(rule, cell, cells, currency) : undefined;
  return signed ?? readWordForm(rule, cell);
}

/** Describes why a price with a sign is refused. */
export function describeOtherCurrency({ sign, meaning, currency }: OtherCurrency): string {
  return `has the sign ${sign}, which means ${meaning}, but the currency of its row is ${currency}`;
}

function write(record: TranslatedCells, place: number, text: string): TranslatedCells {
  const { cells, kinds } = record;
  return {
    ...record,
    cells: cells.with(place, text),
    kinds: place < (kinds?.length ?? 0) ? kinds?.with(place, "text") : kinds,
  };
}

/** Creates the translator of a file; null if nothing is translated. */
export function createTranslator(
  { places, fixed }: Pick<FeedColumns, "places" | "fixed">,
  values: ValueTranslations,
): Translator | null {
  const rules = [...values].flatMap(([column, of]): Rule[] => {
    const place = places.get(column);
    return place === undefined || of.size === 0 ? [] : [{ column, place, of }];
  });
  if (rules.length === 0) return null;
  // Prices are last: their currency is translated before.
  const isPrice = ({ column }: Rule) => Number(priceColumns.has(column));
  const sorted = rules.toSorted((one, other) => isPrice(one) - isPrice(other));
  // Without its sign or words, a number may have others, or an unclear mark.
  const numbers = sorted.filter(({ column }) => isNumberColumn(column));
  const steps = [...sorted, ...numbers, ...numbers];
  const currency = { place: places.get("currency"), usual: fixed?.get("currency") ?? "" };
  const known = { currency, sold: places.get("unit_of_measure") ?? -1 };
  const tally = createReadingTally();
  const translate = (record: Cells): TranslatedCells => {
    let read: TranslatedCells = record;
    for (const rule of steps) {
      const change = findChange(rule, read, known);
      if (change === undefined) continue;
      if ("sign" in change) {
        read = { ...read, contradicted: change };
        continue;
      }
      tally.count(rule.column, change);
      read = write(read, rule.place, change.text);
      if (change.currency === undefined || currency.place === undefined) continue;
      read = write(read, currency.place, change.currency);
    }
    return read;
  };
  return { translate, list: tally.list };
}
