// A page of search results as an account sees it: each offer with its price and terms.
import type { AccountId } from "../accounts/account.ts";
import { selectPricedOffers } from "../catalog/browse/browsedQueries.ts";
import {
  type AccountPrices,
  type Browse,
  type Browsed,
  findHits,
  listParts,
  offersPerPart,
} from "../catalog/browse/browseParts.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import { isInStock, type ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../day.ts";
import type { Queryable } from "../db/database.ts";
import { toStoredPrice } from "../price.ts";
import type { Agreement } from "./agreement.ts";
import type { LoadedOffer } from "./loadPart.ts";
import { findOrderTerms } from "./orderTerms.ts";
import { selectAgreementFor } from "./queries.ts";
import { findFirstPrice, listPriceBreaks } from "./unitPrice.ts";

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

function priceOffer(offer: ListedOffer, agreement: Agreement): LoadedOffer {
  const price = listPriceBreaks(offer, agreement);
  return { offer, price, terms: findOrderTerms(offer, agreement) };
}

/**
 * The parts of these numbers, with the account's prices at `now` and at most `offersPerPart` offers
 * each, those in stock first. Unknown numbers are missing.
 */
export async function loadParts(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  partNumbers: readonly string[],
  now: Date,
): Promise<PricedPart[]> {
  const day = utcDay(now);
  const lists = replica.read((view) =>
    partNumbers.map((number) => selectOffersOfPart(view, partNumberKey(number), day)),
  );
  const chosen = lists.map((offers) => ({
    count: offers.length,
    offers: offers
      .toSorted((one, other) => Number(isInStock(other)) - Number(isInStock(one)))
      .slice(0, offersPerPart),
  }));
  const listed = chosen.flatMap(({ offers }) => offers);
  const agreement = await selectAgreementFor(db, accountId, listed, day);
  return chosen.flatMap(({ offers, count }): PricedPart[] => {
    const [first, ...others] = offers.map((offer) => priceOffer(offer, agreement));
    return first === undefined ? [] : [{ offers: [first, ...others], count }];
  });
}

const noPrices: AccountPrices = new Map();

/** The prices as rows show them: at the smallest quantity. */
async function priceHits(
  db: Queryable,
  accountId: AccountId,
  offers: ReturnType<typeof selectPricedOffers>,
  day: string,
): Promise<AccountPrices> {
  const agreement = await selectAgreementFor(db, accountId, offers, day);
  return new Map(
    offers.flatMap((offer) => {
      const price = findFirstPrice(offer, agreement);
      return price === null ? [] : [[offer.offerId, Number(toStoredPrice(price))] as const];
    }),
  );
}

/**
 * A page of the parts of a text, with the account's prices at `now`, the same as those of an order.
 */
export async function browseForAccount(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  browse: Browse,
  now: Date,
): Promise<PricedResults> {
  const day = utcDay(now);
  const { hits, sorted } = replica.read((view) => {
    const hits = findHits(view, browse, now);
    const ids = browse.order.by === "price" ? hits.hits.map(({ offerId }) => offerId) : [];
    return { hits, sorted: selectPricedOffers(view, ids) };
  });
  const prices = sorted.length === 0 ? noPrices : await priceHits(db, accountId, sorted, day);
  const found = listParts(hits, browse, prices);
  const ids = found.parts.flatMap(({ offerIds }) => offerIds);
  const listed = replica.read((view) => selectListedOffers(view, ids, day));
  const agreement = await selectAgreementFor(db, accountId, listed, day);
  const loadedOf = new Map(
    listed.map((offer): [number, LoadedOffer] => [offer.offerId, priceOffer(offer, agreement)]),
  );
  const parts = found.parts.flatMap(({ offerIds, count }): PricedPart[] => {
    const [first, ...others] = offerIds.flatMap((id) => loadedOf.get(id) ?? []);
    return first === undefined ? [] : [{ offers: [first, ...others], count }];
  });
  const [first, last] = [found.parts[0], found.parts.at(-1)];
  return { ...found, parts, ends: first && last ? [first, last] : null };
}
