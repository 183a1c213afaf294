// Turns JSON objects into records: the keys of the first objects are the columns. Invariant: an
// unreadable object refuses only its own row; an unreadable first object refuses the file.
import { type FileRecord, maxColumns, refuseColumns, UnreadableFile } from "./fileRecord.ts";

// Reads one flat JSON object. Invariant: a number is the text as written, since a float would
// change it.

/** The texts of an object by key, or why they cannot be read, to follow "the row". */
type JsonReading =
  | { readonly outcome: "read"; readonly texts: ReadonlyMap<string, string> }
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "broken" };

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blanks = /[ \t\r\n]*/y;
const maxKeyLength = 100;
const broken = { outcome: "broken" } as const;

/** A key as displayed. */
function showKey(key: string): string {
  return `"${key.slice(0, maxKeyLength).replace(/\p{Cc}/gu, "?")}"`;
}

/** Thrown and caught in this file. */
class BrokenJson extends Error {}

/** Reads a text from a place that moves forward. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips blanks, and then the character if it is next; returns whether it was. */
  takes(character: string): boolean {
    blanks.lastIndex = this.#at;
    blanks.test(this.#text);
    this.#at = blanks.lastIndex;
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.takes(character)) throw new BrokenJson();
  }

  readString(): string {
    const start = this.#at - 1;
    let end = this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(end);
      if (Number.isNaN(code)) throw new BrokenJson();
      if (code === 34) break;
      end += code === 92 ? 2 : 1;
    }
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch (error) {
      throw new BrokenJson("a string", { cause: error });
    }
  }

  readScalar(): string {
    scalar.lastIndex = this.#at;
    const [text] = scalar.exec(this.#text) ?? [];
    if (text === undefined) throw new BrokenJson();
    this.#at = scalar.lastIndex;
    return text === "null" ? "" : text;
  }

  /** The strings of a list after its bracket; undefined if it contains anything else. */
  readList(): string[] | undefined {
    const texts: string[] = [];
    if (this.takes("]")) return texts;
    for (;;) {
      if (!this.takes('"')) return undefined;
      texts.push(this.readString());
      if (this.takes("]")) return texts;
      this.expect(",");
    }
  }

  /** The text of a value; undefined if it does not fit into one cell. */
  readValue(): string | undefined {
    if (this.takes('"')) return this.readString();
    if (this.takes("{")) return undefined;
    if (!this.takes("[")) return this.readScalar();
    const texts = this.readList();
    return texts?.some((text) => text.includes("|")) ? undefined : texts?.join("|");
  }

  expectEnd(): void {
    blanks.lastIndex = this.#at;
    blanks.test(this.#text);
    if (blanks.lastIndex !== this.#text.length) throw new BrokenJson();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readEntries(text: string): JsonReading {
  const reader = new Reader(text);
  const texts = new Map<string, string>();
  reader.expect("{");
  let hasMore = !reader.takes("}");
  while (hasMore) {
    reader.expect('"');
    const key = reader.readString();
    reader.expect(":");
    const value = reader.readValue();
    if (value === undefined && !isJson(text)) return broken;
    if (value === undefined) {
      return {
        outcome: "refused",
        reason: `has a value in ${showKey(key)} that is not text or a number`,
      };
    }
    if (texts.has(key)) return { outcome: "refused", reason: `has ${showKey(key)} twice` };
    texts.set(key, value);
    hasMore = reader.takes(",");
    if (!hasMore) reader.expect("}");
  }
  reader.expectEnd();
  return { outcome: "read", texts };
}

/**
 * Reads an object of strings, numbers, booleans, nulls (empty) and lists of strings (joined by
 * bars). Nested objects, other lists and repeated keys are refused; text that is not an object is
 * broken.
 */
function readJsonObject(text: string): JsonReading {
  try {
    return readEntries(text);
  } catch (error) {
    if (error instanceof BrokenJson) return broken;
    throw error;
  }
}

/** The text of one object and the line where it starts. */
export type JsonText = { readonly line: number; readonly text: string };

/** Objects whose keys are columns. */
const headObjects = 100;
/** In characters: fewer objects are enough if they are long. */
const headLength = 1_000_000;

function checkFirst({ line, text }: JsonText, place: string): void {
  const reading = readJsonObject(text);
  if (reading.outcome === "read") return;
  const reason = reading.outcome === "broken" ? "is not a JSON object" : reading.reason;
  throw new UnreadableFile(`Line ${line}: the row ${reason}. Every ${place} must be one object.`);
}

function listKeys(head: readonly JsonText[]): ReadonlySet<string> {
  const readings = head.map(({ text }) => readJsonObject(text));
  return new Set(
    readings.flatMap((reading) => (reading.outcome === "read" ? [...reading.texts.keys()] : [])),
  );
}

function readRow({ text, line }: JsonText, columns: ReadonlySet<string>): FileRecord {
  const reading = readJsonObject(text);
  if (reading.outcome !== "read") {
    const fault = reading.outcome === "broken" ? "is not a JSON object" : reading.reason;
    return { line, cells: [text], fault };
  }
  const { texts } = reading;
  const cells = Array.from(columns, (column) => texts.get(column) ?? "");
  const unknown = [...texts.keys()].find((key) => !columns.has(key));
  if (unknown === undefined) return { line, cells };
  return {
    line,
    cells: [text],
    fault: `has ${showKey(unknown)}, which none of the first ${headObjects} rows has`,
  };
}

/**
 * Yields the columns, with the line of the first object, and then one record per object. `place`
 * is what an object fills: a line or an element. Throws `UnreadableFile`.
 */
export async function* readJsonRows(
  objects: AsyncIterable<readonly JsonText[]>,
  place: "line" | "element",
): AsyncGenerator<readonly FileRecord[]> {
  let columns: ReadonlySet<string> | undefined;
  let head: JsonText[] = [];
  let length = 0;

  function startRows(): FileRecord[] {
    const [first] = head;
    if (first === undefined) return [];
    columns = listKeys(head);
    if (columns.size > maxColumns) throw refuseColumns(first.line);
    const known = columns;
    return [
      { line: first.line, cells: [...known] },
      ...head.map((object) => readRow(object, known)),
    ];
  }

  for await (const batch of objects) {
    const known = columns;
    if (known !== undefined) {
      yield batch.map((object) => readRow(object, known));
      continue;
    }
    if (head.length === 0 && batch[0] !== undefined) checkFirst(batch[0], place);
    const rest = batch.slice(headObjects - head.length);
    head.push(...batch.slice(0, headObjects - head.length));
    length += batch.reduce((sum, { text }) => sum + text.length, 0);
    if (head.length < headObjects && length < headLength) continue;
    yield startRows();
    head = [];
    const found = columns ?? new Set();
    yield rest.map((object) => readRow(object, found));
  }
  if (columns === undefined) yield startRows();
}
