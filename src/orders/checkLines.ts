// Whether lines can be ordered, and at which prices: the pure judgement that placing, changing and
// confirming an order share (decisions 25 to 29).
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { ErrorCode, FaultDetail } from "../errors.ts";
import type { Currency } from "../money.ts";
import { type Agreement, toPricedOffer } from "../pricing/agreement.ts";
import {
  findOrderTerms,
  isQuantityAllowed,
  nearestAllowedQuantity,
} from "../pricing/orderTerms.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import type { OrderLine } from "./order.ts";

/** A code for which a line cannot be ordered. */
export type LineFaultCode = Extract<
  ErrorCode,
  | "PART_NOT_FOUND"
  | "PART_ID_EXPIRED"
  | "PART_NOT_ORDERABLE"
  | "QUANTITY_NOT_ALLOWED"
  | "CURRENCY_MISMATCH"
  | "INSUFFICIENT_STOCK"
>;

/** Why a line cannot be ordered. */
export type LineFault = FaultDetail & { readonly code: LineFaultCode };

/**
 * A line to be judged. `offer` is undefined where there is none any more; a line that has its
 * `fault` already is not judged, but its quantity counts.
 */
export type LineToCheck = {
  readonly offer: Offer | undefined;
  readonly quantity: number;
  readonly fault?: LineFault;
};

/** A line with its faults; `line` is null where there is no offer that could be ordered. */
export type CheckedLine = {
  readonly offer: Offer | undefined;
  readonly quantity: number;
  readonly line: OrderLine | null;
  readonly faults: readonly LineFault[];
};

/** What all lines are judged by. `currency` is the order's; null: that of its first line. */
export type LineFacts = { readonly agreement: Agreement; readonly currency: Currency | null };

function judgeStatus(offer: Offer | undefined, path: string): LineFault | undefined {
  if (offer === undefined) {
    const message = "This part is not in the catalog any more.";
    return { path: `${path}.part_id`, code: "PART_NOT_FOUND", message };
  }
  if (offer.status === "ACTIVE") return undefined;
  const instead = offer.supersededBy === null ? "" : ` ${offer.supersededBy} supersedes it.`;
  return {
    path: `${path}.part_id`,
    code: "PART_NOT_ORDERABLE",
    message: `${offer.partNumber} is ${offer.status} and cannot be ordered.${instead}`,
    part_number: offer.partNumber,
    status: offer.status,
    superseded_by: offer.supersededBy,
  };
}

/** Judges by the account's own minimum and multiple where its agreement has them (decision 67). */
function judgeQuantity(
  offer: Offer,
  quantity: number,
  path: string,
  agreement: Agreement,
): LineFault[] {
  const terms = findOrderTerms(toPricedOffer(offer), agreement);
  if (isQuantityAllowed(quantity, terms)) return [];
  const nearest = nearestAllowedQuantity(quantity, terms);
  return [
    {
      path: `${path}.quantity`,
      code: "QUANTITY_NOT_ALLOWED",
      message:
        `${offer.partNumber} is sold from ${terms.minQuantity} on in multiples of ` +
        `${terms.multiple}; the nearest quantity to ${quantity} is ${nearest}.`,
      part_number: offer.partNumber,
      min_quantity: terms.minQuantity,
      multiple: terms.multiple,
      nearest_allowed: nearest,
    },
  ];
}

function judgeCurrency(line: OrderLine, currency: Currency, path: string): LineFault[] {
  const own = line.unitPrice.currency;
  if (own === currency) return [];
  return [
    {
      path: `${path}.part_id`,
      code: "CURRENCY_MISMATCH",
      message: `This part is priced in ${own}, the order's first in ${currency}.`,
      part_number: line.partNumber,
      currency: own,
    },
  ];
}

function judgeStock(offer: Offer, quantity: number, path: string): LineFault[] {
  const { stock } = offer;
  if (quantity <= stock) return [];
  const verb = stock === 1 ? "is" : "are";
  return [
    {
      path: `${path}.quantity`,
      code: "INSUFFICIENT_STOCK",
      message: `${quantity} of ${offer.partNumber} are asked for, ${stock} ${verb} in stock.`,
      part_number: offer.partNumber,
      available_stock: stock,
    },
  ];
}

function priceLine(
  offer: Offer,
  quantity: number,
  quantityInAll: number,
  agreement: Agreement,
): OrderLine {
  const listed = toPricedOffer(offer);
  const { price, rule } = findUnitPrice(listed, agreement, quantityInAll);
  return {
    offerId: offer.offerId,
    partNumber: offer.partNumber,
    title: offer.title,
    vendor: offer.vendor,
    condition: offer.condition,
    unitOfMeasure: offer.unitOfMeasure,
    quantity,
    listPrice: listed.listPrice,
    unitPrice: price,
    lineTotal: { minor: price.minor * BigInt(quantity), currency: price.currency },
    ruleId: rule?.ruleId ?? null,
  };
}

/**
 * The quantity asked for of each offer over all lines: stock and breaks are judged on it
 * (decision 26).
 */
function sumQuantities(lines: readonly LineToCheck[]): Map<OfferId | undefined, number> {
  const sums = new Map<OfferId | undefined, number>();
  for (const { offer, quantity } of lines) {
    sums.set(offer?.offerId, (sums.get(offer?.offerId) ?? 0) + quantity);
  }
  return sums;
}

/**
 * Judges and prices every line by itself and by the sums, in order. Paths are `items[0].part_id`
 * and `items[0].quantity`.
 */
export function checkLines(lines: readonly LineToCheck[], facts: LineFacts): CheckedLine[] {
  const sums = sumQuantities(lines);
  let { currency } = facts;
  return lines.map(({ offer, quantity, fault }, index) => {
    const path = `items[${index}]`;
    const known = fault ?? judgeStatus(offer, path);
    if (known !== undefined || offer === undefined) {
      return { offer, quantity, line: null, faults: known === undefined ? [] : [known] };
    }
    const inAll = sums.get(offer.offerId) ?? quantity;
    const line = priceLine(offer, quantity, inAll, facts.agreement);
    currency ??= line.unitPrice.currency;
    const faults = [
      ...judgeQuantity(offer, inAll, path, facts.agreement),
      ...judgeCurrency(line, currency, path),
      ...judgeStock(offer, inAll, path),
    ];
    return { offer, quantity, line, faults };
  });
}
