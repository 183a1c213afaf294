// One flat JSON object into texts. Invariant: a number is the text it was written as, since a float
// would change it.

/** The texts of an object by their keys, or why they cannot be told, worded to follow "the row". */
type JsonReading =
  | { readonly outcome: "read"; readonly texts: ReadonlyMap<string, string> }
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "broken" };

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blanks = /[ \t\r\n]*/y;
const maxKeyLength = 100;
const broken = { outcome: "broken" } as const;

/** A key as it is shown to people. */
export function showKey(key: string): string {
  return `"${key.slice(0, maxKeyLength).replace(/\p{Cc}/gu, "?")}"`;
}

/** Thrown and caught within this file: text that is no JSON. */
class BrokenJson extends Error {}

/** A place in a text that moves on. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Passes blanks and then the character; whether it stands there. */
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

  /** The strings of a list whose bracket is taken; undefined where it has something else. */
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

  /** The text of any value; undefined for one that is no text of one cell. */
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
  let goesOn = !reader.takes("}");
  while (goesOn) {
    reader.expect('"');
    const key = reader.readString();
    reader.expect(":");
    const value = reader.readValue();
    if (value === undefined && !isJson(text)) return broken;
    if (value === undefined) {
      return {
        outcome: "refused",
        reason: `has in ${showKey(key)} something other than text or a number`,
      };
    }
    if (texts.has(key)) return { outcome: "refused", reason: `has ${showKey(key)} twice` };
    texts.set(key, value);
    goesOn = reader.takes(",");
    if (!goesOn) reader.expect("}");
  }
  reader.expectEnd();
  return { outcome: "read", texts };
}

/**
 * Reads an object of strings, numbers, booleans, nulls, which are empty, and lists of strings,
 * which are joined by bars. An object or another list in it, and a key that stands twice, are
 * refused; what is no object is broken.
 */
export function readJsonObject(text: string): JsonReading {
  try {
    return readEntries(text);
  } catch (error) {
    if (error instanceof BrokenJson) return broken;
    throw error;
  }
}
