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
export function showKey(key: string): string {
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
export function readJsonObject(text: string): JsonReading {
  try {
    return readEntries(text);
  } catch (error) {
    if (error instanceof BrokenJson) return broken;
    throw error;
  }
}
