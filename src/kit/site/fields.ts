// The query of an address or the fields of a form. Text is well-formed, without NUL, and its lines
// end with a line feed.
import { Failure } from "../errors.ts";

/** Fields by name. A missing name has the text "" and no texts. */
export type Fields = {
  /** The first text of a name, as typed. */
  text(name: string): string;
  /** All texts of a name, in order. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  names(): readonly string[];
};

function clean(text: string): string {
  return text.replaceAll("\0", "").replace(/\r\n?/g, "\n");
}

export function toFields(pairs: Iterable<readonly [name: string, text: string]>): Fields {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const known = texts.get(name);
    if (known === undefined) texts.set(name, [clean(text)]);
    else known.push(clean(text));
  }
  return {
    text: (name) => texts.get(name)?.[0] ?? "",
    all: (name) => texts.get(name) ?? [],
    has: (name) => texts.has(name),
    names: () => [...texts.keys()],
  };
}

/** The fields of `application/x-www-form-urlencoded` text, which a query is too. */
export function readFields(text: string): Fields {
  return toFields(new URLSearchParams(text));
}

/** Most fields of a form, far above what any page has: a million take the parser 16 seconds. */
const maxFormFields = 10_000;

const plus = 0x2b;
const space = 0x20;
const ampersand = 0x26;

/**
 * The fields of the body of a form, which is changed. Throws PAYLOAD_TOO_LARGE if there are more
 * than 10,000.
 */
export function readForm(body: Buffer): Fields {
  let fields = 1;
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === ampersand) fields += 1;
    // Two megabytes of plus signs would take the parser 0.3 seconds.
    else if (body[at] === plus) body[at] = space;
  }
  if (fields > maxFormFields) throw new Failure("PAYLOAD_TOO_LARGE");
  return readFields(body.toString());
}

export const noFields: Fields = toFields([]);

/** The version that a form was opened with; 0, which never exists, if the form names none. */
export function readFormVersion(form: Fields): number {
  const text = form.text("version");
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
