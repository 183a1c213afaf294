// What an order would be: the pure judgement of a demand against offers and agreement (decisions
// 22 to 29). Invariant: either every line is planned or every fault is named; never a part of an
// order.
import type { Offer } from "../catalog/offer.ts";
import type { OfferId, OpenedPartId } from "../catalog/partId.ts";
import type { ErrorCode, FaultDetail } from "../errors.ts";
import type { Currency, Money } from "../money.ts";
import type { Agreement } from "../pricing/agreement.ts";
import { findOrderTerms } from "../pricing/orderTerms.ts";
import { toPricedOffer } from "../pricing/toPricedOffer.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import { isQuantityAllowed, nearestAllowedQuantity } from "./allowedQuantity.ts";
import type { OrderLine } from "./order.ts";

/** A line asked for; `opened` is undefined where its part_id says nothing to this account. */
export type DemandedLine = {
  readonly opened: OpenedPartId | undefined;
  readonly quantity: number;
};

/** What a plan is judged by. `part_id`s minted before `oldestMintS` (seconds) are expired. */
export type OrderFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
  readonly oldestMintS: number;
};

export type OrderPlan =
  | { readonly outcome: "planned"; readonly lines: OrderLine[]; readonly subtotal: Money }
  | { readonly outcome: "refused"; readonly code: ErrorCode; readonly faults: FaultDetail[] };

/** The codes of refusal; the first of them that occurs is the code of the answer (decision 25). */
const refusalOrder = [
  "PART_NOT_FOUND",
  "PART_ID_EXPIRED",
  "PART_NOT_ORDERABLE",
  "QUANTITY_NOT_ALLOWED",
  "CURRENCY_MISMATCH",
  "INSUFFICIENT_STOCK",
] as const satisfies readonly ErrorCode[];

type PlannedLine = { readonly line: OrderLine; readonly offer: Offer };

function findOffer(line: DemandedLine, path: string, facts: OrderFacts): Offer | FaultDetail {
  const offer = line.opened && facts.offers.get(line.opened.offerId);
  if (line.opened === undefined || offer === undefined) {
    const message = "This part_id names no part of this account; look the part up again.";
    return { path: `${path}.part_id`, code: "PART_NOT_FOUND", message };
  }
  if (line.opened.mintedAtS < facts.oldestMintS) {
    const message = "This part_id is too old; look the part up again and order with the new one.";
    return { path: `${path}.part_id`, code: "PART_ID_EXPIRED", message };
  }
  if (offer.status !== "ACTIVE") {
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
  return offer;
}

function priceLine(
  offer: Offer,
  quantity: number,
  quantityInAll: number,
  facts: OrderFacts,
): OrderLine {
  const listed = toPricedOffer(offer);
  const priced = findUnitPrice(listed, facts.agreement, quantityInAll);
  return {
    offerId: offer.offerId,
    partNumber: offer.partNumber,
    title: offer.title,
    vendor: offer.vendor,
    condition: offer.condition,
    unitOfMeasure: offer.unitOfMeasure,
    quantity,
    listPrice: listed.listPrice,
    unitPrice: priced.price,
    lineTotal: {
      minor: priced.price.minor * BigInt(quantity),
      currency: priced.price.currency,
    },
    ruleId: priced.rule?.ruleId ?? null,
  };
}

/** Judges by the account's own minimum and multiple where its agreement has them (decision 67). */
function judgeQuantity(
  offer: Offer,
  quantity: number,
  path: string,
  facts: OrderFacts,
): FaultDetail[] {
  const terms = findOrderTerms(toPricedOffer(offer), facts.agreement);
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

function judgeCurrency(planned: PlannedLine, currency: Currency, path: string): FaultDetail[] {
  const { unitPrice } = planned.line;
  if (unitPrice.currency === currency) return [];
  return [
    {
      path: `${path}.part_id`,
      code: "CURRENCY_MISMATCH",
      message: `This part is priced in ${unitPrice.currency}, the order's first in ${currency}.`,
      part_number: planned.line.partNumber,
      currency: unitPrice.currency,
    },
  ];
}

function judgeStock(offer: Offer, quantity: number, path: string): FaultDetail[] {
  if (quantity <= offer.stock) return [];
  return [
    {
      path: `${path}.quantity`,
      code: "INSUFFICIENT_STOCK",
      message: `${quantity} of ${offer.partNumber} are asked for, ${offer.stock} are in stock.`,
      part_number: offer.partNumber,
      available_stock: offer.stock,
    },
  ];
}

/**
 * The quantity asked for of each offer over all lines: stock and breaks are judged on it
 * (decision 26).
 */
function sumQuantities(lines: readonly DemandedLine[]): Map<OfferId | undefined, number> {
  const sums = new Map<OfferId | undefined, number>();
  for (const { opened, quantity } of lines) {
    sums.set(opened?.offerId, (sums.get(opened?.offerId) ?? 0) + quantity);
  }
  return sums;
}

/**
 * Plans an order of at least one line, or names every fault of every line, in the order of the
 * lines.
 */
export function planOrder(lines: readonly DemandedLine[], facts: OrderFacts): OrderPlan {
  const sums = sumQuantities(lines);
  const faults: FaultDetail[] = [];
  const planned: PlannedLine[] = [];
  lines.forEach((line, index) => {
    const path = `items[${index}]`;
    const offer = findOffer(line, path, facts);
    if ("code" in offer) {
      faults.push(offer);
      return;
    }
    const inAll = sums.get(offer.offerId) ?? line.quantity;
    const entry = { line: priceLine(offer, line.quantity, inAll, facts), offer };
    planned.push(entry);
    faults.push(
      ...judgeQuantity(offer, inAll, path, facts),
      ...judgeCurrency(entry, (planned[0] ?? entry).line.unitPrice.currency, path),
      ...judgeStock(offer, inAll, path),
    );
  });
  const code = refusalOrder.find((candidate) => faults.some((fault) => fault.code === candidate));
  if (code !== undefined) return { outcome: "refused", code, faults };
  const orderLines = planned.map((entry) => entry.line);
  const [first] = orderLines;
  if (first === undefined) throw new RangeError("An order has at least one line.");
  const minor = orderLines.reduce((sum, line) => sum + line.lineTotal.minor, 0n);
  return {
    outcome: "planned",
    lines: orderLines,
    subtotal: { minor, currency: first.unitPrice.currency },
  };
}
