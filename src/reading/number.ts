// Numbers as people write them: "1250.5", "1,250.50", "1.250,50", "1 250,50", "1'250.50", with
// words or the sign of a currency around them. Invariant: a separator that may be of thousands or of
// decimals, a sign and a word are reported, never guessed; a person says what their form means.
import { type Currency, parseCurrency } from "../kit/money.ts";
import { spell } from "./fold.ts";
import { aroundPrice, aroundStock } from "./words/aroundNumbers.ts";
import { currencySigns, dollarCurrencies, formatCountries } from "./words/currencies.ts";

type Mark = "." | ",";

/**
 * A number in digits; `fraction` is empty if there is none. An `unclear` number has a single comma
 * or point before its last three digits, which are its `fraction`.
 */
export type DecimalText = {
  readonly kind: "clear" | "unclear";
  readonly whole: string;
  readonly fraction: string;
  readonly mark: Mark | null;
};

const plain = /^(\d+)(?:([.,])(\d+))?$/;
const bareFraction = /^(?=[.,]\d+$)/;
const grouped = /^(\d{1,3})([ '\u2019.,])(\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/;

/**
 * Reads a number without a sign; undefined if it is not a number, or if its digits are not grouped
 * by three with one separator. The decimal separator differs from the group separator.
 */
export function readDecimalText(text: string): DecimalText | undefined {
  const [all, digits = "", point, rest = ""] = plain.exec(text.replace(bareFraction, "0")) ?? [];
  if (all !== undefined) {
    const canGroup = rest.length === 3 && digits.length <= 3 && !digits.startsWith("0");
    const mark = (point as Mark | undefined) ?? null;
    return { kind: canGroup ? "unclear" : "clear", whole: digits, fraction: rest, mark };
  }
  const [, first, group = "", groups = "", point2, fraction = ""] = grouped.exec(text) ?? [];
  if (first === undefined || point2 === group || first.startsWith("0")) return undefined;
  const mark = (point2 as Mark | undefined) ?? null;
  return { kind: "clear", whole: `${first}${groups.replaceAll(group, "")}`, fraction, mark };
}

/**
 * The whole number that a text is, with or without separated thousands; or, if it is none or not
 * clearly one, what it may mean: 12.00 is 12, but 5.000 may be 5 or 5000.
 */
export function readWhole(text: string): number | readonly string[] {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const { kind, whole, fraction } = readDecimalText(text) ?? {
    kind: "none",
    whole: "",
    fraction: "",
  };
  const all = `${whole}${fraction}`;
  if (kind === "none" || all.length > 15) return [];
  const isWhole = /^0*$/.test(fraction);
  if (kind === "unclear") return isWhole ? [all, whole] : Number(all);
  if (fraction === "" || fraction === "00") return Number(whole);
  return isWhole ? [whole] : [];
}

/** What the numbers of a column count: stock may be unknown, a list price may be none. */
export type NumberKind = "stock" | "count" | "list price" | "agreed price";

/** What a form of numbers means if its mark separates thousands; else the form itself. */
export const thousandsMeaning = "####";
/** What words around a number mean if the number counts. */
export const numberMeaning = "#";

const markedNumber = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** How a number is written whose mark may separate thousands or decimals: #.### or #,###. */
export function findMarkForm(number: string): string | undefined {
  const mark = markedNumber.exec(number)?.[2];
  return mark === undefined ? undefined : `#${mark}###`;
}

const isPriceKind = (kind: NumberKind) => kind === "list price" || kind === "agreed price";

/** Long words first, so that "in stock" is not "stock". */
function toPattern(words: string): string {
  return words
    .split(", ")
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace(/[+.*^]/g, "\\$&").replace(" ", "\\s+"))
    .join("|");
}

function compile({ before, after }: typeof aroundStock, number: RegExp) {
  return {
    before: new RegExp(`^(${toPattern(before)})(?!(?<=\\p{L})\\p{L})[.:]?\\s*(.+)$`, "iu"),
    after: new RegExp(`^(.*?\\S)\\s*((?<!\\p{L})(?:${toPattern(after)}))\\.?$`, "iu"),
    number,
  };
}

const stockForms = compile(aroundStock, /^(?:\d+|\d{1,3}(?:[.,']\d{3})+)$/);
// The sign of a currency may be beside the number. Spaces group no digits here: "LIST 100 800" may
// be two prices.
const priceForms = compile(
  aroundPrice,
  /^\p{L}{0,3}\p{Sc}? ?[.,]?\d(?:[\d.,']*\d)? ?\p{L}{0,3}\p{Sc}?$/u,
);

type WordForm = { readonly form: string; readonly number: string };

/**
 * How a cell is written that has known words around one number, with # for it: "#+", "QTY #". A
 * number that is not read as one is for the reader of the column to refuse.
 */
function splitWords(kind: NumberKind, cell: string): WordForm | undefined {
  if (kind === "count" || readDecimalText(cell) !== undefined) return undefined;
  const forms = kind === "stock" ? stockForms : priceForms;
  const text = cell.trim().replace(/\s+/g, " ");
  const [, before = "", rest = text] = forms.before.exec(text) ?? [];
  const [, number = rest, after = ""] = forms.after.exec(rest) ?? [];
  if ((before === "" && after === "") || !forms.number.test(number)) return undefined;
  const end = /^[\p{L}]/u.test(after) ? ` ${after}` : after;
  return { form: `${before} #${end}`.trim().toUpperCase(), number };
}

/** What a form of numbers can mean; empty if it is none. A stock of 0 is one that is not known. */
export function listNumberReadings(kind: NumberKind, form: string): readonly string[] {
  if (/^#[.,]###$/.test(form)) return [thousandsMeaning, form];
  if (!form.includes("#") || splitWords(kind, form.replace("#", "1"))?.form !== form) return [];
  const other = { stock: "0", "list price": "", "agreed price": undefined, count: undefined };
  return [numberMeaning, other[kind] ?? []].flat();
}

const sign = "(?:[A-Z]{0,3}[$€£¥]|[A-Z]{3})";
const signBefore = new RegExp(`^(?<sign>${sign})\\s*(?<number>[.,]?\\d.*)$`, "i");
const signAfter = new RegExp(`^(?<number>[.,]?\\d.*?)\\s*(?<sign>${sign})$`, "i");

type SignedNumber = { readonly sign: string; readonly number: string };

/** The codes that a sign or name is or may mean; empty if it is unknown. */
export function listCurrencyCodes(text: string): readonly string[] {
  const code = parseCurrency(text.toUpperCase());
  return code === undefined ? (currencySigns.get(text.toLowerCase()) ?? []) : [code];
}

/** A price that is written with the sign or code of a currency: "$ 12.50", "12,50 EUR". */
export function splitSign(cell: string): SignedNumber | undefined {
  const text = cell.trim();
  for (const pattern of [signBefore, signAfter]) {
    const { sign: mark = "", number = "" } = pattern.exec(text)?.groups ?? {};
    // Not DOZ, NET or EST$.
    const isOpen = /[$€£¥]$/.test(mark) && splitWords("list price", `${mark}1`) === undefined;
    if (mark !== "" && (isOpen || listCurrencyCodes(mark).length > 0))
      return { sign: mark, number };
  }
  return undefined;
}

/** Whether a sign can mean a currency: a dollar is that of many countries. */
export function canMeanCurrency(text: string, currency: Currency): boolean {
  const codes = text === "$" ? dollarCurrencies : listCurrencyCodes(text);
  return codes.includes(currency);
}

/** Whether a sign is known and never means a currency. */
export function contradicts(text: string, currency: Currency): boolean {
  return listCurrencyCodes(text).length > 0 && !canMeanCurrency(text, currency);
}

/** What is around the number of a cell, outermost first, each as it is declared. */
type NumberPart = { readonly written: string; readonly kind: "sign" | "words" };
export type SplitNumber = { readonly number: string; readonly parts: readonly NumberPart[] };

/** A number without its sign and words. */
export function splitNumber(kind: NumberKind, cell: string): SplitNumber {
  const parts: NumberPart[] = [];
  let number = cell.trim();
  for (;;) {
    const isSigned = isPriceKind(kind) && parts.every((part) => part.kind !== "sign");
    const signed = isSigned ? splitSign(number) : undefined;
    const words = signed === undefined ? splitWords(kind, number) : undefined;
    if (signed !== undefined) parts.push({ kind: "sign", written: signed.sign.toUpperCase() });
    else if (words !== undefined) parts.push({ kind: "words", written: words.form });
    else return { number, parts };
    number = signed?.number ?? words?.number ?? "";
  }
}

/** As far as clear prices show, which mark separates decimals. Files may mix notations. */
export type DecimalMarks = {
  add(price: string): void;
  /** What the form of a number means; undefined if prices show nothing, or both. */
  propose(form: string): string | undefined;
};

/** Creates the evidence of no prices. */
export function createDecimalMarks(): DecimalMarks {
  const decimals = { ".": 0, ",": 0 };
  const thousands = { ".": 0, ",": 0 };

  function addMarked(price: string, mark: Mark, last: number): void {
    const other = mark === "." ? "," : ".";
    const [whole = ""] = /\d*$/.exec(price.slice(0, last)) ?? [];
    const [fraction = ""] = /^\d*/.exec(price.slice(last + 1)) ?? [];
    const isMixed = price.includes(other);
    const isDecimal = fraction.length !== 3 || whole.length > 3 || whole === "0";
    if (isMixed || isDecimal) decimals[mark] += 1;
    else if (price.indexOf(mark) !== last) thousands[mark] += 1;
    if (isMixed) thousands[other] += 1;
  }

  return {
    add(price) {
      const point = price.lastIndexOf(".");
      const comma = price.lastIndexOf(",");
      if (point !== comma) addMarked(price, point > comma ? "." : ",", Math.max(point, comma));
    },
    propose(form) {
      const mark = /^#([.,])###$/.exec(form)?.[1] as Mark | undefined;
      if (mark === undefined) return undefined;
      const isDecimal = decimals[mark] > 0;
      const isThousands = thousands[mark] > 0 || decimals[mark === "." ? "," : "."] > 0;
      if (isDecimal === isThousands) return undefined;
      return isDecimal ? form : thousandsMeaning;
    },
  };
}

const localCodes = spell(formatCountries);

/** The codes that a number format may show; "unknown" if it marks a currency by another sign. */
export function listFormatCodes(shown: {
  readonly sign: string;
  readonly locale: string | null;
}): readonly string[] | "unknown" {
  const { locale } = shown;
  // "EUR" of "EUR / 100".
  const words = shown.sign.match(/[A-Z]{0,3}[$€£¥]|\p{Sc}|(?<!\p{L})\p{L}+\.?(?!\p{L})/gu) ?? [];
  const known = words.find((word) => listCurrencyCodes(word).length > 0) ?? shown.sign;
  const text = locale === null ? known : shown.sign;
  const local = localCodes.get(`${text} ${locale?.toLowerCase() ?? ""}`);
  if (local !== undefined) return [local];
  if (text === "$") return dollarCurrencies;
  const codes = listCurrencyCodes(text);
  return codes.length === 0 && locale !== null ? "unknown" : codes;
}
