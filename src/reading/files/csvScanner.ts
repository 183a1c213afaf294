// Reads delimited text into records, piece by piece. Invariants: no row is lost silently, since an
// unclosed quote, which may have swallowed rows, stops the reading; and memory between two pieces
// is bounded by the longest record.
import { type FileRecord, formatCount, UnreadableFile } from "./fileRecord.ts";
import { readGuarded } from "./guardFormula.ts";

/** In bytes of UTF-8. A longer record is a sign of an unclosed quote. */
export const maxRecordBytes = 1_000_000;
/** In characters. A text of this length never has more bytes. */
const surelyShort = Math.floor(maxRecordBytes / 3);

/** In characters. */
const minPieceLength = 1 << 16;

const quoteCode = 34;
const apostropheCode = 39;

export function refuseLongRecord(line: number): UnreadableFile {
  return new UnreadableFile(
    `Line ${line}: a row is longer than ${formatCount(maxRecordBytes)} bytes.`,
  );
}

/** Whether a text has more than `maxRecordBytes`. */
export function isTooLong(text: string): boolean {
  return text.length > surelyShort && Buffer.byteLength(text) > maxRecordBytes;
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Finds the places of one character, searching every part of the text once. */
class Finder {
  readonly #character: string;
  #text = "";
  #found = -1;

  constructor(character: string) {
    this.#character = character;
  }

  start(text: string): void {
    this.#text = text;
    this.#found = -1;
  }

  /** The first place at or after `from`, which never decreases; the text's length if none. */
  from(from: number): number {
    if (this.#found >= from) return this.#found;
    const place = this.#text.indexOf(this.#character, from);
    this.#found = place === -1 ? this.#text.length : place;
    return this.#found;
  }
}

function guarded(cell: string): string {
  return cell.charCodeAt(0) === apostropheCode ? readGuarded(cell) : cell;
}

/** Reads text in the format of RFC 4180 with any delimiter. */
export class CsvScanner {
  readonly #delimiterCode: number;
  readonly #feeds = new Finder("\n");
  readonly #returns = new Finder("\r");
  readonly #quotes = new Finder('"');
  readonly #delimiters: Finder;
  /** The text being read, the start of the current record in it, and the place reached. */
  #text = "";
  #start = 0;
  #at = 0;
  #line = 1;
  /** The number of lines of the last record. */
  #lines = 1;
  #isLast = false;
  /** How many cells of the current record had blanks around them. */
  #trimmed = 0;
  /** An incomplete record, and the text received after it. */
  #pending = "";
  #received = "";

  constructor(delimiter: string) {
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#delimiters = new Finder(delimiter);
  }

  /**
   * The records that end in the text received so far, or the first `limit` of them, without empty
   * rows. Throws `UnreadableFile`.
   */
  scan(piece: string, limit = Number.POSITIVE_INFINITY): FileRecord[] {
    this.#received += piece;
    // An incomplete record is read again, so not for every few characters.
    if (this.#received.length < Math.max(minPieceLength, this.#pending.length)) return [];
    return this.#scanReceived(limit);
  }

  /** The remaining records at the end of the text, or the first `limit` of them. */
  end(limit = Number.POSITIVE_INFINITY): FileRecord[] {
    this.#isLast = true;
    return this.#scanReceived(limit);
  }

  #scanReceived(limit: number): FileRecord[] {
    const all = this.#pending + this.#received;
    this.#received = "";
    // A line end of two characters must not be split.
    const carried = !this.#isLast && all.endsWith("\r") ? "\r" : "";
    this.#startText(all.slice(0, all.length - carried.length));
    const records: FileRecord[] = [];
    while (this.#start < this.#text.length && records.length < limit) {
      this.#trimmed = 0;
      const cells = this.#readRecord();
      this.#checkLength(cells === undefined ? this.#text.length : this.#at);
      if (cells === undefined) break;
      if (cells.some((cell) => cell.trim() !== "")) records.push(this.#toRecord(cells));
      this.#line += this.#lines;
      this.#start = this.#at;
    }
    this.#pending = this.#text.slice(this.#start) + carried;
    return records;
  }

  #toRecord(cells: string[]): FileRecord {
    const line = this.#line;
    return this.#trimmed === 0 ? { line, cells } : { line, cells, trimmed: this.#trimmed };
  }

  #startText(text: string): void {
    this.#text = text;
    this.#start = 0;
    for (const finder of [this.#feeds, this.#returns, this.#quotes, this.#delimiters]) {
      finder.start(text);
    }
  }

  /** The cells of the next record; undefined if it is incomplete. */
  #readRecord(): string[] | undefined {
    const end = this.#lineEnd(this.#start);
    if (this.#quotes.from(this.#start) > end) {
      this.#lines = 1;
      return this.#splitCells(end);
    }
    const cells = this.#readCells();
    if (cells !== undefined) this.#lines = countLineBreaks(this.#text.slice(this.#start, this.#at));
    return cells;
  }

  #checkLength(end: number): void {
    if (end - this.#start <= surelyShort) return;
    if (!isTooLong(this.#text.slice(this.#start, end).replace(/[\r\n]{1,2}$/, ""))) return;
    // If an unclosed quote is the cause, reading as much as a record may have finds it.
    this.#startText(this.#text.slice(this.#start, this.#start + maxRecordBytes));
    this.#isLast = true;
    this.#readRecord();
    throw refuseLongRecord(this.#line);
  }

  /** Reads a record that has no quote and ends at `end`. */
  #splitCells(end: number): string[] | undefined {
    if (this.#isCutOff(end)) return undefined;
    const cells: string[] = [];
    let from = this.#start;
    let place = this.#delimiters.from(from);
    while (place < end) {
      cells.push(this.#cut(from, place));
      from = place + 1;
      place = this.#delimiters.from(from);
    }
    cells.push(this.#cut(from, end));
    this.#passTerminator(end);
    return cells;
  }

  #readCells(): string[] | undefined {
    const cells: string[] = [];
    this.#at = this.#start;
    for (;;) {
      const opening = this.#skipBlanks(this.#at);
      let end: number | undefined;
      if (this.#text.charCodeAt(opening) === quoteCode) {
        end = this.#readQuoted(opening, cells);
      } else {
        end = Math.min(this.#delimiters.from(this.#at), this.#lineEnd(this.#at));
        cells.push(this.#cut(this.#at, end));
      }
      if (end === undefined || this.#isCutOff(end)) return undefined;
      if (!this.#passTerminator(end)) return cells;
    }
  }

  /** Reads a quoted cell into `cells`; returns its end, undefined if it is incomplete. */
  #readQuoted(opening: number, cells: string[]): number | undefined {
    const closing = this.#findClosing(opening);
    if (closing === undefined) return undefined;
    const end = this.#skipBlanks(closing + 1);
    if (this.#isCutOff(end)) return undefined;
    const isEnd =
      end === this.#text.length || end === this.#delimiters.from(end) || end === this.#lineEnd(end);
    if (!isEnd) throw this.#refuseOpenQuote(opening);
    cells.push(guarded(this.#text.slice(opening + 1, closing).replaceAll('""', '"')));
    return end;
  }

  /** The place of the closing quote; undefined if it is not known yet. */
  #findClosing(opening: number): number | undefined {
    let from = opening + 1;
    for (;;) {
      const place = this.#quotes.from(from);
      if (this.#isCutOff(place + 1)) return undefined;
      if (place >= this.#text.length) throw this.#refuseOpenQuote(opening);
      if (this.#text.charCodeAt(place + 1) !== quoteCode) return place;
      from = place + 2;
    }
  }

  #refuseOpenQuote(opening: number): UnreadableFile {
    const line = this.#line + countLineBreaks(this.#text.slice(this.#start, opening));
    return new UnreadableFile(
      `Line ${line}: a quoted cell has no closing quote. ` +
        "Double any quote inside a quoted cell.",
    );
  }

  /** Moves past the end of a cell; returns whether the record continues. */
  #passTerminator(end: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(end);
    const isPair = code === 13 && text.charCodeAt(end + 1) === 10;
    this.#at = Math.min(end + (isPair ? 2 : 1), text.length);
    return code === this.#delimiterCode;
  }

  /** Whether the text ends before the place and more may follow. */
  #isCutOff(place: number): boolean {
    return place >= this.#text.length && !this.#isLast;
  }

  #lineEnd(from: number): number {
    return Math.min(this.#feeds.from(from), this.#returns.from(from));
  }

  #cut(from: number, to: number): string {
    const first = Math.min(this.#skipBlanks(from), to);
    let end = to;
    while (end > first && this.#isBlank(end - 1)) end -= 1;
    if (end - first < to - from) this.#trimmed += 1;
    return guarded(this.#text.slice(first, end));
  }

  #skipBlanks(from: number): number {
    let place = from;
    while (this.#isBlank(place)) place += 1;
    return place;
  }

  #isBlank(place: number): boolean {
    const code = this.#text.charCodeAt(place);
    if (code > 32) return false;
    return (
      code === 32 || ((code === 9 || code === 11 || code === 12) && code !== this.#delimiterCode)
    );
  }
}
