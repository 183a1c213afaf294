// What can be ordered of the rows that name one part number: the pure judgement behind each row's
// state. Invariant: prices, terms and stock are judged by the rules of an order, on the sum of the
// rows that mean one offer (decision 26).
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Money } from "../money.ts";
import { type Agreement, toPricedOffer } from "../pricing/agreement.ts";
import {
  findOrderTerms,
  isQuantityAllowed,
  nearestAllowedQuantity,
  type OrderTerms,
} from "../pricing/orderTerms.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import type { RowReading, RowState } from "./orderList.ts";
import { maxQuantity } from "./readListRow.ts";

/** A row that names a part number, in one reading, and the offer a person chose for it. */
export type NamedRow = RowReading & {
  readonly rowNumber: number;
  readonly chosenOfferId: OfferId | null;
};

/** What the rows of one part number are judged by; offers and suggestions come best first. */
export type PartFacts = {
  readonly offers: readonly Offer[];
  readonly suggestions: readonly string[];
  readonly agreement: Agreement;
};

/** What the check found of a row; prices stand in ready rows alone. */
export type RowJudgement = {
  readonly rowNumber: number;
  readonly state: Exclude<RowState, "waiting" | "added" | "unreadable">;
  readonly offerId: OfferId | null;
  readonly unitPrice: Money | null;
  readonly lineTotal: bigint | null;
  /** A sentence; null where the row is ready. */
  readonly reason: string | null;
  /** A quantity with which the row could be ordered, where there is one to offer. */
  readonly nearestQuantity: number | null;
  readonly suggestions: readonly string[];
};

/** The offer a row means, or why it means none. */
type Meant =
  | { readonly outcome: "offer"; readonly offer: Offer }
  | { readonly outcome: "ambiguous" | "not_found" | "not_orderable"; readonly reason: string };

const maxNamedRows = 4;

function listWords(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function describeStatus({ partNumber, status, supersededBy }: Offer): string {
  const instead = supersededBy === null ? "" : ` ${supersededBy} supersedes it.`;
  const state = status.toLowerCase().replace("_", " ");
  return `${partNumber} is ${state} and cannot be ordered.${instead}`;
}

function findOffer(row: NamedRow, { offers, suggestions }: PartFacts): Meant {
  const [first] = offers;
  if (first === undefined) {
    const similar = suggestions.length === 0 ? "" : ` Similar: ${suggestions.join(", ")}.`;
    const reason = `The catalog has no part ${row.partNumber}.${similar}`;
    return { outcome: "not_found", reason };
  }
  const chosen = offers.find(({ offerId }) => offerId === row.chosenOfferId);
  const fitting =
    chosen === undefined
      ? offers.filter(({ condition }) => row.condition === null || condition === row.condition)
      : [chosen];
  const orderable = fitting.filter(({ status }) => status === "ACTIVE");
  const [offer, ...others] = orderable;
  if (offer !== undefined && others.length === 0) return { outcome: "offer", offer };
  if (offer !== undefined) {
    const reason = `There are ${orderable.length} offers of it; choose one.`;
    return { outcome: "ambiguous", reason };
  }
  const elsewhere = offers.filter(({ status }) => status === "ACTIVE");
  if (elsewhere.length === 0 || chosen !== undefined) {
    return { outcome: "not_orderable", reason: describeStatus(fitting[0] ?? first) };
  }
  const conditions = [...new Set(elsewhere.map(({ condition }) => condition))];
  const reason = `It is not offered in ${row.condition}, only in ${listWords(conditions, "and")}.`;
  return { outcome: "ambiguous", reason };
}

/** The rows of one offer that have a quantity, and that quantity in all. */
type OfferSum = { quantity: number; readonly rowNumbers: number[] };

function describeSum({ quantity, rowNumbers }: OfferSum): string {
  if (rowNumbers.length < 2) return `${quantity} are asked for`;
  const named = rowNumbers.slice(0, maxNamedRows).map(String);
  const more = rowNumbers.length - named.length;
  const words = more === 0 ? named : [...named, `${more} more`];
  return `${quantity} are asked for in rows ${listWords(words, "and")}`;
}

/** A quantity for one row with which all rows come to `wanted`; null where there is none. */
function shareOf(wanted: number, own: number, inAll: number): number | null {
  const share = wanted - (inAll - own);
  return share >= 1 && share <= maxQuantity ? share : null;
}

function largestInStock(stock: number, { minQuantity, multiple }: OrderTerms): number {
  const largest = stock - (stock % multiple);
  return largest >= minQuantity ? largest : 0;
}

type Fault = Pick<RowJudgement, "state" | "reason" | "nearestQuantity">;

function findFault(
  row: NamedRow,
  offer: Offer,
  sum: OfferSum,
  agreement: Agreement,
): Fault | undefined {
  const terms = findOrderTerms(toPricedOffer(offer), agreement);
  const { quantity, quantityFault } = row;
  if (quantity === null) {
    const nearestQuantity = quantityFault === null ? nearestAllowedQuantity(1, terms) : null;
    const missing = `There is no quantity; the smallest is ${nearestQuantity}.`;
    return { state: "bad_quantity", reason: quantityFault ?? missing, nearestQuantity };
  }
  if (!isQuantityAllowed(sum.quantity, terms)) {
    const nearest = nearestAllowedQuantity(sum.quantity, terms);
    const reason =
      `${describeSum(sum)}; it is sold from ${terms.minQuantity} on in multiples of ` +
      `${terms.multiple}, and the nearest is ${nearest}.`;
    const nearestQuantity = shareOf(nearest, quantity, sum.quantity);
    return { state: "bad_quantity", reason, nearestQuantity };
  }
  if (sum.quantity > maxQuantity) {
    const reason = `${describeSum(sum)}; an order has at most ${maxQuantity} of an offer.`;
    return { state: "bad_quantity", reason, nearestQuantity: null };
  }
  if (sum.quantity <= offer.stock) return undefined;
  const { stock } = offer;
  const reason = `${describeSum(sum)}, ${stock} ${stock === 1 ? "is" : "are"} in stock.`;
  const largest = largestInStock(offer.stock, terms);
  return { state: "short", reason, nearestQuantity: shareOf(largest, quantity, sum.quantity) };
}

function judgeRow(row: NamedRow, meant: Meant, sum: OfferSum, facts: PartFacts): RowJudgement {
  const { rowNumber } = row;
  const none = { unitPrice: null, lineTotal: null, nearestQuantity: null, suggestions: [] };
  if (meant.outcome !== "offer") {
    const { outcome: state, reason } = meant;
    const suggestions = state === "ambiguous" ? [] : facts.suggestions;
    return { ...none, rowNumber, state, offerId: null, reason, suggestions };
  }
  const { offer } = meant;
  const { offerId } = offer;
  const fault = findFault(row, offer, sum, facts.agreement);
  if (fault !== undefined) {
    // What there is too little of may have something that can be used instead.
    const suggestions = fault.state === "short" ? facts.suggestions : [];
    return { ...none, rowNumber, offerId, ...fault, suggestions };
  }
  const { price } = findUnitPrice(toPricedOffer(offer), facts.agreement, sum.quantity);
  const lineTotal = price.minor * BigInt(row.quantity ?? 0);
  return { ...none, rowNumber, state: "ready", offerId, unitPrice: price, lineTotal, reason: null };
}

/** Judges all rows of a list that name one part number, in their order. */
export function checkRows(rows: readonly NamedRow[], facts: PartFacts): RowJudgement[] {
  const meant = rows.map((row) => findOffer(row, facts));
  const sums = new Map<OfferId, OfferSum>();
  const sumOf = (one: Meant): OfferSum => {
    if (one.outcome !== "offer") return { quantity: 0, rowNumbers: [] };
    const sum = sums.get(one.offer.offerId) ?? { quantity: 0, rowNumbers: [] };
    sums.set(one.offer.offerId, sum);
    return sum;
  };
  rows.forEach(({ quantity, rowNumber }, index) => {
    const one = meant[index];
    if (one === undefined || quantity === null) return;
    const sum = sumOf(one);
    sum.quantity += quantity;
    sum.rowNumbers.push(rowNumber);
  });
  return rows.flatMap((row, index) => {
    const one = meant[index];
    return one === undefined ? [] : [judgeRow(row, one, sumOf(one), facts)];
  });
}
