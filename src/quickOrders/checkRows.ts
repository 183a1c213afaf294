// What can be ordered of the rows of one part number: the pure check behind each row's state.
// Invariant: all rows of one offer are checked as the one order line they become.
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import { groupDigits } from "../money.ts";
import { type CheckedLine, checkLines, type LineFaultCode } from "../orders/checkLines.ts";
import { multiplyPrice, type Price } from "../price.ts";
import { findOrderTerms, nearestAllowedQuantity, roundUpToStock } from "../pricing/orderTerms.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import type { RowState } from "./orderList.ts";
import {
  inUnitOf,
  joinWords,
  matchOffers,
  type NamedRow,
  type OfferMatch,
  type PartFacts,
} from "./supply/matchOffer.ts";

/** The result of checking a row; only ready rows have prices. */
export type RowCheck = {
  readonly rowNumber: number;
  readonly state: Exclude<RowState, "waiting" | "added" | "unreadable">;
  readonly offerId: OfferId | null;
  readonly unitPrice: Price | null;
  readonly lineTotal: bigint | null;
  /** One or more sentences. A ready row has one only if its offer was chosen for the buyer. */
  readonly reason: string | null;
  /** A quantity with which the row can be ordered, if there is one to offer. */
  readonly nearestQuantity: number | null;
  readonly suggestions: readonly string[];
};

const stateOfFault: Readonly<Record<LineFaultCode, RowCheck["state"]>> = {
  PART_NOT_FOUND: "not_found",
  PART_ID_EXPIRED: "not_found",
  PART_NOT_ORDERABLE: "not_orderable",
  PRICE_ON_REQUEST: "on_request",
  QUANTITY_NOT_ALLOWED: "bad_quantity",
  CURRENCY_MISMATCH: "not_orderable",
  INSUFFICIENT_STOCK: "short",
};

/** Rows that a reason names; more are counted. */
const maxNamedRows = 3;
const noPrice = { unitPrice: null, lineTotal: null, nearestQuantity: null };

/** The rows of one offer that have a quantity, and the line they become. */
type OfferRows = {
  readonly line: CheckedLine;
  readonly counted: readonly CountedRow[];
  /** What makes them orderable; null if nothing does. */
  readonly change: RowsChange | null;
  readonly hasBroken: boolean;
};

type RowsChange = { readonly by: number; readonly multiple: number };

type CountedRow = { readonly rowNumber: number; readonly quantity: number };

/** Adds which rows a reason is about, if they are several. */
function describeReason(messages: readonly string[], rows: readonly CountedRow[]): string {
  const reason = messages.join(" ");
  if (rows.length < 2) return reason;
  const numbers = rows.slice(0, maxNamedRows).map(({ rowNumber }) => String(rowNumber));
  const isCounted = rows.length > maxNamedRows;
  const subject = isCounted ? `${groupDigits(rows.length)} rows` : `Rows ${joinWords(numbers)}`;
  return `${subject} together: ${reason}`;
}

/** By how much the sum of rows has to change, down only if there is no more in stock. */
function findChange(line: CheckedLine, { agreement }: PartFacts): RowsChange | null {
  const { offer, quantity } = line;
  if (offer === undefined || line.line === null) return null;
  const terms = findOrderTerms(offer, agreement);
  const wanted = roundUpToStock(quantity, Math.min(offer.stock, limits.quantity), terms);
  if (findUnitPrice(offer, agreement, wanted).price === null) return null;
  return { by: wanted - quantity, multiple: terms.multiple };
}

/** Whether a row is no whole pack, and a change of it makes the sum one. */
function isBroken(own: number, { by, multiple }: RowsChange): boolean {
  return own % multiple !== 0 && own + by >= 1 && own + by <= limits.quantity;
}

/**
 * A quantity for one row with which all rows of the offer can be ordered; null if none. A row in
 * whole packs stays as it is if another one is not: 500 is not rounded up to 550 for its 50.
 */
function findNearest(own: number, { change, hasBroken }: OfferRows): number | null {
  if (change === null || (hasBroken && !isBroken(own, change))) return null;
  const share = own + change.by;
  return share >= 1 && share <= limits.quantity ? share : null;
}

function checkMissingQuantity(row: NamedRow, offer: Offer, { agreement }: PartFacts) {
  const smallest = nearestAllowedQuantity(1, findOrderTerms(offer, agreement));
  const isMissing = row.quantityFault === null;
  return {
    reason: row.quantityFault ?? `Quantity missing. The minimum is ${groupDigits(smallest)}.`,
    nearestQuantity: isMissing ? smallest : null,
  };
}

function checkMatchedRow(
  row: NamedRow,
  { offer, reason }: OfferMatch,
  rows: OfferRows,
  facts: PartFacts,
): RowCheck {
  const { rowNumber, quantity } = row;
  const { offerId } = offer;
  const { line, faults } = rows.line;
  const [fault] = faults;
  if (quantity === null && line !== null) {
    const missing = checkMissingQuantity(row, offer, facts);
    const state = "bad_quantity";
    return { ...noPrice, rowNumber, state, offerId, ...missing, suggestions: [] };
  }
  if (line !== null && fault === undefined) {
    const { unitPrice } = line;
    const lineTotal = multiplyPrice(unitPrice, quantity ?? 0).minor;
    const priced = { unitPrice, lineTotal, nearestQuantity: null, suggestions: [] };
    return { rowNumber, state: "ready", offerId, reason: reason ?? null, ...priced };
  }
  const state = stateOfFault[fault?.code ?? "PART_NOT_ORDERABLE"];
  const messages = (line === null ? faults.slice(0, 1) : faults).map(({ message }) => message);
  return {
    ...noPrice,
    rowNumber,
    state,
    offerId: line === null && state !== "on_request" ? null : offerId,
    reason: describeReason(messages, line === null ? [] : rows.counted),
    nearestQuantity: findNearest(quantity ?? 0, rows),
    suggestions: state === "bad_quantity" ? [] : listNumbers(facts),
  };
}

type MatchedRow = { readonly row: NamedRow; readonly offer: Offer };

function toOfferRows(group: readonly MatchedRow[], facts: PartFacts): OfferRows {
  const { agreement, replacement } = facts;
  const counted = group.flatMap(({ row: { rowNumber, quantity } }) =>
    quantity === null ? [] : { rowNumber, quantity },
  );
  const sum = counted.reduce((all, one) => all + one.quantity, 0);
  const offer = group[0]?.offer;
  // At 0 there is no contract price, so rows without a quantity are checked at the smallest one.
  const isCounted = counted.length > 0 || offer === undefined;
  const quantity = isCounted ? sum : nearestAllowedQuantity(1, findOrderTerms(offer, agreement));
  const toCheck = { offer, quantity, replacement };
  const [checked] = checkLines([toCheck], { agreement, currency: null });
  const line = checked as CheckedLine;
  const change = findChange(line, facts);
  const hasBroken = change !== null && counted.some((one) => isBroken(one.quantity, change));
  return { line, counted, change, hasBroken };
}

function listNumbers({ suggested }: PartFacts): string[] {
  return suggested.map(({ partNumber }) => partNumber);
}

/** Checks all rows of a list that name one part number, in their order. */
export function checkRows(rows: readonly NamedRow[], facts: PartFacts): RowCheck[] {
  const found = matchOffers(rows, facts);
  const matches = rows.map((row, at) => {
    const match = found[at] as (typeof found)[number];
    return { row: match.outcome === "offer" ? inUnitOf(row, match.offer, facts) : row, match };
  });
  const matched = matches.flatMap(({ row, match }) =>
    match.outcome === "offer" ? [{ row, offer: match.offer }] : [],
  );
  const byOffer = Map.groupBy(matched, ({ offer }) => offer.offerId);
  const rowsOf = new Map([...byOffer].map(([id, group]) => [id, toOfferRows(group, facts)]));
  return matches.map(({ row, match }) => {
    if (match.outcome === "offer") {
      const { offer } = match;
      return checkMatchedRow(row, match, rowsOf.get(offer.offerId) as OfferRows, facts);
    }
    const { outcome: state, reason } = match;
    const nearestQuantity = match.outcome === "short" ? match.nearest : null;
    const found = new Set([...(row.alternates ?? []), ...listNumbers(facts)]);
    const suggestions = state === "not_found" || state === "short" ? [...found] : [];
    const { rowNumber } = row;
    return { ...noPrice, rowNumber, state, offerId: null, reason, nearestQuantity, suggestions };
  });
}
