// A page of search results as an account sees it: each offer with its price and terms.
import type { AccountId } from "../accounts/account.ts";
import { type Browse, type Browsed, browseParts } from "../catalog/browse/browseParts.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../day.ts";
import type { LoadedOffer } from "./loadPart.ts";
import { findOrderTerms } from "./orderTerms.ts";
import { selectAgreementFor } from "./queries.ts";
import { listPriceBreaks } from "./unitPrice.ts";

/** `offers` are the first of the `count` offers of a part that were found. */
export type PricedPart = {
  readonly offers: readonly [LoadedOffer, ...LoadedOffer[]];
  readonly count: number;
};

export type PricedResults = Omit<Browsed, "parts"> & {
  readonly parts: readonly PricedPart[];
  /** The places of the first and the last part of the page; undefined if it has none. */
  readonly ends: readonly [first: Browsed["parts"][number], last: Browsed["parts"][number]] | null;
};

/** Calls `browseParts` and adds the account's prices at `now`, the same as those of an order. */
export async function browseForAccount(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  browse: Browse,
  now: Date,
): Promise<PricedResults> {
  const day = utcDay(now);
  const { found, listed } = replica.read((view) => {
    const found = browseParts(view, browse, now);
    const ids = found.parts.flatMap(({ offerIds }) => offerIds);
    return { found, listed: selectListedOffers(view, ids, day) };
  });
  const agreement = await selectAgreementFor(db, accountId, listed, day);
  const loadedOf = new Map(
    listed.map((offer): [number, LoadedOffer] => {
      const price = listPriceBreaks(offer, agreement);
      return [offer.offerId, { offer, price, terms: findOrderTerms(offer, agreement) }];
    }),
  );
  const parts = found.parts.flatMap(({ offerIds, count }): PricedPart[] => {
    const [first, ...others] = offerIds.flatMap((id) => loadedOf.get(id) ?? []);
    return first === undefined ? [] : [{ offers: [first, ...others], count }];
  });
  const [first, last] = [found.parts[0], found.parts.at(-1)];
  return { ...found, parts, ends: first && last ? [first, last] : null };
}
