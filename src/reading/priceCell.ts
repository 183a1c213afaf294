// Reads the prices of a file. Invariant: a separator that may be of thousands or of decimals is
// refused, unless the currency leaves one reading or the file declares it; a sign never changes the
// currency of a row.
import {
  type Currency,
  currencyDigits,
  groupDigits,
  maxPriceMinor,
  parseCurrency,
} from "../kit/money.ts";
import {
  formatBarePrice,
  formatPrice,
  maxPriceDecimals,
  type Price,
  type PricedUnits,
  parsePrice,
} from "../kit/price.ts";
import { findPriceBasis, pricePerColumn } from "./header.ts";
import { meaningOf } from "./lexicon.ts";
import {
  canMeanCurrency,
  contradicts,
  type DecimalText,
  findMarkForm,
  listCurrencyCodes,
  listFormatCodes,
  numberMeaning,
  readDecimalText,
  splitNumber,
  splitSign,
  thousandsMeaning,
} from "./number.ts";
import {
  type ColumnRule,
  cellOf,
  type FeedRow,
  formatSuggestion,
  formMeaning,
  hasColumn,
  isFilled,
  isSpreadsheetNumber,
  numberRules,
  Refused,
  readCell,
  refuseInRow,
  useForm,
} from "./row.ts";
import { headersOf } from "./words/headers.ts";

const noPrice = "is not a decimal number such as 1250.00";

/** Why a price is refused that is above the highest one (decision 29). */
function describeHighest(currency: Currency): string {
  const highest = formatBarePrice({ minor: maxPriceMinor, currency });
  return `is above ${currency} ${highest}, the highest price`;
}

/** A currency by its ISO 4217 code in any case. */
export function readCurrency(row: FeedRow, column: string): Currency | null {
  return readCell(row, column, { maxLength: 40 }, (code) => {
    const suggestion = formatSuggestion(listCurrencyCodes(code));
    const refused = new Refused("is not an ISO 4217 currency code", suggestion);
    return parseCurrency(code.toUpperCase()) ?? refused;
  });
}

/** The currency that the number format of a price shows, if it is clear which. */
export function findFormatCurrency(row: FeedRow, column: string): Currency | null {
  const shown = row.currencies?.get(row.columns.places.get(column) ?? -1);
  const codes = shown === undefined ? [] : listFormatCodes(shown);
  return codes.length === 1 ? (parseCurrency(codes[0] ?? "") ?? null) : null;
}

/** Why a price is refused whose number format shows another currency or unit than its row has. */
function findFormatFault(row: FeedRow, column: string, currency: Currency): Refused | undefined {
  const shown = row.currencies?.get(row.columns.places.get(column) ?? -1);
  if (shown === undefined) return undefined;
  const basis = findPriceBasis(shown.sign) ?? "each";
  if (!hasColumn(row, pricePerColumn) && basis !== "each") {
    const reason = `is shown with “${shown.sign}” in the workbook: it may be per 100 or 1,000`;
    return new Refused(reason, `set ${pricePerColumn} to 1, 100 or 1000`, true);
  }
  const codes = listFormatCodes(shown);
  if (codes !== "unknown" && (codes.length === 0 || codes.includes(currency))) return undefined;
  const own = `the currency of its row is ${currency}`;
  const reason = `is shown in ${shown.sign} in the workbook, but ${own}`;
  return new Refused(reason, "correct the number format or the currency", true);
}

/** The currency of a price, and the units that it is for. */
type PriceUnit = { readonly currency: Currency; readonly units: PricedUnits };

/** The price if the separator is of decimals. */
function toPrice({ whole, fraction }: DecimalText, { currency, units }: PriceUnit) {
  return parsePrice(fraction === "" ? whole : `${whole}.${fraction}`, currency, units);
}

/** The price if the separator is of thousands. */
function toGroupedPrice({ whole, fraction }: DecimalText, { currency, units }: PriceUnit) {
  return parsePrice(`${whole}${fraction}`, currency, units);
}

/** The price that a number is, or why it is unclear. */
function resolvePrice(number: DecimalText, unit: PriceUnit): Price | string {
  const digits = currencyDigits(unit.currency);
  const tooFine = `has more than ${maxPriceDecimals} decimals per unit`;
  const price = toPrice(number, unit) ?? tooFine;
  if (number.kind === "clear") return price;
  if (number.mark === "." && digits >= number.fraction.length) return price;
  if (number.mark === "," && digits === 0) return toGroupedPrice(number, unit) ?? tooFine;
  return `has a ${number.mark === "." ? "point" : "comma"} that may separate thousands or decimals`;
}

/** Suggests how to write an unclear number, for each reading. */
function suggestPrices(number: DecimalText, currency: Currency): string | null {
  if (number.kind === "clear") return null;
  const readings = [toGroupedPrice, toPrice].map((read) => read(number, { currency, units: 1 }));
  return formatSuggestion(readings.flatMap((price) => (price ? [formatPrice(price)] : [])));
}

/** Suggests the number of a price that is written with the row's currency. */
function suggestWithoutSign(text: string, currency: Currency | null): string | null {
  const { sign, number: bare } = splitSign(text) ?? { sign: "", number: "" };
  const number = readDecimalText(bare);
  if (currency === null || number?.kind !== "clear" || !canMeanCurrency(sign, currency))
    return null;
  const price = toPrice(number, { currency, units: 1 });
  if (price === undefined || price.minor > maxPriceMinor) return null;
  return formatSuggestion([formatPrice(price)]);
}

/** The column of a file that says how many units its prices are for: 1, 10, 100 or 1,000. */
export const pricePerRule: ColumnRule = {
  name: pricePerColumn,
  required: false,
  synonyms: headersOf("price_per"),
};

/** The units that a price is for, by what a cell has or what its word means as a unit. */
export const pricedUnits: ReadonlyMap<string, PricedUnits> = new Map([
  ...([1, 10, 100, 1000] as const).map((units) => [String(units), units] as const),
  ...(["M", "TH", "THOUSAND"] as const).map((word) => [word, 1000] as const),
  ["EA", 1],
  ["HD", 100],
]);

/** M is metres if the row is sold in metres, or a thousand of them. */
const metres: ReadonlySet<string> = new Set(["M", "MR"]);

/** Units of measure that are a hundred, a thousand or a dozen pieces. */
const many: ReadonlySet<string> = new Set(["HD", "MX", "C", "TH", "DZ"]);

/** What to do about units of a row that contradict the header of its prices. */
const decideUnits = "to decide, leave the column out or set its default to 1, 100 or 1000";

/** Units of a row; refused if the header of the prices names others. */
function compareWithHeader(row: FeedRow, units: PricedUnits): PricedUnits {
  const { headerUnits = units } = row.columns;
  if (headerUnits === units) return units;
  if (headerUnits !== "unclear") {
    const named = `the header of the prices names ${groupDigits(headerUnits)}`;
    refuseInRow(row, pricePerRule.name, `means ${groupDigits(units)}, but ${named}`, decideUnits);
  } else if (!isFilled(row, pricePerRule.name)) {
    const reason = "is empty, but the header of the prices may mean 100 or 1,000";
    refuseInRow(row, pricePerRule.name, reason, decideUnits);
  }
  return units;
}

function parsePricedUnits(row: FeedRow, text: string): PricedUnits | Refused {
  const bare = text.toUpperCase().replace(/^(?:PER|PRO|JE|PAR|POR|\/) ?/, "");
  const open = formatSuggestion(["1", "1000"]);
  if (/^1[.,]000$/.test(bare) && bare.length === text.length)
    return new Refused("has a mark that may separate thousands or decimals", open);
  const unitSold = cellOf(row, "unit_of_measure").trim().toUpperCase();
  if (bare === "M" && metres.has(unitSold))
    return new Refused("may be metres or a thousand", open, true);
  const number = bare.replace(/[.,]0{1,2}$/, "").replace(/^1[.,' ]000$/, "1000");
  const units = pricedUnits.get(number) ?? pricedUnits.get(meaningOf("unit", bare) ?? "");
  if (units !== undefined && units > 1 && many.has(unitSold)) {
    const reason = "may be of pieces or of what is sold, which is many already";
    return new Refused(reason, formatSuggestion(["1"]), true);
  }
  if (units !== undefined) return units;
  // A price per foot of what is sold in feet is a price of one unit.
  const isSold = bare === unitSold && /^[A-Z]{2}$/.test(bare);
  return isSold ? 1 : new Refused("is not 1, 10, 100 or 1000, the units that a price is for");
}

/** The number of units that the row's price is for; 1 unless the file states it. */
export function readPricedUnits(row: FeedRow): PricedUnits {
  const column = pricePerRule.name;
  if (!hasColumn(row, column)) return 1;
  const faults = row.faults.length;
  const units = readCell(row, column, numberRules, (text) => parsePricedUnits(row, text));
  return row.faults.length > faults ? 1 : compareWithHeader(row, units ?? 1);
}

/** The digits that a spreadsheet calculates with; more of them are dust of binary numbers. */
const exactDigits = 15;
const maxExactDecimals = 4;

/** 121.00 for 121.00000000000001, which is what a program calculated; others unchanged. */
function dropDust(number: DecimalText): DecimalText {
  const { whole, fraction } = number;
  const significant = `${whole}${fraction}`.replace(/^0+/, "");
  if (significant.length <= exactDigits || fraction.length <= maxExactDecimals) return number;
  const rounded = Number(`${whole}.${fraction}`).toPrecision(exactDigits);
  const [, exactWhole, exact = ""] = /^(\d+)(?:\.(\d*?)0*)?$/.exec(rounded) ?? [];
  if (exactWhole === undefined || exact.length > maxExactDecimals) return number;
  return { ...number, whole: exactWhole, fraction: exact, kind: "clear" };
}

/** A price as it is declared: none, or a number with the currency that its sign means, if any. */
type WrittenPrice = {
  readonly number: DecimalText;
  readonly sign?: { readonly written: string; readonly meaning: Currency };
  /** What is declared of it. */
  readonly forms: readonly string[];
};

/** The price of a cell by what the file declares of its sign and words. */
function readForms(row: FeedRow, column: string, text: string): WrittenPrice | null | undefined {
  const { parts, number } = splitNumber(column === "price" ? "list price" : "agreed price", text);
  let sign: WrittenPrice["sign"];
  for (const { kind, written } of parts) {
    const meaning = formMeaning(row, column, written);
    const currency = kind === "sign" ? parseCurrency(meaning?.toUpperCase() ?? "") : undefined;
    if (currency !== undefined) sign = { written, meaning: currency };
    else if (kind === "words" && meaning === "") {
      useForm(row, column, written);
      return null;
    } else if (kind === "sign" || meaning !== numberMeaning) return undefined;
  }
  const read = readDecimalText(number);
  const forms = parts.map(({ written }) => written);
  return read === undefined ? undefined : { number: read, forms, ...(sign && { sign }) };
}

/** What prices of a row are read with: its currency, if it is known, and the units. */
type PriceContext = { readonly currency: Currency | null; readonly units: PricedUnits };

const correctSign = "correct the price or the currency";

/** Why a price is refused that is not a number by what the file declares. */
function refuseText(text: string, currency: Currency | null): Refused {
  const sign = splitSign(text)?.sign;
  if (sign === undefined || currency === null || !contradicts(sign, currency))
    return new Refused(noPrice, suggestWithoutSign(text, currency));
  const reason = `has the sign ${sign}, but the currency of its row is ${currency}`;
  return new Refused(reason, correctSign, true);
}

function parsePriceCell(row: FeedRow, column: string, text: string, context: PriceContext) {
  const { currency, units } = context;
  const shown = currency === null ? undefined : findFormatFault(row, column, currency);
  if (shown !== undefined) return shown;
  const written = readForms(row, column, text);
  if (written === null) return null;
  if (written === undefined) return refuseText(text, currency);
  const { number, sign, forms } = written;
  const own = currency ?? sign?.meaning ?? null;
  if (own === null) return { price: null, sign: null };
  if (sign !== undefined && sign.meaning !== own) {
    const means = `${sign.written}, which means ${sign.meaning}`;
    const reason = `has the sign ${means}, but the currency of its row is ${own}`;
    return new Refused(reason, correctSign, true);
  }
  const price = resolveNumber(row, column, number, { currency: own, units });
  if (typeof price === "string") return new Refused(price, suggestPrices(number, own));
  if (price.minor > maxPriceMinor) return new Refused(describeHighest(own));
  for (const form of forms) useForm(row, column, form);
  return { price, sign: sign?.meaning ?? null };
}

/** The price that a number is by its form, its currency and its cell, or why it is unclear. */
function resolveNumber(row: FeedRow, column: string, number: DecimalText, unit: PriceUnit) {
  const { whole, fraction, mark } = number;
  // A spreadsheet's number has a decimal point.
  if (number.kind === "clear" || isSpreadsheetNumber(row, column))
    return resolvePrice(dropDust({ ...number, kind: "clear" }), unit);
  // Other currencies leave one reading.
  const form =
    currencyDigits(unit.currency) === 2 ? findMarkForm(`${whole}${mark}${fraction}`) : "";
  const meaning = form && useForm(row, column, form);
  if (meaning === thousandsMeaning)
    return resolvePrice({ kind: "clear", whole: `${whole}${fraction}`, fraction: "", mark }, unit);
  return resolvePrice(
    meaning === form && form !== "" ? { ...number, kind: "clear" } : number,
    unit,
  );
}

/**
 * Reads the price of one unit: a decimal number, decimals after a point or comma, with or without
 * separated thousands, divided by the units that the row's prices are for (decision 29). `sign` is
 * the currency that its sign means, which is that of the row if it has none. Null if the cell is
 * empty, means that there is no price, or is refused.
 */
export function readPrice(row: FeedRow, column: string, currency: Currency | null) {
  // Alone, only the units are checked.
  const isRead = isFilled(row, column) || !hasColumn(row, column);
  const units = isRead ? readPricedUnits(row) : 1;
  return readCell(row, column, numberRules, (text) =>
    parsePriceCell(row, column, text, { currency, units }),
  );
}
