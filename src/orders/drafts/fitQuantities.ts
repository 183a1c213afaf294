// Reduces the quantities of lines to what can be ordered. Pure.
import type { Offer } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Currency } from "../../money.ts";
import type { Agreement } from "../../pricing/agreement.ts";
import { findOrderTerms, reduceToStock } from "../../pricing/orderTerms.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import { sumByOffer } from "../order.ts";

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
