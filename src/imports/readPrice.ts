// Invariant: a separator that may be of thousands or of decimals is refused, unless the currency
// leaves one reading (decision 66).
import {
  type Currency,
  currencyDigits,
  groupDigits,
  maxPriceMinor,
  parseCurrency,
} from "../money.ts";
import {
  formatBarePrice,
  formatPrice,
  maxPriceDecimals,
  type Price,
  type PricedUnits,
  parsePrice,
} from "../price.ts";
import { type DecimalText, readDecimalText } from "./decimalText.ts";
import type { ColumnRule } from "./feedColumns.ts";
import {
  cellOf,
  type FeedRow,
  hasColumn,
  isFilled,
  isSpreadsheetNumber,
  readDigits,
  readText,
  refuseCell,
  refuseInRow,
} from "./feedRow.ts";
import { mayBePerMany, pricePerColumn } from "./layout/priceHeader.ts";
import { formatSuggestion } from "./suggestions.ts";
import { splitSign } from "./values/cellValues.ts";
import { contradicts, findCurrencyCodes, listFormatCodes } from "./values/currencySigns.ts";

const maxCellLength = 40;
const noPrice = "is not a decimal number such as 1250.00";

/** Why a price is refused that is above the highest one (decision 29). */
function describeHighest(currency: Currency): string {
  const highest = formatBarePrice({ minor: maxPriceMinor, currency });
  return `is above ${currency} ${highest}, the highest price`;
}

/** A currency by its ISO 4217 code in any case. */
export function readCurrency(row: FeedRow, column: string): Currency | null {
  const code = readText(row, column, maxCellLength);
  if (code === null) return null;
  const currency = parseCurrency(code.toUpperCase());
  if (currency !== undefined) return currency;
  const suggestion = formatSuggestion(findCurrencyCodes(code));
  return refuseCell(row, column, "is not an ISO 4217 currency code", suggestion);
}

/** The currency that the number format of a price shows, if it is clear which. */
export function findFormatCurrency(row: FeedRow, column: string): Currency | null {
  const shown = row.currencies?.get(row.columns.places.get(column) ?? -1);
  const codes = shown === undefined ? [] : listFormatCodes(shown);
  return codes.length === 1 ? (parseCurrency(codes[0] ?? "") ?? null) : null;
}

/** Refuses a price with the sign of a currency that its row does not have. */
function refuseSign(row: FeedRow, column: string, text: string, currency: Currency): boolean {
  const sign = splitSign(text)?.sign;
  if (sign === undefined || !contradicts(sign, currency)) return false;
  const reason = `has the sign ${sign}, but the currency of its row is ${currency}`;
  refuseInRow(row, column, reason, "correct the price or the currency");
  return true;
}

/** Refuses a price whose number format shows another currency or unit than its row has. */
function refuseFormat(row: FeedRow, column: string, currency: Currency): boolean {
  const shown = row.currencies?.get(row.columns.places.get(column) ?? -1);
  if (shown === undefined) return false;
  if (!hasColumn(row, pricePerColumn) && mayBePerMany(shown.sign)) {
    const reason = `is shown with “${shown.sign}” in the workbook: it may be per 100 or 1,000`;
    refuseInRow(row, column, reason, `set ${pricePerColumn} to 1, 100 or 1000`);
    return true;
  }
  const codes = listFormatCodes(shown);
  if (codes !== "unknown" && (codes.length === 0 || codes.includes(currency))) return false;
  const own = `the currency of its row is ${currency}`;
  const reason = `is shown in ${shown.sign} in the workbook, but ${own}`;
  refuseInRow(row, column, reason, "correct the number format or the currency");
  return true;
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
  if (currency === null || number?.kind !== "clear") return null;
  const isMeant =
    sign === "$" || sign.toUpperCase() === currency || findCurrencyCodes(sign).includes(currency);
  const price = isMeant ? toPrice(number, { currency, units: 1 }) : undefined;
  if (price === undefined || price.minor > maxPriceMinor) return null;
  return formatSuggestion([formatPrice(price)]);
}

/** The column of a file that says how many units its prices are for: 1, 10, 100 or 1,000. */
export const pricePerRule: ColumnRule = {
  name: pricePerColumn,
  required: false,
  synonyms: [
    ...["price unit", "price unit quantity", "pricing unit", "price per qty", "price quantity"],
    ...["price basis", "price per units", "priced per", "per qty", "price UOM", "Preiseinheit"],
    ...["PEINH", "PE", "unité de prix", "unidad de precio", "unidade de preço"],
  ],
};

const pricedUnits: readonly (readonly [PricedUnits, string])[] = [
  [1, "1, E, EA, EACH, UNIT, PC, PCS, PIECE, ST, STK, STÜCK"],
  [10, "10"],
  [100, "100, C, HU, HUNDRED"],
  [1000, "1000, 1.000, 1,000, 1 000, 1'000, M, TH, THOUSAND"],
];
const unitsByText = new Map(
  pricedUnits.flatMap(([units, texts]) => texts.split(/, /).map((text) => [text, units] as const)),
);

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

/** The number of units that the row's price is for; 1 unless the file states it. */
export function readPricedUnits(row: FeedRow): PricedUnits {
  if (!hasColumn(row, pricePerRule.name)) return 1;
  const text = readDigits(row, pricePerRule.name, maxCellLength);
  if (text === null) return compareWithHeader(row, 1);
  const bare = text.toUpperCase().replace(/^(?:PER|PRO|JE|PAR|POR|\/) ?/, "");
  if (/^1[.,]000$/.test(bare) && bare.length === text.length) {
    const reason = "has a mark that may separate thousands or decimals";
    refuseCell(row, pricePerRule.name, reason, formatSuggestion(["1", "1000"]));
    return 1;
  }
  const unitSold = cellOf(row, "unit_of_measure").trim().toUpperCase();
  if (bare === "M" && metres.has(unitSold)) {
    const reason = "may be metres or a thousand";
    refuseInRow(row, pricePerRule.name, reason, formatSuggestion(["1", "1000"]));
    return 1;
  }
  const units = unitsByText.get(bare.replace(/[.,]0+$/, (end) => (end.length === 4 ? end : "")));
  if (units !== undefined && units > 1 && many.has(unitSold)) {
    const reason = "may be of pieces or of what is sold, which is many already";
    refuseInRow(row, pricePerRule.name, reason, formatSuggestion(["1"]));
    return 1;
  }
  if (units !== undefined) return compareWithHeader(row, units);
  // A price per foot of what is sold in feet is a price of one unit.
  if (bare === unitSold && /^[A-Z]{2}$/.test(bare)) return compareWithHeader(row, 1);
  refuseCell(row, pricePerRule.name, "is not 1, 10, 100 or 1000, the units that a price is for");
  return 1;
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

/**
 * Reads the price of one unit: a decimal number, decimals after a point or comma, with or without
 * separated thousands, divided by the units that the row's prices are for (decision 29). Without a
 * currency it only checks the format.
 */
export function readPrice(row: FeedRow, column: string, currency: Currency | null): Price | null {
  const units = readPricedUnits(row);
  const text = readDigits(row, column, maxCellLength);
  if (text === null) return null;
  if (currency !== null && refuseFormat(row, column, currency)) return null;
  const number = readDecimalText(text);
  if (number === undefined) {
    if (currency !== null && refuseSign(row, column, text, currency)) return null;
    return refuseCell(row, column, noPrice, suggestWithoutSign(text, currency));
  }
  if (currency === null) return null;
  // A spreadsheet's number has a decimal point.
  const isClear = number.kind === "clear" || isSpreadsheetNumber(row, column);
  const read: DecimalText = isClear ? dropDust({ ...number, kind: "clear" }) : number;
  const price = resolvePrice(read, { currency, units });
  if (typeof price === "string") {
    return refuseCell(row, column, price, suggestPrices(number, currency));
  }
  return price.minor > maxPriceMinor ? refuseCell(row, column, describeHighest(currency)) : price;
}
