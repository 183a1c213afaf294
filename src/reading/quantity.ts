// Reads a quantity: its number and what it counts, and what it is in another unit, if that is
// certain. Invariant: a number counts what its unit says, or a person is asked; a box, can or roll
// is never converted, because only its vendor knows what it contains.
import { limits } from "../kit/contract/limits.ts";
import { elements, findUnit } from "./elements.ts";
import { meaningOf } from "./lexicon.ts";
import { readDecimalText } from "./number.ts";
import { countedForms, matchForm, quantityForms, unitForms } from "./patterns.ts";
import { tokenize } from "./tokens.ts";
import { isPlaceholder } from "./words/placeholders.ts";

/**
 * `unit` is a code, or the word itself if it is not known; null if none is written. Of a text that
 * is no quantity, `amount` is the whole text.
 */
export type QuantityText = { readonly amount: string; readonly unit: string | null };

/** The code of a unit, or the word itself. */
function toUnit(word: string): string {
  return findUnit(word) ?? word.toUpperCase();
}

/** The texts of the parts of the first of these forms that a text has; undefined if it has none. */
function readForm(forms: readonly string[], text: string): ReadonlyMap<string, string> | undefined {
  const line = { text, tokens: tokenize(text) };
  const match = forms.map((form) => matchForm(form, line, elements)?.match).find((one) => one);
  if (match === undefined) return undefined;
  return new Map([...match].map(([name, { start, end }]) => [name, text.slice(start, end)]));
}

type Written = {
  readonly amount: string;
  /** The word of the unit as it is written; undefined if none is. */
  readonly word: string | undefined;
  /** Whether it is only a number and its unit. */
  readonly isPlain: boolean;
};

function readWritten(text: string): Written {
  const plain = text.trim().replace(/\s+/g, " ");
  // As most are.
  if (/^\d+$/.test(plain)) return { amount: plain, word: undefined, isPlain: true };
  const parts = readForm(quantityForms, plain);
  const digits = parts?.get("number");
  const spelled = meaningOf("number", parts?.get("word") ?? "");
  const amount = digits ?? spelled;
  // "two (3)" is a question.
  const isTwo = digits !== undefined && spelled !== undefined && digits !== spelled;
  if (parts === undefined || amount === undefined || isTwo) {
    return { amount: plain, word: undefined, isPlain: false };
  }
  const unit = parts.get("unit") ?? parts.get("known") ?? parts.get("piece");
  const isPlain = [...parts.keys()].every((name) => name === "number" || name === "unit");
  return { amount, word: unit?.replace(/\.$/, ""), isPlain };
}

/** "4.0" and "4.00" are 4; the three zeros of "4.000" may be thousands. */
function dropZeros(amount: string): string {
  const written = readDecimalText(amount);
  const isWhole = written?.kind === "clear" && /^0{1,2}$/.test(written.fraction);
  return isWhole ? written.whole : amount;
}

/** Splits a quantity into its number and its unit: "x3", "ca. 3", "three" and "3.0" are 3. */
export function splitUnit(text: string): QuantityText {
  const { amount, word } = readWritten(text);
  return { amount: dropZeros(amount), unit: word === undefined ? null : toUnit(word) };
}

/** The unit of a quantity: a single letter as it is written, because M is not m; null for none. */
export function nameWrittenUnit(text: string): string | null {
  const { word } = readWritten(text);
  if (word === undefined) return null;
  return /^\p{L}$/u.test(word) ? word : toUnit(word);
}

/** Another amount in the unit of a quantity, as it is written there: "8 m", because M is not m. */
export function replaceAmount(text: string, quantity: number): string {
  const { word } = readWritten(text);
  return word === undefined ? String(quantity) : `${quantity} ${word}`;
}

/** Whether a quantity was written otherwise than as a number with its unit: "ca. 6", "two". */
export function isReworded(text: string): boolean {
  const { amount, word, isPlain } = readWritten(text);
  const isNumber = text.trim().replace(/\s+/g, " ") === dropZeros(amount);
  return !isNumber && !(isPlain && word !== undefined);
}

/** The number of a cell that is only a number of this unit: of "8 ea" in EA. */
export function takeUnit(text: string, unit: string | null): string {
  if (!/\p{L}/u.test(text)) return text;
  const { amount, word, isPlain } = readWritten(text);
  const isUnit = word !== undefined && word.length > 1 && toUnit(word) === unit;
  return isPlain && isUnit ? amount : text;
}

/** Whether a text can only be a quantity: CA8 and 3X are part numbers too. */
export function isQuantityText(text: string): boolean {
  return readForm(["label? number", "label? number piece"], text.trim()) !== undefined;
}

/** Whether a word is a quantity by its label, its unit of pieces or its mark: QTY2, 2PCS, X2. */
export function isCountedWord(word: string): boolean {
  return readForm(countedForms, word) !== undefined;
}

/** Whether a comma in a text may only separate thousands, as far as its digits show. */
export function isThousands(text: string): boolean {
  return /^\d{1,3},\d{3}$/.test(text);
}

/** Of unknown units: longer words are something else. */
const maxUnitLength = 4;

/** The unit in the cell of a column of units; empty if it is none. */
function readUnit(cell: string): string {
  const word = readForm(unitForms, cell.trim())?.get("unit")?.replace(/\.$/, "") ?? "";
  const isKnown = word.length <= maxUnitLength || findUnit(word) !== undefined;
  return isKnown && !isPlaceholder(word) ? word : "";
}

/** Whether a cell of a column of units has one, pieces too. */
export function isUnitCell(cell: string): boolean {
  return readUnit(cell) !== "";
}

/**
 * A quantity with the unit of its own column, pieces too: 30 EA are no 30 rolls. A unit in the
 * quantity itself counts instead.
 */
export function addUnit(quantity: string, unit: string): string {
  const word = readUnit(unit);
  const isWritten = quantity.trim() === "" || splitUnit(quantity).unit !== null;
  if (isWritten || word === "") return quantity;
  return `${quantity.trim()} ${toUnit(word) === "EA" ? word : unit.trim()}`;
}

/** Vendors use two codes for the same: a roll is ordered as a reel, and a reel as a roll. */
function toSameCode(code: string): string {
  return code === "RL" ? "RO" : code;
}

function toAmounts(amounts: Readonly<Record<string, bigint>>): ReadonlyMap<string, bigint> {
  return new Map(Object.entries(amounts));
}

/** Units that count pieces, by how many. What is no whole number of them is not converted. */
const counts = toAmounts({ EA: 1n, PR: 2n, DZ: 12n, HD: 100n });

/** Units that measure the same, by an exact number of the smallest. Gallons are those of the US. */
const measures = [
  toAmounts({ MM: 10n, CM: 100n, MR: 10_000n, IN: 254n, FT: 3_048n, YD: 9_144n }),
  toAmounts({ GM: 10n ** 9n, KG: 10n ** 12n, OZ: 28_349_523_125n, LB: 453_592_370_000n }),
  toAmounts({
    ML: 10n ** 6n,
    LI: 10n ** 9n,
    PT: 473_176_473n,
    QT: 946_352_946n,
    GL: 3_785_411_784n,
  }),
];

/** `exact` is null if `count` is exactly the amount, which else is rounded up. */
type Converted = { readonly count: number; readonly exact: string | null };

/** Single letters that are a unit of what is measured, but may be a thousand of what is counted. */
const letters: ReadonlyMap<string, string> = new Map(Object.entries({ M: "MR", L: "LI", G: "GM" }));

function findMeasure(from: string, to: string) {
  return [counts, ...measures].find((units) => units.has(from) && units.has(to));
}

/** The unit that is meant beside a part sold in `soldIn`: M beside feet is meters. */
function readMeasure(unit: string, soldIn: string): string {
  const code = letters.get(unit) ?? unit;
  return findMeasure(code, soldIn) === undefined ? unit : code;
}

const amountPattern = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/**
 * An amount of units `from` in units `to`: "50" or "2.5", without a separator of thousands. Null if
 * it is not certain, or less than half a unit: that is more likely an error than a need.
 */
function convertAmount(amount: string, from: string, to: string): Converted | null {
  const [, whole = "", fraction = ""] = amountPattern.exec(amount) ?? [];
  const units = findMeasure(from, to);
  if (whole === "" || units === undefined) return null;
  const hundredths = BigInt(`${whole}${fraction.padEnd(2, "0")}`) * (units.get(from) ?? 0n);
  const one = 100n * (units.get(to) ?? 1n);
  const count = Number((hundredths + one - 1n) / one);
  const isWhole = hundredths % one === 0n;
  if (hundredths * 2n < one || (units === counts && !isWhole)) return null;
  const rounded = (hundredths * 100n + one / 2n) / one;
  const decimals = `${rounded / 100n}.${String(rounded % 100n).padStart(2, "0")}`;
  return { count, exact: isWhole ? null : decimals };
}

/** Whether a quantity names no unit, or the one in which a part is sold. */
export function isSoldIn(text: string, soldIn: string): boolean {
  const { word } = readWritten(text);
  if (word === undefined) return true;
  const code = toUnit(soldIn);
  // A capital letter may still be a thousand.
  const written = /^\p{Ll}+$/u.test(word) ? readMeasure(toUnit(word), code) : toUnit(word);
  return toSameCode(written) === toSameCode(code);
}

/** A quantity in the unit in which its part is sold, if it is in another one and it is certain. */
export function convertQuantity(text: string, soldIn: string): Converted | null {
  const { amount, unit } = splitUnit(text);
  // 50 M is 50 meters or 50,000.
  if (unit === null || isSoldIn(text, soldIn) || readWritten(text).word === "M") return null;
  const to = toUnit(soldIn);
  const result = convertAmount(amount, readMeasure(unit, to), to);
  return result !== null && result.count <= limits.quantity ? result : null;
}

function isOrderable(quantity: number): boolean {
  return quantity >= 1 && quantity <= limits.quantity;
}

/** What an unclear text can mean, as a number and as a clear text in the same unit. */
type MeantQuantity = { readonly quantity: number; readonly text: string };

/** Whether the point of an amount may separate thousands or decimals: "1.500" may be 1.5. */
export function isUnclearPoint(amount: string): boolean {
  const written = readDecimalText(amount);
  return written?.kind === "unclear" && written.mark === ".";
}

/** Two numbers, one of which is meant: "2 or 3", "10/20 EA", "2-3". */
const choice = /^(\d{1,7})(?: ?[/–-] ?| (\p{L}+(?:\/\p{L}+)?) )(\d{1,7})(?: ?(\p{L}+\.?))?$/u;

function listChoices(text: string): MeantQuantity[] {
  const [, one, word, other, unit] = choice.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  const isChoice = word === undefined || ["or", "and"].includes(meaningOf("joiner", word) ?? "");
  if (!isChoice || (unit !== undefined && findUnit(unit) === undefined)) return [];
  return [...new Set([one, other])].map((number) => ({
    quantity: Number(number),
    text: [Number(number), unit ?? []].flat().join(" "),
  }));
}

/** The whole numbers that an unclear text can mean: "1.000" is 1,000 or 1. */
export function listMeantQuantities(text: string): MeantQuantity[] {
  const written = readDecimalText(splitUnit(text).amount);
  if (written === undefined) {
    return listChoices(text).filter(({ quantity }) => isOrderable(quantity));
  }
  const { kind, whole, fraction } = written;
  const ways = [
    kind === "unclear" ? `${whole}${fraction}` : [],
    /^0+$/.test(fraction) ? whole : [],
  ].flat();
  const meant = ways.map(Number);
  return meant
    .filter(isOrderable)
    .map((quantity) => ({ quantity, text: replaceAmount(text, quantity) }));
}
