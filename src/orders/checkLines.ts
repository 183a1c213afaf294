// The one check of lines: whether they can be ordered, and at which prices. The API, drafts and
// quick orders share it and its messages (decision 29).
import { type Offer, offerStatusWords } from "../catalog/offer.ts";
import type { lineCodes } from "../kit/contract/errorAnswer.ts";
import { limits } from "../kit/contract/limits.ts";
import type { FaultDetail } from "../kit/errors.ts";
import { type Currency, groupDigits } from "../kit/money.ts";
import { multiplyPrice } from "../kit/price.ts";
import type { Agreement } from "../prices/agreement.ts";
import {
  describeOrderTerms,
  findOrderTerms,
  isQuantityAllowed,
  listNearestQuantities,
  nearestAllowedQuantity,
  type OrderTerms,
} from "../prices/orderTerms.ts";
import { findUnitPrice, listPriceBreaks } from "../prices/unitPrice.ts";
import { type PricedLine, pickDetails, sumByOffer } from "./order.ts";

/** The codes of the reasons why a line cannot be ordered. */
export type LineFaultCode = (typeof lineCodes)[number];

export type LineFault = FaultDetail & { readonly code: LineFaultCode };

/**
 * A line to be checked. `offer` is undefined if it is no longer in the catalog. A line that already
 * has a `fault` is not checked, but its quantity counts towards the sum of its offer. `replacement`
 * is the part that supersedes the offer's and can be ordered, if the caller has looked it up.
 */
export type LineToCheck = {
  readonly offer: Offer | undefined;
  readonly quantity: number;
  readonly replacement?: string | null;
  readonly fault?: LineFault;
};

/** A line with its faults; `line` is null if its offer cannot be ordered at all or has no price. */
export type CheckedLine = {
  readonly offer: Offer | undefined;
  readonly quantity: number;
  readonly line: PricedLine | null;
  readonly faults: readonly LineFault[];
};

/** What lines are checked against. `currency` is the order's; null: that of its first line. */
export type LineFacts = { readonly agreement: Agreement; readonly currency: Currency | null };

/** Without `replacement` the superseding part is only named: it may be superseded too. */
function checkStatus(
  offer: Offer | undefined,
  path: string,
  replacement: string | null = null,
): LineFault | undefined {
  if (offer === undefined) {
    const message = "This part is no longer in the catalog.";
    return { path: `${path}.part_id`, code: "PART_NOT_FOUND", message };
  }
  const { partNumber, status, supersededBy } = offer;
  if (status === "ACTIVE") return undefined;
  const isNamed = status === "SUPERSEDED" && supersededBy !== null && replacement === null;
  const by = isNamed ? ` by ${supersededBy}` : "";
  const next = replacement === null ? "" : ` Order ${replacement} instead.`;
  return {
    path: `${path}.part_id`,
    code: "PART_NOT_ORDERABLE",
    message: `${partNumber} is ${offerStatusWords[status]}${by} and cannot be ordered.${next}`,
    part_number: partNumber,
    status,
    superseded_by: supersededBy,
  };
}

/** A contract line may have a price only from a larger quantity on (decision 152). */
function refusePrice(offer: Offer, path: string, agreement: Agreement): LineFault {
  const { partNumber } = offer;
  const [first] = listPriceBreaks(offer, agreement);
  const reason =
    first === undefined
      ? "price on request"
      : `price on request below ${groupDigits(first.minQuantity)}`;
  return {
    path: `${path}.part_id`,
    code: "PRICE_ON_REQUEST",
    message: `${partNumber}: ${reason}.`,
    part_number: partNumber,
    priced_from: first?.minQuantity ?? null,
  };
}

/** Names both quantities next to the requested one, because the nearest may be too few. */
function describeAllowed(quantity: number, terms: OrderTerms, max: number): string {
  const [below, above] = listNearestQuantities(quantity, terms, max);
  const nearest =
    above === undefined
      ? `Nearest quantity: ${groupDigits(below)}`
      : `Nearest quantities: ${groupDigits(below)} and ${groupDigits(above)}`;
  return `${describeOrderTerms(terms)}. ${nearest}`;
}

/** The quantities to choose instead of one that is not sold; none if other lines count too. */
export function listChoices(quantity: number, fault: LineFault): readonly number[] {
  const { code, min_quantity: minQuantity, multiple, nearest_allowed: nearest } = fault;
  if (code !== "QUANTITY_NOT_ALLOWED") return [];
  const terms = { minQuantity: Number(minQuantity), multiple: Number(multiple) };
  const isOwn = nearestAllowedQuantity(quantity, terms) === nearest;
  const [below, above] = listNearestQuantities(quantity, terms);
  return isOwn ? [below, above ?? []].flat() : [];
}

/**
 * Checks the sum against the account's own minimum and multiple, if its agreement sets them, and
 * the line against the limit of a line.
 */
function checkQuantity(
  offer: Offer,
  { own, sum }: { readonly own: number; readonly sum: number },
  path: string,
  agreement: Agreement,
): LineFault[] {
  const terms = findOrderTerms(offer, agreement);
  const isTooLarge = own > limits.quantity;
  if (!isTooLarge && isQuantityAllowed(sum, terms)) return [];
  const max = limits.quantity + (isTooLarge ? 0 : sum - own);
  const wanted = Math.min(sum, max);
  const reason = isTooLarge
    ? `at most ${groupDigits(limits.quantity)} per line`
    : describeAllowed(wanted, terms, max);
  return [
    {
      path: `${path}.quantity`,
      code: "QUANTITY_NOT_ALLOWED",
      message: `${offer.partNumber}: ${reason}.`,
      part_number: offer.partNumber,
      min_quantity: terms.minQuantity,
      multiple: terms.multiple,
      nearest_allowed: nearestAllowedQuantity(wanted, terms, max),
    },
  ];
}

function checkCurrency(line: PricedLine, currency: Currency, path: string): LineFault[] {
  const own = line.unitPrice.currency;
  if (own === currency) return [];
  return [
    {
      path: `${path}.part_id`,
      code: "CURRENCY_MISMATCH",
      message: `${line.partNumber} is priced in ${own}, this order in ${currency}.`,
      part_number: line.partNumber,
      currency: own,
    },
  ];
}

function checkStock({ partNumber, stock }: Offer, sum: number, path: string): LineFault[] {
  if (sum <= stock) return [];
  return [
    {
      path: `${path}.quantity`,
      code: "INSUFFICIENT_STOCK",
      message: `${partNumber}: ${groupDigits(sum)} requested, ${groupDigits(stock)} in stock.`,
      part_number: partNumber,
      available_stock: stock,
    },
  ];
}

/** Null if the price is on request. */
function priceLine(
  offer: Offer,
  quantity: number,
  sum: number,
  agreement: Agreement,
): PricedLine | null {
  const { price, rule } = findUnitPrice(offer, agreement, sum);
  if (price === null) return null;
  return {
    offerId: offer.offerId,
    partNumber: offer.partNumber,
    title: offer.title,
    vendor: offer.vendor,
    condition: offer.condition,
    unitOfMeasure: offer.unitOfMeasure,
    quantity,
    listPrice: offer.listPrice,
    unitPrice: price,
    lineTotal: multiplyPrice(price, quantity),
    ruleId: rule?.ruleId ?? null,
    ...pickDetails(offer),
  };
}

/**
 * Checks and prices every line, alone and together with the other lines of its offer. Returns them
 * in their order; paths are `items[0].part_id` and `items[0].quantity`.
 */
export function checkLines(lines: readonly LineToCheck[], facts: LineFacts): CheckedLine[] {
  // Stock and breaks depend on the sum over the lines of an offer.
  const sums = sumByOffer(
    lines.flatMap(({ offer, quantity }) => (offer ? { offerId: offer.offerId, quantity } : [])),
  );
  let { currency } = facts;
  return lines.map(({ offer, quantity, fault, replacement }, index) => {
    const path = `items[${index}]`;
    const known = fault ?? checkStatus(offer, path, replacement);
    if (known !== undefined || offer === undefined) {
      return { offer, quantity, line: null, faults: known === undefined ? [] : [known] };
    }
    const sum = sums.get(offer.offerId) ?? quantity;
    const line = priceLine(offer, quantity, sum, facts.agreement);
    currency ??= line?.unitPrice.currency ?? null;
    const faults = [
      ...(line === null ? [refusePrice(offer, path, facts.agreement)] : []),
      ...checkQuantity(offer, { own: quantity, sum }, path, facts.agreement),
      ...(line === null || currency === null ? [] : checkCurrency(line, currency, path)),
      ...checkStock(offer, sum, path),
    ];
    return { offer, quantity, line, faults };
  });
}
