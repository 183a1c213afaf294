// Reads the rows of a sheet from the events of its XML. Invariant: a cell is what the workbook
// stores or it is refused; a gap is an empty cell and never shifts the cells after it.
import { isTooLong, refuseLongRecord } from "./csvScanner.ts";
import { readExcelText } from "./excelText.ts";
import {
  type CellKind,
  type FileRecord,
  type FormatCurrency,
  formatCount,
  maxColumns,
  refuseColumns,
  UnreadableFile,
} from "./fileRecord.ts";
import { type NumberFormat, writeDigits } from "./numberFormat.ts";
import type { XmlAttributes, XmlEvents } from "./readXml.ts";

const dayMs = 86_400_000;
/** Day 0 of the two calendars; the first counts a 29 February 1900, which did not exist. */
const epoch1900Ms = Date.UTC(1899, 11, 30);
const epoch1904Ms = Date.UTC(1904, 0, 1);
const lastDay = 2_958_465;

/**
 * A stored number in plain decimal digits, as few as identify it; undefined if it is not a number
 * or has more than 21 digits before its point.
 */
function readExcelNumber(stored: string): string | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(stored)) return undefined;
  const number = Number(stored);
  if (!Number.isFinite(number) || Math.abs(number) >= 1e21) return undefined;
  const text = String(number === 0 ? 0 : number);
  const [digits = "", exponent] = text.split("e-");
  if (exponent === undefined) return text;
  const sign = digits.startsWith("-") ? "-" : "";
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, "")}`;
}

/** A plain number as a percentage, rounded to the 15 digits that a spreadsheet calculates with. */
function toPercentText(number: string): string {
  const percent = Number((Number(number) * 100).toPrecision(15));
  return `${readExcelNumber(String(percent)) ?? percent}%`;
}

/**
 * A stored number as the day YYYY-MM-DD, with T and the time if it has one; undefined if the
 * calendar has no such day.
 */
function readExcelDay(stored: string, is1904: boolean): string | undefined {
  const serial = Number(stored);
  if (readExcelNumber(stored) === undefined || serial < (is1904 ? 0 : 1) || serial > lastDay + 1) {
    return undefined;
  }
  if (!is1904 && Math.floor(serial) === 60) return undefined;
  // Before the day that did not exist, the count is one behind.
  const shiftMs = !is1904 && serial < 60 ? dayMs : 0;
  const epochMs = is1904 ? epoch1904Ms : epoch1900Ms;
  const ms = Math.round((serial * dayMs) / 1000) * 1000;
  const [day, time] = new Date(epochMs + shiftMs + ms).toISOString().split("T");
  return time === "00:00:00.000Z" ? day : `${day}T${time?.slice(0, 8)}`;
}

const maxRow = 1_048_576;
/** In characters; a spreadsheet allows fewer. */
const maxCellLength = 100_000;

/** What the style of a cell changes in its meaning. */
export type CellStyle = { readonly format: NumberFormat; readonly isStruck: boolean };

/** What cells refer to. */
type SheetContext = {
  readonly strings: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly is1904: boolean;
};

type Cell = {
  readonly text: string;
  readonly kind: CellKind;
  readonly fault?: string;
  readonly currency?: FormatCurrency | undefined;
};

function isTrue(attribute: string | undefined): boolean {
  return attribute === "1" || attribute === "true";
}

/** The place of a column from its letters, 0 for A; undefined if there are none. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Za-z]{1,3}/.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Turns the events of a sheet's XML into rows, without empty ones. */
export class XlsxSheet implements XmlEvents {
  readonly #context: SheetContext;
  #records: FileRecord[] = [];
  #width = 0;
  #line = 0;
  #cells: string[] = [];
  #kinds: CellKind[] = [];
  #currencies: Map<number, FormatCurrency> | undefined;
  #struck: Set<number> | undefined;
  #isHidden = false;
  readonly #hiddenColumns = new Set<number>();
  #fault: string | undefined;
  #column = -1;
  #type = "";
  #style = 0;
  #hasFormula = false;
  #value = "";
  #isValue = false;
  #isPronunciation = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** The places of hidden columns; they are known once the first row is read. */
  listHidden = (): readonly number[] => [...this.#hiddenColumns];

  /** The rows completed since the last call. */
  takeRecords(): FileRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  open = (name: string, attributes: XmlAttributes): void => {
    if (name === "col" && isTrue(attributes["hidden"])) this.#hideColumns(attributes);
    if (name === "row") this.#openRow(attributes["r"], isTrue(attributes["hidden"]));
    if (name === "c") this.#openCell(attributes);
    if (name === "f") this.#hasFormula = true;
    if (name === "rPh") this.#isPronunciation = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isPronunciation);
  };

  text = (piece: string): void => {
    if (!this.#isValue) return;
    this.#value += piece;
    if (this.#value.length > maxCellLength) throw refuseLongRecord(this.#line);
  };

  close = (name: string): void => {
    if (name === "v" || name === "t") this.#isValue = false;
    if (name === "rPh") this.#isPronunciation = false;
    if (name === "c") this.#closeCell();
    if (name === "row") this.#closeRow();
  };

  #hideColumns({ min = "", max = min }: XmlAttributes): void {
    const last = Math.min(Number(max), maxColumns);
    for (let column = Math.max(1, Number(min)); column <= last; column += 1) {
      this.#hiddenColumns.add(column - 1);
    }
  }

  #openRow(reference: string | undefined, isHidden: boolean): void {
    const line = reference === undefined ? this.#line + 1 : Number(reference);
    if (line > maxRow)
      throw new UnreadableFile(`The sheet has more than ${formatCount(maxRow)} rows.`);
    if (!Number.isInteger(line) || line <= this.#line) {
      throw new UnreadableFile(`The sheet is damaged: row ${reference} follows row ${this.#line}.`);
    }
    this.#line = line;
    this.#isHidden = isHidden;
    this.#cells = [];
    this.#kinds = [];
    this.#currencies = undefined;
    this.#struck = undefined;
    this.#fault = undefined;
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    const column = columnOf(attributes["r"] ?? "") ?? this.#column + 1;
    if (column <= this.#column) {
      throw new UnreadableFile(`The sheet is damaged: row ${this.#line} has the same cell twice.`);
    }
    this.#column = column;
    this.#type = attributes["t"] ?? "n";
    this.#style = Number(attributes["s"] ?? 0);
    this.#hasFormula = false;
    this.#value = "";
  }

  #closeCell(): void {
    const { text, kind, fault, currency } = this.#readCell();
    this.#fault ??= fault;
    if (text === "" && fault === undefined) return;
    if (this.#column >= maxColumns) throw refuseColumns(this.#line);
    while (this.#cells.length < this.#column) {
      this.#cells.push("");
      this.#kinds.push("text");
    }
    this.#cells.push(text);
    this.#kinds.push(this.#hasFormula && kind === "text" ? "formula" : kind);
    if (this.#context.styles[this.#style]?.isStruck) {
      this.#struck ??= new Set();
      this.#struck.add(this.#column);
    }
    if (currency === undefined) return;
    this.#currencies ??= new Map();
    this.#currencies.set(this.#column, currency);
  }

  #readCell(): Cell {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#readShared(value);
      case "str":
      case "inlineStr":
        return { text: readExcelText(value), kind: "text" };
      case "b":
        return { text: value === "1" ? "TRUE" : value === "0" ? "FALSE" : value, kind: "boolean" };
      case "e":
        return { text: value, kind: "error" };
      case "d":
        return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ""), kind: "date" };
      default:
        return this.#readNumber(value.trim());
    }
  }

  #readShared(value: string): Cell {
    if (value === "") return { text: "", kind: "text" };
    const text = /^\d+$/.test(value) ? this.#context.strings[Number(value)] : undefined;
    if (text !== undefined) return { text, kind: "text" };
    throw new UnreadableFile(`The sheet is damaged: row ${this.#line} refers to a missing text.`);
  }

  #readNumber(value: string): Cell {
    if (value === "" && this.#hasFormula) {
      const fault = "has a formula without a value; open the workbook and save it";
      return { text: "", kind: "formula", fault };
    }
    if (value === "") return { text: "", kind: "number" };
    const { styles, is1904 } = this.#context;
    const format = styles[this.#style]?.format;
    const number = readExcelNumber(value);
    const text = number ?? value;
    if (format?.shows === "day") {
      return { text: readExcelDay(value, is1904) ?? text, kind: "date" };
    }
    if (number === undefined || format === undefined) return { text, kind: "number" };
    if (format.shows === "percent") return { text: toPercentText(number), kind: "percent" };
    const { currency, digits } = format;
    if (digits === "" || !/^\d+$/.test(number)) return { text, kind: "number", currency };
    const shown = writeDigits(number, digits);
    return { text: shown, kind: /^\d+$/.test(shown) ? "number" : "text" };
  }

  #closeRow(): void {
    const cells = this.#cells;
    if (this.#fault === undefined && cells.every((cell) => cell.trim() === "")) return;
    if (isTooLong(cells.join(""))) throw refuseLongRecord(this.#line);
    while (cells.length < this.#width) {
      cells.push("");
      this.#kinds.push("text");
    }
    if (this.#width === 0) this.#width = cells.length;
    const record: FileRecord = {
      line: this.#line,
      cells,
      kinds: this.#kinds,
      ...(this.#isHidden ? { isHidden: true } : {}),
      ...(this.#struck === undefined ? {} : { struck: this.#struck }),
      ...(this.#currencies === undefined ? {} : { currencies: this.#currencies }),
    };
    this.#records.push(this.#fault === undefined ? record : { ...record, fault: this.#fault });
  }
}
