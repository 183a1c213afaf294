// What words say that is neither part, quantity nor condition: labels of columns, totals,
// titles. Invariant: what may be a part number is none of these.
import { findPhrases, meaningOf } from "./lexicon.ts";
import { type Token, tokenize } from "./tokens.ts";

/** What follows a label in a header: the NUMBERS of "Alt. part numbers". */
const endings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    alternate: ["part", "part number", "stock number", "number"],
    item: ["number"],
  }),
);

/** Which label a header is, with words such as "number" after it; undefined for none. */
export function labelOf(header: string): string | undefined {
  const words = header
    .replaceAll("#", " no ")
    .split(/[\s._]+/)
    .filter((word) => word !== "");
  const meanings = words.map((word) => meaningOf("label", word) ?? "");
  for (let end = words.length; end > 0; end -= 1) {
    const meaning = meaningOf("label", words.slice(0, end).join(" "));
    // "No." alone numbers the rows.
    const label = meaning === "number" ? "item" : meaning;
    const isRest = meanings.slice(end).every((one) => endings.get(label ?? "")?.includes(one));
    if (label !== undefined && isRest) return label;
  }
  return undefined;
}

/** Whether a text is words, as names are: the codes of part numbers have digits or are short. */
export function isName(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.filter((word) => /^\p{L}[\p{L}-]{2,}$/u.test(word)).length > 1;
}

/** Words without a digit: "LANDING GEAR - RH", "HYDRAULICS". Codes are shorter or have marks. */
export function isHeading(text: string): boolean {
  const isOne = /^\s*\p{L}{4,}:?\s*$/u.test(text);
  return !/\d/.test(text) && (isOne || /\p{L}{2}.*\s.*\p{L}{2}/u.test(text));
}

/** A sentence below a form: "Form STR-014 rev 7 - uncontrolled when printed". */
export function isSentence(text: string): boolean {
  return (text.match(/(?<!\S)\p{L}{4,}(?!\S)/gu) ?? []).length >= 3;
}

/**
 * What the words of a text mean as words of such rows, with its spaces and marks: "total (beside)"
 * for "Total (USD)", "total-digits" for SUM-100.
 */
function outline(written: string): string {
  const text = written.trim();
  const tokens = tokenize(text);
  let [outlined, after] = ["", 0];
  for (const [at, { start, end, kind, text: word }] of tokens.entries()) {
    if (start < after) continue;
    const two = kind === "letters" ? phraseAt(tokens, at, text) : undefined;
    const one = kind === "letters" ? (meaningOf("row", word) ?? "other") : word;
    const meaning = two?.meaning ?? (kind === "digits" ? kind : one);
    outlined += `${start > after && at > 0 ? " " : ""}${meaning}`;
    after = two?.end ?? end;
  }
  return outlined;
}

/** Two words with a meaning, such as "carried forward". */
function phraseAt(tokens: readonly Token[], at: number, text: string) {
  const [one, other] = [tokens[at], tokens[at + 1]];
  if (other?.kind !== "letters") return undefined;
  const meaning = meaningOf("row", text.slice(one?.start, other.end));
  return meaning === undefined ? undefined : { meaning, end: other.end };
}

/** What the rows that are no parts look like, by the outlines of their texts. */
const forms = {
  // "Sub-total hydraulics + engine": no part number begins so.
  certainTotal: /^(?:subtotal|sub[ -]?total)(?![a-z])/,
  // Without a digit: with one, it may be a part, "Total Aero D 100".
  possibleTotal: /^total(?![a-z-])(?!.*digits)/,
  total: /^(?:subtotal|(?:sub[ -]?)?total)(?![a-z])/,
  // "A-1 Total" and "Total A-1", beside amounts.
  namedTotal: /^(?:sub[ -]?)*(?:sub)?total(?: ?[:.]| |$)| (?:sub)?total ?:?$/,
  // Another word, or a number written to the first one, may be a part.
  totalName: /^(?!(?!digits)[a-z]+-?digits)(?:total|sub|subtotal|counted|beside|digits|[^a-z])*$/,
  count: /^digits(?:[.,]digits)* counted$/,
  title: /^(?:request|date|issued)(?:[ .:#]|$)/,
} as const;

/** Whether a text is one of these. */
export function isRowText(form: keyof typeof forms, text: string): boolean {
  return forms[form].test(outline(text));
}

/** Whether a text is, or begins with, a word for a row that is no longer wanted: "On hold: EC 12". */
export function isWithdrawn(text: string): boolean {
  const found = findPhrases("row", text.slice(0, 100));
  return found.some(({ at, meaning }) => at === 0 && meaning === "withdrawn");
}

const amount =
  /^[-+(]?\s*(?:[A-Z]{3}|US\$|[$€£¥])?\s*[-+]?[\d.,'’\s]*\d\)?\s*(?:[A-Z]{3}|[$€£¥%])?$/;

/** Whether a text is a number, perhaps with a currency or a sign. */
export function isAmount(text: string): boolean {
  return amount.test(text);
}

/** What is beside the name of a total: an amount, or a number of rows. */
export function isSum(text: string): boolean {
  return isAmount(text) || isRowText("count", text);
}
