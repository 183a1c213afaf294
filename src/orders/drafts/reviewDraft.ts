import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AccountId } from "../../accounts/account.ts";
import type { Offer } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { selectOffers } from "../../catalog/queries.ts";
import { awaitAll, type Queryable } from "../../db/database.ts";
import { utcDay } from "../../kit/day.ts";
import type { Currency, Money } from "../../kit/money.ts";
import { isSamePrice, type Price, toStoredPrice } from "../../kit/price.ts";
import type { Agreement } from "../../prices/agreement.ts";
import { findOrderTerms, reduceToStock } from "../../prices/orderTerms.ts";
import { selectAgreement } from "../../prices/queries.ts";
import { findUnitPrice } from "../../prices/unitPrice.ts";
import { type CheckedLine, checkLines, type LineFault } from "../checkLines.ts";
import { findLateDay, type LateDay, pickInstructions } from "../lineInstructions.ts";
import {
  type OrderLine,
  pickDetails,
  priceLifeDays,
  type StoredLine,
  type StoredOrder,
  sumByOffer,
  sumLineTotals,
} from "../order.ts";
import { selectRecords } from "../recordQueries.ts";
import { listRequested, type RequestKind } from "../requested.ts";

// Compares the lines of a draft with those it would be confirmed with now. Pure. Invariant: equal
// fingerprints mean the same order at the same prices.

// Reduces the quantities of lines to what can be ordered. Pure.
type RequestedLine = { readonly offerId: OfferId; readonly quantity: number };

/** Only offers with a price in `currency` fit. */
export type FitFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
  readonly currency: Currency;
};

function findFit(sum: number, offer: Offer | undefined, facts: FitFacts): number {
  if (offer === undefined || offer.status !== "ACTIVE") return 0;
  const fit = reduceToStock(sum, offer.stock, findOrderTerms(offer, facts.agreement));
  // A contract line may have a price, or another currency, only from a larger quantity on.
  const { price } = findUnitPrice(offer, facts.agreement, fit);
  return price?.currency === facts.currency ? fit : 0;
}

/**
 * The quantity of each line that can be ordered, or 0. The sum over the lines of an offer is
 * allowed and in stock; a shortage reduces the last lines, an increase to the minimum goes to the
 * first.
 */
export function fitQuantities(lines: readonly RequestedLine[], facts: FitFacts): number[] {
  const left = new Map<OfferId, number>();
  const extra = new Map<OfferId, number>();
  for (const [offerId, sum] of sumByOffer(lines)) {
    const fit = findFit(sum, facts.offers.get(offerId), facts);
    left.set(offerId, Math.min(fit, sum));
    extra.set(offerId, Math.max(0, fit - sum));
  }
  return lines.map(({ offerId, quantity }) => {
    const taken = Math.min(quantity, left.get(offerId) ?? 0);
    left.set(offerId, (left.get(offerId) ?? 0) - taken);
    const added = extra.get(offerId) ?? 0;
    extra.set(offerId, 0);
    return taken + added;
  });
}

/** The existing offers of a draft, and the account's agreement. */
export type DraftFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
};

/**
 * A line of a draft before, and `after` it would be confirmed; null if it has `faults`. `offer` is
 * the current offer, `today` its price for a new order. `late` never blocks a line.
 */
export type ReviewedLine = {
  readonly before: StoredLine;
  readonly after: OrderLine | null;
  readonly offer: Offer | undefined;
  readonly today: Price | null;
  /** The quantity that can be ordered now; the line's own quantity unless it is blocked. */
  readonly fit: number;
  readonly faults: readonly LineFault[];
  /** Why its needed-by day is too early; null if it is not. */
  readonly late: LateDay | null;
  readonly reviewedAt: Date;
};

/** Whether the stock of a line is enough for it; null if its offer is not sold. */
export type LineStock = "enough" | "short" | null;

export function findLineStock({
  offer,
  faults,
}: Pick<ReviewedLine, "offer" | "faults">): LineStock {
  if (offer?.status !== "ACTIVE") return null;
  return faults.some(({ code }) => code === "INSUFFICIENT_STOCK") ? "short" : "enough";
}

/**
 * A draft as it would be confirmed, for `subtotal`, if no line is `blocked`. `repriced` counts the
 * lines whose price changes.
 */
export type DraftReview = {
  readonly draft: StoredOrder;
  readonly lines: readonly ReviewedLine[];
  readonly subtotal: Money;
  readonly blocked: number;
  readonly repriced: number;
  /** Counts lines that keep a price other than today's. */
  readonly movedPrices: number;
  readonly fingerprint: string;
};

/** Whether a line keeps its price of before. A price of 0 is kept only while it applies. */
function isPriceKept({ unitPrice, pricedAt }: StoredLine, today: Price | null, now: Date): boolean {
  if (unitPrice.minor === 0n && today?.minor !== 0n) return false;
  return now.getTime() - pricedAt.getTime() <= priceLifeDays * 86_400_000;
}

/** The line with today's details of its offer; the same object if they are the same. */
function updateDetails(line: StoredLine, offer: Offer | undefined): StoredLine {
  if (offer === undefined) return line;
  const isSame = isDeepStrictEqual(pickDetails(line), pickDetails(offer));
  return isSame ? line : { ...line, ...pickDetails(offer) };
}

function reviewLine(
  before: StoredLine,
  checked: CheckedLine,
  fit: number,
  now: Date,
): ReviewedLine {
  const { offer, line } = checked;
  const today = line?.unitPrice ?? null;
  const keepsPrice = isPriceKept(before, today, now);
  const faults = checked.faults.filter(({ code }) => !keepsPrice || code !== "CURRENCY_MISMATCH");
  const isBlocked = line === null || faults.length > 0;
  const repriced = line && { ...line, ...pickInstructions(before) };
  const priced = keepsPrice ? updateDetails(before, offer) : repriced;
  const isInStock = findLineStock({ offer, faults }) !== "short";
  const { neededBy } = before;
  const late = findLateDay({ neededBy, isInStock, leadTimeDays: offer?.leadTimeDays ?? null }, now);
  return {
    before,
    after: isBlocked ? null : priced,
    offer,
    today,
    fit: isBlocked ? fit : before.quantity,
    faults,
    late,
    reviewedAt: now,
  };
}

/** Reviews the lines of a draft in `currency`; see `reviewDraft`. */
export function reviewLines(
  stored: readonly StoredLine[],
  currency: Currency,
  facts: DraftFacts,
  now: Date,
): ReviewedLine[] {
  const toCheck = stored.map(({ offerId, quantity }) => ({
    offer: facts.offers.get(offerId),
    quantity,
  }));
  const checked = checkLines(toCheck, { agreement: facts.agreement, currency });
  const hasFaults = checked.some(({ faults }) => faults.length > 0);
  const fits = hasFaults ? fitQuantities(stored, { ...facts, currency }) : [];
  return stored.map((before, index) =>
    reviewLine(before, checked[index] as CheckedLine, fits[index] ?? 0, now),
  );
}

/** Covers every line, price and detail, and by the version also the texts of the order. */
function fingerprintOf({ orderId, version }: StoredOrder, lines: readonly ReviewedLine[]): string {
  const seen = lines.map(({ before, after }) => [
    before.offerId,
    before.quantity,
    after === null ? null : [toStoredPrice(after.unitPrice), after.unitPrice.currency],
    after === null ? null : pickDetails(after),
  ]);
  const text = JSON.stringify([orderId, version, seen]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}

/**
 * Reviews a draft at `now`. A line keeps its price for 7 days from when it was priced, whatever
 * changes in the catalog or the agreement; then it gets today's. So does a line at 0.00 as soon as
 * it has another price, and a line without a price is blocked (decision 152). Status, stock and
 * allowed quantities are always today's, and so are its certificate, manufacturer and lead time.
 */
export function reviewDraft(draft: StoredOrder, facts: DraftFacts, now: Date): DraftReview {
  const lines = reviewLines(draft.lines, draft.subtotal.currency, facts, now);
  const hasMoved = (price: Price | null | undefined, { before }: ReviewedLine) =>
    price != null && !isSamePrice(price, before.unitPrice);
  return {
    draft,
    lines,
    subtotal: sumLineTotals(lines.map(({ before, after }) => after ?? before)),
    blocked: lines.filter(({ after }) => after === null).length,
    repriced: lines.filter((line) => hasMoved(line.after?.unitPrice, line)).length,
    movedPrices: lines.filter(
      (line) => line.after && !hasMoved(line.after.unitPrice, line) && hasMoved(line.today, line),
    ).length,
    fingerprint: fingerprintOf(draft, lines),
  };
}

// How the lines of a draft differ from what was requested, as their offers are today. Pure.

/** In the order in which a page names them. */
const differenceKinds = ["number", "condition", "certificate", "quantity", "day"] as const;
export type DifferenceKind = RequestKind;

/** The numbers of the lines that differ, from 1, by how; kinds without lines are missing. */
export function listDifferences({
  lines,
}: Pick<DraftReview, "lines">): ReadonlyMap<DifferenceKind, readonly number[]> {
  const differs = lines.map(({ before, offer, late }: ReviewedLine) => {
    const today = { ...before, certificate: (offer ?? before).certificate };
    const facts = listRequested(today).filter(({ isOther }) => isOther);
    const kinds = new Set(facts.map(({ kind }) => kind));
    // A day that was not read is in a notice of its own.
    kinds.delete("day");
    return late === null ? kinds : kinds.add("day");
  });
  const found = differenceKinds.map((kind) => {
    const numbers = differs.flatMap((kinds, place) => (kinds.has(kind) ? [place + 1] : []));
    return [kind, numbers] as const;
  });
  return new Map(found.filter(([, numbers]) => numbers.length > 0));
}

/** Reviews a draft at `now`, without locking anything. */
export async function loadDraftReview(
  db: Queryable,
  draft: StoredOrder,
  now: Date,
): Promise<DraftReview> {
  const offerIds = draft.lines.map(({ offerId }) => offerId);
  return reviewDraft(draft, await loadDraftFacts(db, draft.accountId, offerIds, now), now);
}

/** `stock` is that of each line now; null unless the order is a draft. */
export type DetailedOrder = {
  readonly order: StoredOrder;
  readonly stock: readonly LineStock[] | null;
};

/** A draft with the details of its offers now; any other order as it was agreed. */
export async function loadDetails(
  db: Queryable,
  order: StoredOrder,
  now: Date,
): Promise<DetailedOrder> {
  if (order.status !== "draft") return { order, stock: null };
  const { lines } = await loadDraftReview(db, order, now);
  const detailed = lines.map(({ before, after }) => {
    return { ...before, ...pickDetails(after ?? before) };
  });
  return { order: { ...order, lines: detailed }, stock: lines.map(findLineStock) };
}

/** Reviews the newest drafts of an account at `now`, without locking anything. */
export async function loadDraftReviews(
  db: Queryable,
  accountId: AccountId,
  limit: number,
  now: Date,
): Promise<DraftReview[]> {
  const drafts = await selectRecords(db, { accountId, status: "draft", limit });
  const offerIds = drafts.flatMap(({ lines }) => lines.map(({ offerId }) => offerId));
  const facts = await loadDraftFacts(db, accountId, offerIds, now);
  return drafts.map((draft) => reviewDraft(draft, facts, now));
}

/** The existing offers of these ids and the account's agreement on them, at `now`. */
export async function loadDraftFacts(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<DraftFacts> {
  const distinct = [...new Set(offerIds)];
  const day = utcDay(now);
  const [offers, agreement] = await awaitAll([
    selectOffers(db, distinct, day),
    selectAgreement(db, accountId, distinct, day),
  ]);
  return { offers: new Map(offers.map((offer) => [offer.offerId, offer])), agreement };
}
