// Encodes requests for the log as the bytes that are sent, outside of the heap, where the garbage
// collector does not scan them.
import { toStorableText } from "../db/toStorableText.ts";

/** Precedes each entry of a list; never part of an entry. */
export const entrySeparator = "\u001f";
/** Separates the values of a request; never part of a value. */
export const valueSeparator = "\u001e";
export const requestSeparator = "\u001d";

const separators = [entrySeparator, valueSeparator, requestSeparator];

/** Replaces separators and what PostgreSQL cannot store by U+FFFD. */
export function toLoggedText(text: string): string {
  let logged = toStorableText(text);
  for (const separator of separators) logged = logged.replaceAll(separator, "\ufffd");
  return logged;
}

/** The byte of a separator in UTF-8. */
function separatorCode(separator: string): number {
  return separator.charCodeAt(0);
}

const initialBytes = 16 * 1024;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const maxBytesPerUnit = 3;
const [firstPlain, lastPlain] = [0x20, 0x7e];
const [minus, zero] = [0x2d, 0x30];

const requestEnd = separatorCode(requestSeparator);
const valueEnd = separatorCode(valueSeparator);
const entryBegin = separatorCode(entrySeparator);

/** Writes requests, values and entries with separators that occur in none of them. */
export class RequestText {
  #bytes = Buffer.allocUnsafeSlow(initialBytes);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** What is written so far; valid until more is added. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #addByte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  endRequest(): void {
    this.#addByte(requestEnd);
  }

  endValue(): void {
    this.#addByte(valueEnd);
  }

  /** Adds to a value; characters that cannot be stored are replaced. */
  add(text: string): void {
    this.#makeRoom(text.length * maxBytesPerUnit);
    let end = this.#length;
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place);
      if (code < firstPlain || code > lastPlain) {
        this.#length += this.#bytes.write(toLoggedText(text), this.#length);
        return;
      }
      this.#bytes[end] = code;
      end += 1;
    }
    this.#length = end;
  }

  /** Adds an integer from -99,999 to 99,999 to a value. */
  addInteger(value: number): void {
    if (value < 0) this.#addByte(minus);
    const size = Math.abs(value);
    let unit = 1;
    while (unit * 10 <= size) unit *= 10;
    for (; unit >= 1; unit /= 10) this.#addByte(zero + (Math.floor(size / unit) % 10));
  }

  /** Adds a list as a value. Each entry has a separator before it, so that empty entries count. */
  addEntries(entries: readonly string[]): void {
    for (const entry of entries) {
      this.#addByte(entryBegin);
      this.add(entry);
    }
  }
}
