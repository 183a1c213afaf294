// One JSON array of objects, read piece by piece.
import { isTooLong, refuseLongRecord } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";
import { type JsonText, readJsonRows } from "./jsonRows.ts";

type JsonArrayReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => TextTraits;
};

const plainText = /[^"\\\n[\]{},]+/y;

const depthChanges = new Map([
  ["{", 1],
  ["[", 1],
  ["}", -1],
  ["]", -1],
]);

/** Splits an array into the texts of its elements. */
class ArraySplitter {
  #line = 1;
  /** Open brackets, the array's own included; 0 before it. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isEnded = false;
  #element = "";
  #elementLine = 1;
  /** The line of the last element that was found. */
  #lastLine = 0;
  #found: JsonText[] = [];

  /** The elements that end in a piece of the text. Throws `UnreadableFile`. */
  split(piece: string): readonly JsonText[] {
    this.#found = [];
    let place = 0;
    while (place < piece.length) {
      plainText.lastIndex = place;
      const plain = this.#isEscaped ? undefined : plainText.exec(piece)?.[0];
      const part = plain ?? piece.charAt(place);
      if (plain === undefined) this.#readMark(part);
      else this.#append(plain);
      place += part.length;
    }
    this.#checkLength();
    return this.#found;
  }

  end(): void {
    if (this.#isEnded) return;
    throw new UnreadableFile(
      `Line ${this.#line}: the JSON array has no closing bracket, so the file may be cut off. ` +
        "Export it again.",
    );
  }

  #checkLength(): void {
    if (isTooLong(this.#element)) throw refuseLongRecord(this.#elementLine);
  }

  #append(part: string): void {
    if (this.#isEnded || this.#depth === 0) {
      if (part.trim() !== "") this.#refuse();
      return;
    }
    if (this.#element === "") {
      const text = part.trimStart();
      if (text === "") return;
      this.#elementLine = this.#line;
      this.#element = text;
      return;
    }
    this.#element += part;
  }

  #refuse(): never {
    throw new UnreadableFile(
      `Line ${this.#line}: there is text outside of the JSON array. ` +
        "The file must be one array, or one object per line.",
    );
  }

  #readMark(mark: string): void {
    if (mark === "\n") this.#line += 1;
    if (this.#isInString) {
      this.#readInString(mark);
    } else if (this.#depth === 0 && !this.#isEnded && mark === "[") {
      this.#depth = 1;
    } else if (this.#depth === 1 && mark === ",") {
      this.#endElement(true);
    } else if (this.#depth === 1 && mark === "]") {
      this.#endElement(this.#element !== "");
      this.#isEnded = true;
      this.#depth = 0;
    } else {
      this.#append(mark);
      if (mark === '"') this.#isInString = true;
      else this.#depth += depthChanges.get(mark) ?? 0;
    }
  }

  #readInString(mark: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (mark === "\\") this.#isEscaped = true;
    else if (mark === '"') this.#isInString = false;
    this.#element += mark;
  }

  /**
   * An empty element is reported as a row that is no object, except an array without elements. A
   * line identifies a row, so an element that starts on the line of another one has the next line.
   */
  #endElement(isElement: boolean): void {
    this.#checkLength();
    const start = this.#element === "" ? this.#line : this.#elementLine;
    if (isElement) {
      this.#lastLine = Math.max(start, this.#lastLine + 1);
      this.#found.push({ line: this.#lastLine, text: this.#element.trimEnd() });
    }
    this.#element = "";
  }
}

async function* splitArray(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonText[]> {
  const splitter = new ArraySplitter();
  for await (const piece of pieces) yield splitter.split(piece);
  splitter.end();
}

/**
 * Reads one JSON array of objects; the first record has their keys. Throws `UnreadableFile` if the
 * first element is no object, an element is longer than a megabyte, or the array is not closed.
 */
export function readJsonArray(input: AsyncIterable<Uint8Array>): JsonArrayReading {
  const { pieces, traits } = decodeText(input);
  return Object.assign(readJsonRows(splitArray(pieces), "element"), { traits });
}
