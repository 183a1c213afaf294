// What confirming a draft would come to now: its lines as they would be confirmed beside what they
// were, pure. Invariant: what has the same fingerprint is the same order at the same prices.
import { createHash } from "node:crypto";
import type { Offer } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Currency, Money } from "../../money.ts";
import type { Agreement } from "../../pricing/agreement.ts";
import { type CheckedLine, checkLines, type LineFault } from "../checkLines.ts";
import {
  type OrderLine,
  priceLifeDays,
  type StoredLine,
  type StoredOrder,
  sumLineTotals,
} from "../order.ts";
import { fitQuantities } from "./fitQuantities.ts";

/** What a draft is judged by: its offers that are still there, and the account's agreement. */
export type DraftFacts = {
  readonly offers: ReadonlyMap<OfferId, Offer>;
  readonly agreement: Agreement;
};

/**
 * A line of a draft as it was made and as it would be confirmed. `faults` are why it cannot be; it
 * has no `after` then. `offer` is how the part stands now, `today` its price if newly ordered.
 */
export type ReviewedLine = {
  readonly before: StoredLine;
  readonly after: OrderLine | null;
  readonly offer: Offer | undefined;
  readonly today: Money | null;
  /** How many of it can be had now; what is asked for, but for a blocked line. */
  readonly fit: number;
  readonly faults: readonly LineFault[];
};

/**
 * A draft as it would be confirmed. It can be where no line is `blocked`; then `subtotal` is what
 * it would cost. `repriced` counts the lines whose price has changed.
 */
export type DraftReview = {
  readonly draft: StoredOrder;
  readonly lines: readonly ReviewedLine[];
  readonly subtotal: Money;
  readonly blocked: number;
  readonly repriced: number;
  /** Lines that keep a price which is not today's. */
  readonly movedPrices: number;
  readonly fingerprint: string;
};

function isSame(a: Money, b: Money): boolean {
  return a.minor === b.minor && a.currency === b.currency;
}

function reviewLine(before: StoredLine, judged: CheckedLine, fit: number, now: Date): ReviewedLine {
  const { offer, line } = judged;
  const isKept = now.getTime() - before.pricedAt.getTime() <= priceLifeDays * 86_400_000;
  const faults = judged.faults.filter(({ code }) => !isKept || code !== "CURRENCY_MISMATCH");
  const isBlocked = line === null || faults.length > 0;
  const priced = isKept ? before : line;
  return {
    before,
    after: isBlocked ? null : priced,
    offer,
    today: line?.unitPrice ?? null,
    fit: isBlocked ? fit : before.quantity,
    faults,
  };
}

/** The lines of a draft in `currency`, each judged as `reviewDraft` says. */
export function reviewLines(
  stored: readonly StoredLine[],
  currency: Currency,
  facts: DraftFacts,
  now: Date,
): ReviewedLine[] {
  const asked = stored.map(({ offerId, quantity }) => ({
    offer: facts.offers.get(offerId),
    quantity,
  }));
  const judged = checkLines(asked, { agreement: facts.agreement, currency });
  const hasFaults = judged.some(({ faults }) => faults.length > 0);
  const fits = hasFaults ? fitQuantities(stored, { ...facts, currency }) : [];
  return stored.map((before, index) =>
    reviewLine(before, judged[index] as CheckedLine, fits[index] ?? 0, now),
  );
}

/** Who confirms what has this text has seen every line, price and note that it names. */
function fingerprintOf({ orderId, version }: StoredOrder, lines: readonly ReviewedLine[]): string {
  const seen = lines.map(({ before, after }) => [
    before.offerId,
    before.quantity,
    after === null ? null : [after.unitPrice.minor.toString(), after.unitPrice.currency],
  ]);
  const text = JSON.stringify([orderId, version, seen]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}

/**
 * Judges a draft at `now`. A line keeps its price for 7 days from when it was priced, whatever
 * became of the catalog and the agreement since; after that it has today's. Status, stock and
 * allowed quantities are always today's.
 */
export function reviewDraft(draft: StoredOrder, facts: DraftFacts, now: Date): DraftReview {
  const lines = reviewLines(draft.lines, draft.subtotal.currency, facts, now);
  const hasMoved = (price: Money | null | undefined, { before }: ReviewedLine) =>
    price != null && !isSame(price, before.unitPrice);
  return {
    draft,
    lines,
    subtotal: sumLineTotals(lines.map(({ before, after }) => after ?? before)),
    blocked: lines.filter(({ after }) => after === null).length,
    repriced: lines.filter((line) => hasMoved(line.after?.unitPrice, line)).length,
    movedPrices: lines.filter((line) => line.after === line.before && hasMoved(line.today, line))
      .length,
    fingerprint: fingerprintOf(draft, lines),
  };
}
