// The words of headers: abbreviations, filler words, and the currency that a header names.
import { type Currency, parseCurrency } from "../../money.ts";

/** Equal for equal headers: "Part #", "part_number" and "PART NUMBER". */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, "number")
    .replace(/%/g, "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const abbreviations: Readonly<Record<string, string>> = {
  alt: "alternate",
  avail: "available",
  avl: "available",
  bez: "bezeichnung",
  cant: "cantidad",
  cert: "certificate",
  certs: "certificate",
  cond: "condition",
  cur: "currency",
  curr: "currency",
  ccy: "currency",
  desc: "description",
  descr: "description",
  descrip: "description",
  certif: "certificat",
  disp: "disponible",
  dispo: "disponible",
  exist: "existencias",
  exp: "expiry",
  lt: "lead time",
  manuf: "manufacturer",
  mfg: "manufacturer",
  mfgr: "manufacturer",
  mfr: "manufacturer",
  mnfr: "manufacturer",
  mg: "menge",
  min: "minimum",
  mpn: "manufacturer part number",
  nbr: "number",
  no: "number",
  nr: "number",
  num: "number",
  numero: "number",
  nummer: "number",
  pn: "part number",
  qnty: "quantity",
  qtd: "quantidade",
  qtde: "quantidade",
  qte: "quantite",
  qty: "quantity",
  qtty: "quantity",
  quant: "quantity",
  ref: "reference",
  repl: "replaced",
  sn: "serial number",
};

/** Words that change no meaning between others. */
const fillers = new Set(
  "the of in a de du des d la le les l der die das do da dos das el los en por".split(" "),
);

const slashed: readonly (readonly [RegExp, string])[] = [
  [/\bp\s?\/\s?n\b/g, " part number "],
  [/\bs\s?\/\s?n\b/g, " serial number "],
  [/\bu\s?\/\s?m\b/g, " unit measure "],
  [/\bu\s?\/\s?i\b/g, " unit issue "],
  [/#|\bn[°º]|№/g, " number "],
  [/%/g, " percent "],
  [/\bus\s?\$/g, " usd "],
];

const signs: Readonly<Record<string, Currency>> = {
  "€": "EUR" as Currency,
  "£": "GBP" as Currency,
};
const signWords: Readonly<Record<string, string>> = { euro: "EUR", euros: "EUR" };

/** The words of a header, spelled out, in lower case and without accents or fillers. */
function listWords(header: string): string[] {
  const plain = header
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .replace(/^(?:sum of|summe von|somme de|suma de|soma de)\s/, "");
  const spelled = slashed.reduce((text, [from, to]) => text.replace(from, to), plain);
  return spelled
    .split(/[^\p{L}\p{N}$€£¥]+/u)
    .flatMap((word) => word.split(/([$€£¥])/u))
    .filter((word) => word !== "" && !fillers.has(word))
    .flatMap((word) => (abbreviations[word] ?? word).split(" "));
}

function currencyOf(word: string): Currency | undefined {
  return signs[word] ?? parseCurrency(signWords[word] ?? word.toUpperCase());
}

/** As `headerKey`, equal also for abbreviations: "Mfr. P/N" and "manufacturer part number". */
export function headerWordsKey(header: string): string {
  return listWords(header).join("");
}

/** As `headerWordsKey`, without currencies: "Price (USD)" and "Price". */
export function priceHeaderKey(header: string): string {
  return listWords(header)
    .filter((word) => !/^[$€£¥]$/u.test(word) && currencyOf(word) === undefined)
    .join("");
}

/** The currency that a header names; undefined if it names none, several or only a dollar sign. */
export function findHeaderCurrency(header: string): Currency | undefined {
  const named = new Set(listWords(header).flatMap((word) => currencyOf(word) ?? []));
  return named.size === 1 ? [...named][0] : undefined;
}

/** The letters of a column in a spreadsheet, A for 0. */
function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** A name for every cell of a header: the text, made unique, or the column's letters. */
export function nameHeaders(cells: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return cells.map((cell, place) => {
    const text = cell.trim() === "" ? `column ${columnLetters(place)}` : cell;
    let name = text;
    for (let count = 2; taken.has(name); count += 1) name = `${text} (${count})`;
    taken.add(name);
    return name;
  });
}
