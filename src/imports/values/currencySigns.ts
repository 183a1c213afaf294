// What the signs of currencies mean, in texts and in the number formats of a workbook.
import type { FormatCurrency } from "../../files/fileRecord.ts";
import { type Currency, parseCurrency } from "../../money.ts";

const signs: Readonly<Record<string, readonly string[]>> = {
  $: ["USD"],
  US$: ["USD"],
  USD$: ["USD"],
  DOLLAR: ["USD"],
  DOLLARS: ["USD"],
  "US DOLLAR": ["USD"],
  "US DOLLARS": ["USD"],
  "€": ["EUR"],
  EURO: ["EUR"],
  EUROS: ["EUR"],
  "£": ["GBP"],
  STERLING: ["GBP"],
  "¥": ["JPY", "CNY"],
  YEN: ["JPY"],
  CA$: ["CAD"],
  C$: ["CAD"],
  A$: ["AUD"],
  AU$: ["AUD"],
  R$: ["BRL"],
  HK$: ["HKD"],
  NZ$: ["NZD"],
  S$: ["SGD"],
  "FR.": ["CHF"],
  "SFR.": ["CHF"],
  ZŁ: ["PLN"],
  KČ: ["CZK"],
  KR: ["SEK", "NOK", "DKK", "ISK"],
  "KR.": ["DKK", "ISK"],
  "₹": ["INR"],
  "₺": ["TRY"],
  "₪": ["ILS"],
  "₩": ["KRW"],
};

/** Currencies that people write with a dollar sign alone. */
const dollars: ReadonlySet<string> = new Set(
  (
    "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP BBD BMD BND BSD BZD CUP FJD GYD JMD KYD " +
    "LRD NAD SBD SRD TTD XCD"
  ).split(" "),
);

/** The codes that a sign or name may mean. Only suggested: a dollar can have many codes. */
export function findCurrencyCodes(text: string): readonly string[] {
  const sign = text.toUpperCase();
  return Object.hasOwn(signs, sign) ? (signs[sign] ?? []) : [];
}

/** The code that a sign is, or those that it may mean; empty if it is unknown. */
export function listCurrencyCodes(sign: string): readonly string[] {
  const code = parseCurrency(sign.toUpperCase());
  return code === undefined ? findCurrencyCodes(sign) : [code];
}

/** Whether a sign is known and never means a currency. */
export function contradicts(sign: string, currency: Currency): boolean {
  const codes = sign === "$" ? [...dollars] : listCurrencyCodes(sign);
  return codes.length > 0 && !codes.includes(currency);
}

/** The countries of number formats, as Windows numbers or names them. */
const localDollars: Readonly<Record<string, string>> = {
  "409": "USD",
  "en-us": "USD",
  "1009": "CAD",
  "en-ca": "CAD",
  c0c: "CAD",
  "fr-ca": "CAD",
  c09: "AUD",
  "en-au": "AUD",
  "1409": "NZD",
  "en-nz": "NZD",
  "1004": "SGD",
  "4809": "SGD",
  c04: "HKD",
  "3c09": "HKD",
  "80a": "MXN",
  "es-mx": "MXN",
};
const localYen: Readonly<Record<string, string>> = {
  "411": "JPY",
  "ja-jp": "JPY",
  "804": "CNY",
  "zh-cn": "CNY",
};

/** The first sign or code of a currency in a text of a number format: "EUR" of "EUR / 100". */
function findSign(text: string): string {
  const words = text.match(/[A-Z]{0,3}[$€£¥]|\p{Sc}|(?<!\p{L})\p{L}+\.?(?!\p{L})/gu) ?? [];
  return words.find((word) => listCurrencyCodes(word).length > 0) ?? text;
}

/** The codes that a number format may show; "unknown" if it marks a currency by another sign. */
export function listFormatCodes(shown: FormatCurrency): readonly string[] | "unknown" {
  const { locale } = shown;
  const sign = locale === null ? findSign(shown.sign) : shown.sign;
  const local = { $: localDollars, "¥": localYen }[sign]?.[locale?.toLowerCase() ?? ""];
  if (local !== undefined) return [local];
  if (sign === "$") return [...dollars];
  const codes = listCurrencyCodes(sign);
  return codes.length === 0 && locale !== null ? "unknown" : codes;
}
