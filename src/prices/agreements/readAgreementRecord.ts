// Parses one row of an agreement file into a rule or its faults. Pure. The filled cells determine
// the scope of the rule: a part, a vendor, or the whole account.

import { partNumberKey } from "../../catalog/partNumber.ts";
import {
  freeOfCharge,
  readFreeOfCharge,
  readPartNumber,
  zeroPriceColumn,
} from "../../catalog/readOfferRecord.ts";
import type { ConditionCodes } from "../../catalog/tradeCodes.ts";
import { importedConditionCodes } from "../../catalog/tradeCodes.ts";
import { limits } from "../../kit/contract/limits.ts";
import { type BasisPoints, type Currency, parsePercent } from "../../kit/money.ts";
import type { Price } from "../../kit/price.ts";
import { readCurrency, readPrice } from "../../reading/priceCell.ts";
import {
  type FeedRow,
  formatSuggestion,
  isFilled,
  readCode,
  readDay,
  readDigits,
  readText,
  readWholeNumber,
  refuseCell,
} from "../../reading/row.ts";
import type { AgreementRule, RuleScope } from "../agreement.ts";

/**
 * What a row is validated against: codes, the vendors of the catalog, the account's currency, today
 * in UTC.
 */
export type AgreementFeed = {
  readonly conditions: ConditionCodes;
  /** Vendors by their name in lower case. */
  readonly vendors: ReadonlyMap<string, readonly string[]>;
  readonly currency: Currency;
  readonly today: string;
  /** The part number of the rule that is edited, whatever a file may have. */
  readonly partNumber?: string;
};

/**
 * A rule of a file: either `price` or `discount`. `fromToday` is true if it has no first day,
 * `mayBeFraction` if its discount is below 1 % and has no percent sign: 0.15 may mean 15 %.
 */
export type AgreementRow = Omit<AgreementRule, "ruleId" | "runId" | "term"> & {
  readonly partNumber: string | null;
  readonly price: Price | null;
  readonly discount: BasisPoints | null;
  readonly fromToday: boolean;
  readonly mayBeFraction: boolean;
};

const vendorLength = 200;
const shortTextLength = 40;

function readVendor(row: FeedRow, feed: AgreementFeed): string | null {
  const vendor = readText(row, "vendor", vendorLength);
  if (vendor === null) return null;
  const namesakes = feed.vendors.get(vendor.toLowerCase()) ?? [];
  if (namesakes.includes(vendor)) return vendor;
  const [namesake] = namesakes;
  const suggestion = formatSuggestion(namesake === undefined ? [] : [namesake]);
  return refuseCell(row, "vendor", "is not a vendor in the catalog", suggestion);
}

function readScope(row: FeedRow, feed: AgreementFeed) {
  const partNumber = feed.partNumber ?? readPartNumber(row);
  const vendor = readVendor(row, feed);
  const condition = readCode(row, "condition", importedConditionCodes(feed.conditions));
  const minQuantity = readWholeNumber(row, "min_quantity", [1, limits.quantity]) ?? 1;
  const hasPart = partNumber !== null || row.faults.some(({ column }) => column === "part_number");
  if (!hasPart && condition !== null) refuseCell(row, "condition", "needs a part number");
  const scope: RuleScope = hasPart ? "part" : vendor === null ? "account" : "vendor";
  const key = partNumber === null ? null : partNumberKey(partNumber);
  return { scope, partNumber, partNumberKey: key, vendor, condition, minQuantity };
}

/** A discount below this without a percent sign may be a fraction. */
const onePercent = 100;

function readDiscount(row: FeedRow): Pick<AgreementRow, "discount" | "mayBeFraction"> {
  const none = { discount: null, mayBeFraction: false };
  const text = readDigits(row, "discount_percent", shortTextLength);
  if (text === null) return none;
  const number = text.replace(/ ?%$/, "");
  // A percentage has no thousands, so a comma can only be a decimal comma.
  const discount = parsePercent(number.replace(",", "."));
  if (discount === undefined) {
    refuseCell(row, "discount_percent", "is not a percentage from 0 to 100, such as 7.5");
    return none;
  }
  const mayBeFraction = number === text && discount > 0 && discount < onePercent;
  return { discount, mayBeFraction };
}

function refuseFree(row: FeedRow, column: string): void {
  const remedy = `“Free of charge” in a form, or ${freeOfCharge} in ${zeroPriceColumn} of a file`;
  const reason = "means free of charge, which is not confirmed";
  refuseCell(row, column, reason, `to confirm it: ${remedy}`);
}

/** The price, and whether the cell has one, even if it is refused. */
function readUnitPrice(row: FeedRow, given: Currency | null, accountCurrency: Currency) {
  const isRefused = row.faults.some(({ column }) => column === "currency");
  const before = row.faults.length;
  const read = readPrice(row, "unit_price", isRefused ? null : (given ?? accountCurrency));
  return { price: read?.price ?? null, hasPrice: read !== null || row.faults.length > before };
}

function readTerm(row: FeedRow, scope: RuleScope, accountCurrency: Currency) {
  const given = readCurrency(row, "currency");
  const { price, hasPrice } = readUnitPrice(row, given, accountCurrency);
  const { discount, mayBeFraction } = readDiscount(row);
  const isFree = readFreeOfCharge(row);
  const hasDiscount = isFilled(row, "discount_percent");
  if (!isFree && price?.minor === 0n) refuseFree(row, "unit_price");
  if (!isFree && discount === 10_000) refuseFree(row, "discount_percent");
  if (hasPrice && scope !== "part") refuseCell(row, "unit_price", "needs a part number");
  if (hasPrice && hasDiscount) {
    refuseCell(row, "discount_percent", "cannot be combined with a unit price");
  }
  if (!hasPrice && !hasDiscount) {
    const reason = "has neither a unit price nor a discount";
    row.faults.push({ column: null, value: "", reason, suggestion: null });
  }
  if (!hasPrice && given !== null && given !== accountCurrency) {
    refuseCell(row, "currency", "needs a unit price");
  }
  return { price, discount, mayBeFraction };
}

/** The account's own minimum and multiple, which only a part can have. */
function readOrdering(row: FeedRow, scope: RuleScope) {
  const orderMin = readWholeNumber(row, "order_min", [1, limits.quantity]);
  const orderMultiple = readWholeNumber(row, "order_multiple", [1, limits.quantity]);
  if (scope !== "part" && orderMin !== null) refuseCell(row, "order_min", "needs a part number");
  if (scope !== "part" && orderMultiple !== null) {
    refuseCell(row, "order_multiple", "needs a part number");
  }
  return { orderMin, orderMultiple };
}

function readTerms(row: FeedRow, today: string) {
  const given = readDay(row, "valid_from");
  const validFrom = given ?? today;
  const validTo = readDay(row, "valid_to");
  if (validTo !== null && validTo < validFrom)
    refuseCell(row, "valid_to", "is before the first day");
  return { validFrom, fromToday: given === null, validTo };
}

/** Reads a row; null if it is refused, with the faults added to the row. */
export function readAgreementRecord(row: FeedRow, feed: AgreementFeed): AgreementRow | null {
  const scope = readScope(row, feed);
  const term = readTerm(row, scope.scope, feed.currency);
  const ordering = readOrdering(row, scope.scope);
  const days = readTerms(row, feed.today);
  return row.faults.length > 0 ? null : { ...scope, ...term, ...ordering, ...days };
}
