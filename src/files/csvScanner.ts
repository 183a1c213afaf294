// Delimited text into records, piece by piece. Invariants: no row is lost unsaid, since a quote
// that is not closed where its cell ends stops the reading, as it may have swallowed rows; and what
// is kept between two pieces is bounded by the longest record.
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";
import { readGuarded } from "./guardFormula.ts";

/** In bytes of UTF-8. A longer record is the sign of a quote that is never closed. */
export const maxRecordBytes = 1_000_000;
/** As many bytes cannot stand in fewer characters. */
const surelyShort = Math.floor(maxRecordBytes / 3);

/** In characters. */
const leastPiece = 1 << 16;

const quoteCode = 34;
const apostropheCode = 39;

/** The failure of a record that is longer than any real one. */
export function refuseLongRecord(line: number): UnreadableFile {
  return new UnreadableFile(`Line ${line}: a row is longer than ${maxRecordBytes} bytes.`);
}

/** Whether a text has more bytes than a record may have. */
export function isTooLong(text: string): boolean {
  return text.length > surelyShort && Buffer.byteLength(text) > maxRecordBytes;
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Finds the places of one character one after the other, looking at each stretch once. */
class Finder {
  readonly #character: string;
  #text = "";
  #found = -1;

  constructor(character: string) {
    this.#character = character;
  }

  begin(text: string): void {
    this.#text = text;
    this.#found = -1;
  }

  /** The first place from `from` on, which never goes back; the length of the text for none. */
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

/** Reads text whose cells `delimiter` separates, written as RFC 4180 has it. */
export class CsvScanner {
  readonly #delimiterCode: number;
  readonly #feeds = new Finder("\n");
  readonly #returns = new Finder("\r");
  readonly #quotes = new Finder('"');
  readonly #delimiters: Finder;
  /** What is being read, where the record begins in it and how far that is read. */
  #text = "";
  #start = 0;
  #at = 0;
  #line = 1;
  /** The lines of the record that was read last. */
  #lines = 1;
  #isLast = false;
  /** The cells of the record being read that stood among blanks. */
  #trimmed = 0;
  /** What came and is not read yet, and before it the beginning of a record. */
  #waiting = "";
  #pending = "";

  constructor(delimiter: string) {
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#delimiters = new Finder(delimiter);
  }

  /**
   * The records that end in the text given so far, or the first `most` of them; rows without a
   * word are passed over. Throws `UnreadableFile`.
   */
  scan(piece: string, most = Number.POSITIVE_INFINITY): FileRecord[] {
    this.#waiting += piece;
    // What is left over is read again, so it must not be for every few characters that come.
    if (this.#waiting.length < Math.max(leastPiece, this.#pending.length)) return [];
    return this.#scanWaiting(most);
  }

  /** The records that are left where the text ends, or the first `most` of them. */
  end(most = Number.POSITIVE_INFINITY): FileRecord[] {
    this.#isLast = true;
    return this.#scanWaiting(most);
  }

  #scanWaiting(most: number): FileRecord[] {
    const all = this.#pending + this.#waiting;
    this.#waiting = "";
    // A line end of two characters must not be torn apart.
    const kept = !this.#isLast && all.endsWith("\r") ? "\r" : "";
    this.#show(all.slice(0, all.length - kept.length));
    const records: FileRecord[] = [];
    while (this.#start < this.#text.length && records.length < most) {
      this.#trimmed = 0;
      const cells = this.#readRecord();
      this.#judgeLength(cells === undefined ? this.#text.length : this.#at);
      if (cells === undefined) break;
      if (cells.some((cell) => cell.trim() !== "")) records.push(this.#toRecord(cells));
      this.#line += this.#lines;
      this.#start = this.#at;
    }
    this.#pending = this.#text.slice(this.#start) + kept;
    return records;
  }

  #toRecord(cells: string[]): FileRecord {
    const line = this.#line;
    return this.#trimmed === 0 ? { line, cells } : { line, cells, trimmed: this.#trimmed };
  }

  #show(text: string): void {
    this.#text = text;
    this.#start = 0;
    for (const finder of [this.#feeds, this.#returns, this.#quotes, this.#delimiters]) {
      finder.begin(text);
    }
  }

  /** The cells of the next record; undefined where the text ends before it does. */
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

  #judgeLength(end: number): void {
    if (end - this.#start <= surelyShort) return;
    if (!isTooLong(this.#text.slice(this.#start, end).replace(/[\r\n]{1,2}$/, ""))) return;
    // Where an open quote is to blame, the reading of as much as may be a record finds it.
    this.#show(this.#text.slice(this.#start, this.#start + maxRecordBytes));
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

  /** Reads a quoted cell into `cells`; gives the place of what ends it, if that is there. */
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

  /** The place of the closing quote; undefined where the text ends before it is known. */
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
      `Line ${line}: a quoted cell is not closed at its end. ` +
        "Write a quote inside a quoted cell twice.",
    );
  }

  /** Moves behind what ends a cell; whether the record goes on. */
  #passTerminator(end: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(end);
    const isPair = code === 13 && text.charCodeAt(end + 1) === 10;
    this.#at = Math.min(end + (isPair ? 2 : 1), text.length);
    return code === this.#delimiterCode;
  }

  /** Whether the text ends before the place and more may come. */
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
