// The one check of lines: whether they can be ordered, and at which prices. The API, drafts and
// quick orders share it and its messages (decision 29).
import { type OfferDetails, offerStatusWords } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { lineCodes, quoteCodes } from "../kit/contract/errorAnswer.ts";
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
import {
  type DatedQuote,
  describeQuoteEnd,
  findQuoteTerms,
  pickQuoteRef,
  type QuoteOptionId,
  type SoldPart,
} from "../prices/quote.ts";
import { findUnitPrice, listPriceBreaks } from "../prices/unitPrice.ts";
import { type PricedLine, pickDetails, sumByOffer } from "./order.ts";

/** The codes of the reasons why a line cannot be ordered. */
export type LineFaultCode = (typeof lineCodes | typeof quoteCodes)[number];

export type LineFault = FaultDetail & { readonly code: LineFaultCode };

/**
 * A line to be checked. `offer` is undefined if it is no longer in the catalog; `quote` is the one
 * that the line came from. A line that already
 * has a `fault` is not checked, but its quantity counts towards the sum of its offer. `replacement`
 * is the part that supersedes the offer's and can be ordered, if the caller has looked it up.
 */
export type LineToCheck = {
  readonly offer: SoldPart | undefined;
  readonly quantity: number;
  readonly quote?: DatedQuote | null;
  readonly replacement?: string | null;
  readonly fault?: LineFault;
};

/** A line with its faults; `line` is null if its offer cannot be ordered at all or has no price. */
export type CheckedLine = {
  readonly offer: SoldPart | undefined;
  readonly quantity: number;
  readonly line: PricedLine | null;
  readonly faults: readonly LineFault[];
};

/** What lines are checked against. `currency` is the order's; null: that of its first line. */
export type LineFacts = { readonly agreement: Agreement; readonly currency: Currency | null };

/** What names the price of a line: a quote in force, or its offer. */
export type PriceKey = OfferId | `quote ${QuoteOptionId}` | null;

/** Quantities with equal keys count together: for the price, minimum, pack and quoted quantity. */
export function findPriceKey(offerId: OfferId | null, quote: DatedQuote | null): PriceKey {
  const isQuoted = quote !== null && (quote.status === "in_force" || offerId === null);
  return isQuoted ? `quote ${quote.quote.optionId}` : offerId;
}

/** The quantities in which a line can be ordered. */
export function findLineTerms(
  offer: SoldPart,
  quote: DatedQuote | null,
  agreement: Agreement,
): OrderTerms {
  return quote?.status === "in_force"
    ? findQuoteTerms(quote.quote)
    : findOrderTerms(offer, agreement);
}

/** Without `replacement` the superseding part is only named: it may be superseded too. */
function checkStatus(
  offer: SoldPart | undefined,
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
function refusePrice(
  offer: SoldPart,
  path: string,
  { agreement, quote }: { readonly agreement: Agreement; readonly quote: DatedQuote | null },
): LineFault {
  const { partNumber } = offer;
  const [first] = offer.offerId === null ? [] : listPriceBreaks(offer, agreement);
  const ended = quote && describeQuoteEnd(quote);
  const reason =
    first === undefined
      ? "price on request"
      : `price on request below ${groupDigits(first.minQuantity)}`;
  return {
    path: `${path}.part_id`,
    code: "PRICE_ON_REQUEST",
    message: `${partNumber}: ${reason}.${ended === null ? "" : ` ${ended} Request a new quote.`}`,
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

/** More than is left of the quantity that was quoted. */
function checkQuoted({ quote }: DatedQuote, sum: number, path: string): LineFault {
  const { partNumber, left, quantity, requestNumber, lineNumber } = quote;
  const rest = `${groupDigits(sum)} requested, ${groupDigits(left)} of ${groupDigits(quantity)} left`;
  return {
    path: `${path}.quantity`,
    code: "QUOTE_USED_UP",
    message: `${partNumber}: ${rest} of quote ${requestNumber}.`,
    part_number: partNumber,
    line: lineNumber,
    left,
  };
}

const endCodes = {
  expired: "QUOTE_EXPIRED",
  corrected: "QUOTE_CORRECTED",
  used_up: "QUOTE_USED_UP",
} as const;

/** Why a quote cannot be accepted; undefined if it can. Null: the account has no such quote. */
export function refuseQuote(dated: DatedQuote | null, path: string): LineFault | undefined {
  if (dated === null) {
    const message = "This option is no longer quoted.";
    return { path: `${path}.quote`, code: "QUOTE_CORRECTED", message };
  }
  const { quote, status } = dated;
  if (status === "in_force") return undefined;
  const { partNumber, left, lineNumber } = quote;
  return {
    path: `${path}.quote`,
    code: endCodes[status],
    message: `${partNumber}: ${describeQuoteEnd(dated)}`,
    part_number: partNumber,
    line: lineNumber,
    ...(status === "used_up" && { left }),
  };
}

/**
 * Checks the sum against the minimum and multiple of the quote, of the account's agreement or of
 * the offer, and the line against the limit of a line.
 */
function checkQuantity(
  offer: SoldPart,
  { own, sum }: { readonly own: number; readonly sum: number },
  path: string,
  terms: OrderTerms,
): LineFault[] {
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

/** A quote in force has its own terms, and its own end. */
function checkSum(
  line: {
    readonly offer: SoldPart;
    readonly quote: DatedQuote | null;
    readonly own: number;
    readonly sum: number;
  },
  path: string,
  agreement: Agreement,
): LineFault[] {
  const { offer, quote, sum } = line;
  if (quote?.status === "in_force" && sum > quote.quote.left)
    return [checkQuoted(quote, sum, path)];
  return checkQuantity(offer, line, path, findLineTerms(offer, quote, agreement));
}

function checkCurrency(
  line: PricedLine | null,
  currency: Currency | null,
  path: string,
): LineFault[] {
  const own = line?.unitPrice.currency;
  if (line === null || own === currency || currency === null) return [];
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

function checkStock({ partNumber, stock }: SoldPart, sum: number, path: string): LineFault[] {
  if (stock === null || sum <= stock) return [];
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

/** The details of an offer, with the lead time of the quote in force. */
export function findDetails(offer: SoldPart, quote: DatedQuote | null): OfferDetails {
  const details = pickDetails(offer);
  if (quote?.status !== "in_force") return details;
  return { ...details, leadTimeDays: quote.quote.leadTimeDays ?? details.leadTimeDays };
}

/** Null if the price is on request. */
function priceLine(
  offer: SoldPart,
  { quantity, sum }: { readonly quantity: number; readonly sum: number },
  agreement: Agreement,
  quote: DatedQuote | null,
): PricedLine | null {
  const { price, rule } = findUnitPrice(offer, agreement, sum, quote);
  if (price === null) return null;
  return {
    offerId: offer.offerId,
    quote: quote?.status === "in_force" ? pickQuoteRef(quote.quote) : null,
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
    ...findDetails(offer, quote),
  };
}

/**
 * Checks and prices every line, alone and together with the other lines of its offer. Returns them
 * in their order; paths are `items[0].part_id` and `items[0].quantity`.
 */
export function checkLines(lines: readonly LineToCheck[], facts: LineFacts): CheckedLine[] {
  // Stock depends on the sum over the lines of an offer, the price on that over the lines priced alike.
  const ofOffers = sumByOffer(
    lines.map(({ offer, quantity }) => ({ offerId: offer?.offerId ?? null, quantity })),
  );
  const sums = new Map<PriceKey, number>();
  for (const { offer, quote = null, quantity } of lines) {
    const key = findPriceKey(offer?.offerId ?? null, quote);
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  let { currency } = facts;
  return lines.map((toCheck, index) => {
    const { offer, quantity, fault, replacement, quote = null } = toCheck;
    const path = `items[${index}]`;
    const known = fault ?? checkStatus(offer, path, replacement);
    if (known !== undefined || offer === undefined) {
      return { offer, quantity, line: null, faults: known === undefined ? [] : [known] };
    }
    const sum = sums.get(findPriceKey(offer.offerId, quote)) ?? quantity;
    const ofOffer = offer.offerId === null ? sum : (ofOffers.get(offer.offerId) ?? sum);
    const line = priceLine(offer, { quantity, sum }, facts.agreement, quote);
    currency ??= line?.unitPrice.currency ?? null;
    const faults = [
      ...(line === null ? [refusePrice(offer, path, { ...facts, quote })] : []),
      ...checkSum({ offer, quote, own: quantity, sum }, path, facts.agreement),
      ...checkCurrency(line, currency, path),
      ...checkStock(offer, ofOffer, path),
    ];
    return { offer, quantity, line, faults };
  });
}
