// What can be ordered of the rows of one part number: the pure check behind each row's state.
// Invariant: all rows of one offer are checked as the one order line they become (decision 26).
import { countManufacturers, type Manufacturer } from "../catalog/identity/manufacturer.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import { groupDigits } from "../money.ts";
import { type CheckedLine, checkLines, type LineFaultCode } from "../orders/checkLines.ts";
import { multiplyPrice, type Price } from "../price.ts";
import type { Agreement, PricedOffer } from "../pricing/agreement.ts";
import { findOrderTerms, nearestAllowedQuantity, roundUpToStock } from "../pricing/orderTerms.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import { addSuggestions, type SuggestedPart } from "./describeSuggestions.ts";
import type { RowReading, RowState } from "./orderList.ts";
import { describeUncertified, preferCertified } from "./written/certificateWish.ts";
import { findUnitFault } from "./written/quantityText.ts";
import { acceptsCondition, listAccepted } from "./written/splitConditions.ts";

export type NamedRow = RowReading & {
  readonly rowNumber: number;
  readonly chosenOfferId: OfferId | null;
  /** What the list names as alternates and can be ordered. */
  readonly alternates?: readonly string[];
};

/**
 * What the rows of one part number are checked against; offers and suggestions best first.
 * `replacement` is the part that supersedes this one and can be ordered.
 */
export type PartFacts = {
  readonly offers: readonly Offer[];
  readonly suggested: readonly SuggestedPart[];
  readonly replacement: string | null;
  readonly agreement: Agreement;
  readonly manufacturers: ReadonlyMap<OfferId, Manufacturer>;
};

/** The result of checking a row; only ready rows have prices. */
export type RowCheck = {
  readonly rowNumber: number;
  readonly state: Exclude<RowState, "waiting" | "added" | "unreadable">;
  readonly offerId: OfferId | null;
  readonly unitPrice: Price | null;
  readonly lineTotal: bigint | null;
  /** One or more sentences; null if the row is ready. */
  readonly reason: string | null;
  /** A quantity with which the row can be ordered, if there is one to offer. */
  readonly nearestQuantity: number | null;
  readonly suggestions: readonly string[];
};

/** The offer a row names, or why it names none. */
type Match =
  | { readonly outcome: "offer"; readonly offer: Offer }
  | { readonly outcome: "ambiguous" | "not_found" | "other_condition"; readonly reason: string };

const stateOfFault: Readonly<Record<LineFaultCode, RowCheck["state"]>> = {
  PART_NOT_FOUND: "not_found",
  PART_ID_EXPIRED: "not_found",
  PART_NOT_ORDERABLE: "not_orderable",
  PRICE_ON_REQUEST: "on_request",
  QUANTITY_NOT_ALLOWED: "bad_quantity",
  CURRENCY_MISMATCH: "not_orderable",
  INSUFFICIENT_STOCK: "short",
};

const maxNamedRows = 4;
const noPrice = { unitPrice: null, lineTotal: null, nearestQuantity: null };

function joinWords(words: readonly string[], last = "and"): string {
  const ending = `${last} ${words.at(-1)}`;
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${ending}`;
}

/** An offer to choose does not hide that the quantity is unclear. */
function addQuantityFault(reason: string, row: NamedRow, offers: readonly Offer[]): string {
  const faults = offers.map((offer) => inUnitOf(row, offer).quantityFault);
  const [fault] = faults;
  return fault === null || faults.includes(null) ? reason : `${reason} ${fault}`;
}

/** The row as its offer is sold: a quantity in another unit is none. */
function inUnitOf<R extends NamedRow>(row: R, { unitOfMeasure }: Offer): R {
  const quantityFault =
    row.quantity === null ? row.quantityFault : findUnitFault(row.quantityText, unitOfMeasure);
  return quantityFault === null ? row : { ...row, quantity: null, quantityFault };
}

/** Whether an offer has the quantity of a row in stock, at a price. */
export function canSupply(
  offer: PricedOffer & { readonly stock: number },
  agreement: Agreement,
  { quantity }: Pick<RowReading, "quantity">,
): boolean {
  const wanted = quantity ?? 1;
  return offer.stock >= wanted && findUnitPrice(offer, agreement, wanted).price !== null;
}

/** Why a person has to choose one of the offers that fit a row; null if the only one is meant. */
function findQuestion(
  row: NamedRow,
  fitting: readonly Offer[],
  { makers, isGone }: { readonly makers: number; readonly isGone: boolean },
): string | null {
  const why = [
    isGone ? "The offer chosen before is no longer available." : [],
    describeUncertified(fitting, row) ?? [],
    makers > 1 ? `${makers} manufacturers make part ${row.partNumber}.` : [],
  ].flat();
  if (why.length > 0) return `${why.join(" ")} Choose ${makers > 1 ? "one" : "an offer"}.`;
  return fitting.length > 1 ? `${fitting.length} offers match. Choose one.` : null;
}

function findOffer(row: NamedRow, facts: PartFacts): Match {
  const { offers, suggested, manufacturers, agreement } = facts;
  const [first] = offers;
  if (first === undefined) {
    const { alternates = [] } = row;
    const named =
      alternates.length === 0 ? "" : ` Alternate in your list: ${alternates.join(", ")}.`;
    const reason = addSuggestions(`Part ${row.partNumber} not found.${named}`, suggested);
    return { outcome: "not_found", reason };
  }
  const fits = ({ condition }: Offer) => acceptsCondition(row.condition, condition);
  const orderable = offers.filter(({ status }) => status === "ACTIVE");
  const chosen = orderable.find((offer) => offer.offerId === row.chosenOfferId && fits(offer));
  if (chosen !== undefined) return { outcome: "offer", offer: chosen };
  const fitting = preferCertified(orderable.filter(fits), row.certificate, (offer) =>
    canSupply(offer, agreement, row),
  );
  const [offer] = fitting;
  const current = offers.filter(({ status }) => status !== "DISCONTINUED");
  const makers = countManufacturers(
    current.flatMap(({ offerId }) => manufacturers.get(offerId) ?? []),
  );
  const isGone = offers.some(({ offerId }) => offerId === row.chosenOfferId);
  const question = findQuestion(row, fitting, { makers, isGone });
  if (offer !== undefined && question === null) return { outcome: "offer", offer };
  if (offer !== undefined && question !== null) {
    return { outcome: "ambiguous", reason: addQuantityFault(question, row, fitting) };
  }
  if (orderable.length === 0) return { outcome: "offer", offer: offers.find(fits) ?? first };
  const conditions = [...new Set(orderable.map(({ condition }) => condition))];
  const wanted = joinWords(listAccepted(row.condition), "or");
  const reason = `Not offered in ${wanted}, only in ${joinWords(conditions)}.`;
  return { outcome: "other_condition", reason };
}

/** The rows of one offer that have a quantity, and the line they become. */
type OfferRows = { readonly line: CheckedLine; readonly rowNumbers: readonly number[] };

/** Adds which rows a reason is about, if they are several. */
function describeReason(messages: readonly string[], rowNumbers: readonly number[]): string {
  const reason = messages.join(" ");
  if (rowNumbers.length < 2) return reason;
  const named = rowNumbers.slice(0, maxNamedRows).map(String);
  const more = rowNumbers.length - named.length;
  return `Rows ${joinWords(more === 0 ? named : [...named, `${more} more`])} together: ${reason}`;
}

/**
 * A quantity for one row with which all rows of the offer can be ordered, less than requested only
 * if there is no more in stock; null if none.
 */
function findNearest(own: number, { line }: OfferRows, { agreement }: PartFacts): number | null {
  const { offer, quantity } = line;
  if (offer === undefined || line.line === null) return null;
  const terms = findOrderTerms(offer, agreement);
  const wanted = roundUpToStock(quantity, Math.min(offer.stock, limits.quantity), terms);
  if (findUnitPrice(offer, agreement, wanted).price === null) return null;
  const share = wanted - (quantity - own);
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

function checkMatchedRow(row: NamedRow, offer: Offer, rows: OfferRows, facts: PartFacts): RowCheck {
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
    return { rowNumber, state: "ready", offerId, reason: null, ...priced };
  }
  const state = stateOfFault[fault?.code ?? "PART_NOT_ORDERABLE"];
  const messages = (line === null ? faults.slice(0, 1) : faults).map(({ message }) => message);
  return {
    ...noPrice,
    rowNumber,
    state,
    offerId: line === null && state !== "on_request" ? null : offerId,
    reason: describeReason(messages, line === null ? [] : rows.rowNumbers),
    nearestQuantity: findNearest(quantity ?? 0, rows, facts),
    suggestions: state === "bad_quantity" ? [] : listNumbers(facts),
  };
}

type MatchedRow = { readonly row: NamedRow; readonly offer: Offer };

function toOfferRows(
  group: readonly MatchedRow[],
  { agreement, replacement }: PartFacts,
): OfferRows {
  const counted = group.filter(({ row }) => row.quantity !== null);
  const sum = counted.reduce((all, { row }) => all + (row.quantity ?? 0), 0);
  const offer = group[0]?.offer;
  // At 0 there is no contract price, so rows without a quantity are checked at the smallest one.
  const isCounted = counted.length > 0 || offer === undefined;
  const quantity = isCounted ? sum : nearestAllowedQuantity(1, findOrderTerms(offer, agreement));
  const toCheck = { offer, quantity, replacement };
  const [line] = checkLines([toCheck], { agreement, currency: null });
  return { line: line as CheckedLine, rowNumbers: counted.map(({ row }) => row.rowNumber) };
}

function listNumbers({ suggested }: PartFacts): string[] {
  return suggested.map(({ partNumber }) => partNumber);
}

/** Checks all rows of a list that name one part number, in their order. */
export function checkRows(rows: readonly NamedRow[], facts: PartFacts): RowCheck[] {
  const matches = rows.map((row) => {
    const match = findOffer(row, facts);
    return { row: match.outcome === "offer" ? inUnitOf(row, match.offer) : row, match };
  });
  const matched = matches.flatMap(({ row, match }) =>
    match.outcome === "offer" ? [{ row, offer: match.offer }] : [],
  );
  const byOffer = Map.groupBy(matched, ({ offer }) => offer.offerId);
  const rowsOf = new Map([...byOffer].map(([id, group]) => [id, toOfferRows(group, facts)]));
  return matches.map(({ row, match }) => {
    if (match.outcome === "offer") {
      const { offer } = match;
      return checkMatchedRow(row, offer, rowsOf.get(offer.offerId) as OfferRows, facts);
    }
    const { outcome: state, reason } = match;
    const found = new Set([...(row.alternates ?? []), ...listNumbers(facts)]);
    const suggestions = state === "not_found" ? [...found] : [];
    return { ...noPrice, rowNumber: row.rowNumber, state, offerId: null, reason, suggestions };
  });
}
