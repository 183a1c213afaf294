// Which offers without a list price a lookup shows: those with a contract price for the account
// (decision 152).
import type { OfferId } from "../partId.ts";

/** The contract prices of an account. */
export type ContractPrices = {
  /** Whether there may be any. */
  readonly exist: boolean;
  /** Those of these offers that have one. */
  select(offerIds: readonly OfferId[]): ReadonlySet<OfferId>;
};

type Offer = { readonly offerId: OfferId };

/** The offers with a list price or a contract price; all of them if `prices` is null. */
export function keepPriced<Some extends Offer>(
  prices: ContractPrices | null,
  offers: readonly Some[],
  isPriced: (offer: Some) => boolean,
): readonly Some[] {
  if (prices === null || offers.every(isPriced)) return offers;
  const unpriced = offers.filter((offer) => !isPriced(offer)).map(({ offerId }) => offerId);
  const shown = prices.exist ? prices.select(unpriced) : new Set();
  return offers.filter((offer) => isPriced(offer) || shown.has(offer.offerId));
}
