// The text by which calls go into the log, as the bytes in which it is sent. It grows beside the
// heap: what waits there as texts is looked at again and again by the collector of memory.

/** Stands before each entry of a list; in no entry. */
export const entrySeparator = "\u001f";
/** Parts the values of a call on its way into the log; in none of them. */
export const valueSeparator = "\u001e";
/** Parts calls on their way into the log; in none of them. */
export const requestSeparator = "\u001d";

const separators = [entrySeparator, valueSeparator, requestSeparator];

/** The text without what PostgreSQL cannot hold, and without separators. */
export function toStorable(text: string): string {
  let storable = text.toWellFormed();
  for (const character of ["\0", ...separators]) {
    storable = storable.replaceAll(character, "\ufffd");
  }
  return storable;
}

/** A separator as the byte that it is in UTF-8. */
export function separatorCode(separator: string): number {
  return separator.charCodeAt(0);
}

const firstBytes = 16 * 1024;
/** What a code unit takes at most in UTF-8. */
const widest = 3;
const [firstPlain, lastPlain] = [0x20, 0x7e];
const [minus, zero] = [0x2d, 0x30];

const callEnd = separatorCode(requestSeparator);
const valueEnd = separatorCode(valueSeparator);
const entryBegin = separatorCode(entrySeparator);

/** Calls, their values and the entries of these, parted by what stands in none of them. */
export class RequestText {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** What is written so far; it holds until more is. */
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

  /** Stands between two calls. */
  endCall(): void {
    this.#addByte(callEnd);
  }

  /** Stands between two values of a call. */
  endValue(): void {
    this.#addByte(valueEnd);
  }

  /** Adds to a value; what cannot be stored of the text is replaced. */
  add(text: string): void {
    this.#makeRoom(text.length * widest);
    let end = this.#length;
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place);
      if (code < firstPlain || code > lastPlain) {
        this.#length += this.#bytes.write(toStorable(text), this.#length);
        return;
      }
      this.#bytes[end] = code;
      end += 1;
    }
    this.#length = end;
  }

  /** Adds a whole number from -99,999 to 99,999 to a value. */
  addInteger(value: number): void {
    if (value < 0) this.#addByte(minus);
    const size = Math.abs(value);
    let unit = 1;
    while (unit * 10 <= size) unit *= 10;
    for (; unit >= 1; unit /= 10) this.#addByte(zero + (Math.floor(size / unit) % 10));
  }

  /** Adds entries as a value; each has a separator before it, so that an empty one counts. */
  addEntries(entries: readonly string[]): void {
    for (const entry of entries) {
      this.#addByte(entryBegin);
      this.add(entry);
    }
  }
}
