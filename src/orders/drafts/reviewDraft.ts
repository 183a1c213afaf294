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
import { reduceToStock } from "../../prices/orderTerms.ts";
import { selectAgreement } from "../../prices/queries.ts";
import {
  type DatedQuote,
  dateQuote,
  type QuoteOptionId,
  type SoldPart,
  toSoldPart,
} from "../../prices/quote.ts";
import { selectQuotes } from "../../prices/quoteQueries.ts";
import { findUnitPrice } from "../../prices/unitPrice.ts";
import {
  type CheckedLine,
  checkLines,
  findDetails,
  findLineTerms,
  findPriceKey,
  type LineFault,
  type PriceKey,
} from "../checkLines.ts";
import { findLateDay, type LateDay, pickInstructions } from "../lineInstructions.ts";
import {
  type LineSource,
  listOfferIds,
  type OrderId,
  type OrderLine,
  pickDetails,
  priceLifeDays,
  type StoredLine,
  type StoredOrder,
  sumLineTotals,
} from "../order.ts";
import { selectRecords } from "../recordQueries.ts";
import { listRequested, type RequestKind } from "../requested.ts";

// Compares the lines of a draft with those it would be confirmed with now. Pure. Invariant: equal
// fingerprints mean the same order at the same prices.

/** What drafts are checked against: existing offers, the agreement, and the quotes of the lines. */
export type DraftFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
  readonly quotes: ReadonlyMap<QuoteOptionId, DatedQuote>;
};

/** What a line is ordered from now; `offer` is undefined if it is no longer in the catalog. */
export type LineSubject = {
  readonly offer: SoldPart | undefined;
  readonly quote: DatedQuote | null;
};

export function findSubject(
  { offers, quotes }: Pick<DraftFacts, "offers" | "quotes">,
  { offerId, quote: ref }: LineSource,
): LineSubject {
  const quote = (ref && quotes.get(ref.optionId)) ?? null;
  if (offerId !== null) return { offer: offers.get(offerId), quote };
  return { offer: quote === null ? undefined : toSoldPart(quote.quote), quote };
}

// Reduces the quantities of lines to what can be ordered. Pure.
type RequestedLine = LineSource & { readonly quantity: number };

/** Only parts with a price in `currency` fit. */
export type FitFacts = DraftFacts & { readonly currency: Currency };

function findFit(
  sum: number,
  { offer, quote }: LineSubject,
  stock: number,
  { agreement, currency }: FitFacts,
): number {
  if (offer === undefined || offer.status !== "ACTIVE") return 0;
  const max = quote?.status === "in_force" ? Math.min(stock, quote.quote.left) : stock;
  const fit = reduceToStock(sum, max, findLineTerms(offer, quote, agreement));
  // A contract line may have a price, or another currency, only from a larger quantity on.
  const { price } = findUnitPrice(offer, agreement, fit, quote);
  return price?.currency === currency ? fit : 0;
}

/**
 * The quantity of each line that can be ordered, or 0. The sum over the lines priced alike is
 * allowed and in stock; a shortage reduces the last lines, an increase to the minimum goes to the
 * first.
 */
export function fitQuantities(lines: readonly RequestedLine[], facts: FitFacts): number[] {
  const subjects = lines.map((line) => findSubject(facts, line));
  const keys = lines.map(({ offerId }, place) =>
    findPriceKey(offerId, subjects[place]?.quote ?? null),
  );
  const sums = new Map<PriceKey, number>();
  for (const [place, { quantity }] of lines.entries()) {
    const key = keys[place] ?? null;
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  const stock = new Map<OfferId, number>();
  const left = new Map<PriceKey, number>();
  const extra = new Map<PriceKey, number>();
  for (const [key, sum] of sums) {
    const subject = subjects[keys.indexOf(key)] ?? { offer: undefined, quote: null };
    const { offerId = null, stock: counted = null } = subject.offer ?? {};
    const available =
      offerId === null
        ? (counted ?? Number.POSITIVE_INFINITY)
        : (stock.get(offerId) ?? counted ?? 0);
    const fit = findFit(sum, subject, available, facts);
    if (offerId !== null) stock.set(offerId, available - fit);
    left.set(key, Math.min(fit, sum));
    extra.set(key, Math.max(0, fit - sum));
  }
  return lines.map(({ quantity }, place) => {
    const key = keys[place] ?? null;
    const taken = Math.min(quantity, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - taken);
    const added = extra.get(key) ?? 0;
    extra.set(key, 0);
    return taken + added;
  });
}

/**
 * A line of a draft before, and `after` it would be confirmed; null if it has `faults`. `offer` is
 * the current offer, `today` its price for a new order; `quote` is the one it came from. `late`
 * never blocks a line.
 */
export type ReviewedLine = {
  readonly before: StoredLine;
  readonly after: OrderLine | null;
  readonly offer: SoldPart | undefined;
  readonly quote: DatedQuote | null;
  readonly today: Price | null;
  /** The quantity that can be ordered now; the line's own quantity unless it is blocked. */
  readonly fit: number;
  readonly faults: readonly LineFault[];
  /** Why its needed-by day is too early; null if it is not. */
  readonly late: LateDay | null;
  readonly reviewedAt: Date;
};

/**
 * Whether the stock of a line is enough for it. "to order": a part outside the catalog has none;
 * null: its offer is not sold.
 */
export type LineStock = "enough" | "short" | "to order" | null;

export function findLineStock({
  offer,
  faults,
}: Pick<ReviewedLine, "offer" | "faults">): LineStock {
  if (offer?.status !== "ACTIVE") return null;
  if (offer.stock === null) return "to order";
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
function isPriceKept(
  { unitPrice, pricedAt, quote: ref }: StoredLine,
  quote: DatedQuote | null,
  today: Price | null,
  now: Date,
): boolean {
  if (ref !== null) return quote?.status === "in_force";
  if (unitPrice.minor === 0n && today?.minor !== 0n) return false;
  return now.getTime() - pricedAt.getTime() <= priceLifeDays * 86_400_000;
}

/** The line with today's details of its offer; the same object if they are the same. */
function updateDetails(line: StoredLine, { offer, quote }: LineSubject): StoredLine {
  if (offer === undefined) return line;
  const details = findDetails(offer, quote);
  return isDeepStrictEqual(pickDetails(line), details) ? line : { ...line, ...details };
}

function reviewLine(
  before: StoredLine,
  checked: CheckedLine,
  { quote, fit }: { readonly quote: DatedQuote | null; readonly fit: number },
  now: Date,
): ReviewedLine {
  const { offer, line } = checked;
  const today = line?.unitPrice ?? null;
  const keepsPrice = isPriceKept(before, quote, today, now);
  const faults = checked.faults.filter(({ code }) => !keepsPrice || code !== "CURRENCY_MISMATCH");
  const isBlocked = line === null || faults.length > 0;
  const repriced = line && { ...line, ...pickInstructions(before) };
  const priced = keepsPrice ? updateDetails(before, { offer, quote }) : repriced;
  const isInStock = findLineStock({ offer, faults }) === "enough";
  const { neededBy } = before;
  const leadTimeDays = offer === undefined ? null : findDetails(offer, quote).leadTimeDays;
  return {
    before,
    after: isBlocked ? null : priced,
    offer,
    quote,
    today,
    fit: isBlocked ? fit : before.quantity,
    faults,
    late: findLateDay({ neededBy, isInStock, leadTimeDays }, now),
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
  const subjects = stored.map((line) => ({ ...findSubject(facts, line), quantity: line.quantity }));
  const checked = checkLines(subjects, { agreement: facts.agreement, currency });
  const hasFaults = checked.some(({ faults }) => faults.length > 0);
  const fits = hasFaults ? fitQuantities(stored, { ...facts, currency }) : [];
  return stored.map((before, index) => {
    const { quote = null } = subjects[index] ?? {};
    const fit = fits[index] ?? 0;
    return reviewLine(before, checked[index] as CheckedLine, { quote, fit }, now);
  });
}

/** Covers every line, price and detail, and by the version also the texts of the order. */
function fingerprintOf({ orderId, version }: StoredOrder, lines: readonly ReviewedLine[]): string {
  const seen = lines.map(({ before, after }) => [
    before.offerId,
    before.quantity,
    after === null ? null : [toStoredPrice(after.unitPrice), after.unitPrice.currency],
    after?.quote?.optionId ?? null,
    after === null ? null : pickDetails(after),
  ]);
  const text = JSON.stringify([orderId, version, seen]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}

/**
 * Reviews a draft at `now`. A line from a quote has its price while that is in force, then today's;
 * any other keeps its price for 7 days from when it was priced, whatever
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
  return reviewDraft(draft, await loadDraftFacts(db, draft, draft.lines, now), now);
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
  const lines = drafts.flatMap((draft) => draft.lines);
  const plain = lines.filter(({ quote }) => quote === null);
  const facts = await loadDraftFacts(db, { accountId, orderId: null }, plain, now);
  const reviews: DraftReview[] = [];
  for (const draft of drafts) {
    const isQuoted = draft.lines.some(({ quote }) => quote !== null);
    // What is left of a quote differs from draft to draft.
    reviews.push(isQuoted ? await loadDraftReview(db, draft, now) : reviewDraft(draft, facts, now));
  }
  return reviews;
}

/**
 * What lines of an order of the account are checked against at `now`; `orderId` is null for a new
 * one. In a transaction that changes lines, `lock` keeps the quotes from being used elsewhere.
 */
export async function loadDraftFacts(
  db: Queryable,
  order: { readonly accountId: AccountId; readonly orderId: OrderId | null },
  lines: readonly LineSource[],
  now: Date,
  lock = false,
): Promise<DraftFacts> {
  const { accountId } = order;
  const offerIds = listOfferIds(lines);
  const day = utcDay(now);
  const [offers, agreement] = await awaitAll([
    selectOffers(db, offerIds, day),
    selectAgreement(db, accountId, offerIds, day),
  ]);
  const quotes = await loadQuotes(db, order, lines, { day, lock });
  return { offers: new Map(offers.map((offer) => [offer.offerId, offer])), agreement, quotes };
}

/** The quotes of lines, as the order meets them. */
export async function loadQuotes(
  db: Queryable,
  order: { readonly accountId: AccountId; readonly orderId: OrderId | null },
  lines: readonly LineSource[],
  { day, lock }: { readonly day: string; readonly lock: boolean },
): Promise<ReadonlyMap<QuoteOptionId, DatedQuote>> {
  const optionIds = [...new Set(lines.flatMap(({ quote }) => quote?.optionId ?? []))];
  if (optionIds.length === 0) return new Map();
  const quotes = await selectQuotes(db, order, optionIds, lock);
  return new Map(quotes.map((quote) => [quote.optionId, dateQuote(quote, day)]));
}
