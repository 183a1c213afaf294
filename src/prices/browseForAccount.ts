// A page of search results as an account sees it: each offer with its price and terms.
import type { AccountId } from "../accounts/account.ts";
import { selectBrowsedOffers, selectPricedOffers } from "../catalog/browse/browsedQueries.ts";
import {
  type AccountPrices,
  type Browse,
  type Browsed,
  findHits,
  isOrderedInParts,
  listParts,
  offersPerPart,
  orderOffers,
} from "../catalog/browse/browseParts.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../kit/day.ts";
import { toStoredPrice } from "../kit/price.ts";
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
 * each, in the order of `orderOffers`. Unknown numbers are missing.
 */
export async function loadParts(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  partNumbers: readonly string[],
  now: Date,
): Promise<PricedPart[]> {
  const day = utcDay(now);
  const { lists, browsed } = replica.read((view) => {
    const lists = partNumbers.map((one) => selectOffersOfPart(view, partNumberKey(one), day));
    const ids = lists.flat().map(({ offerId }) => offerId);
    return { lists, browsed: selectBrowsedOffers(view, ids, day) };
  });
  const listed = lists.flat();
  const agreement = await selectAgreementFor(db, accountId, listed, day);
  const places = orderOffers(browsed, listPrices(listed, agreement));
  const placeOf = new Map(places.map((offerId, place) => [offerId, place]));
  const compare = (one: ListedOffer, other: ListedOffer) =>
    (placeOf.get(one.offerId) ?? 0) - (placeOf.get(other.offerId) ?? 0);
  return lists.flatMap((offers): PricedPart[] => {
    const shown = offers.toSorted(compare).slice(0, offersPerPart);
    const [first, ...others] = shown.map((offer) => priceOffer(offer, agreement));
    return first === undefined ? [] : [{ offers: [first, ...others], count: offers.length }];
  });
}

const noPrices: AccountPrices = new Map();

/** The prices as rows show them: at the smallest quantity. */
function listPrices(
  offers: readonly (Parameters<typeof findFirstPrice>[0] & { readonly offerId: OfferId })[],
  agreement: Agreement,
): AccountPrices {
  return new Map(
    offers.flatMap((offer) => {
      const price = findFirstPrice(offer, agreement);
      return price === null ? [] : [[offer.offerId, Number(toStoredPrice(price))] as const];
    }),
  );
}

async function priceHits(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  ids: readonly OfferId[],
  day: string,
): Promise<AccountPrices> {
  const offers = replica.read((view) => selectPricedOffers(view, ids));
  return listPrices(offers, await selectAgreementFor(db, accountId, offers, day));
}

type FoundPart = Browsed["parts"][number];

/** How the offers of the parts of a page are ordered, at the account's prices. */
async function orderInParts(
  access: CatalogAccess,
  accountId: AccountId,
  { parts }: Browsed,
  day: string,
): Promise<(part: FoundPart) => OfferId[]> {
  // An offer alone has its place.
  const rivals = parts.filter(({ hits }) => hits.length > 1).flatMap(({ hits }) => hits);
  const ids = rivals.map(({ offerId }) => offerId);
  const prices = ids.length === 0 ? noPrices : await priceHits(access, accountId, ids, day);
  return ({ hits }) => orderOffers(hits, prices);
}

/**
 * A page of the parts of a text, with the account's prices at `now`, the same as those of an order.
 */
export async function browseForAccount(
  access: CatalogAccess,
  accountId: AccountId,
  browse: Browse,
  now: Date,
): Promise<PricedResults> {
  const { db, replica } = access;
  const day = utcDay(now);
  const hits = replica.read((view) => findHits(view, browse, now));
  const idsOf = (some: readonly { readonly offerId: OfferId }[]) =>
    some.map(({ offerId }) => offerId);
  const sortedIds = browse.order.by === "price" ? idsOf(hits.hits) : [];
  const prices =
    sortedIds.length === 0 ? noPrices : await priceHits(access, accountId, sortedIds, day);
  const found = listParts(hits, browse, prices);
  const offerIdsOf = isOrderedInParts(browse.order)
    ? await orderInParts(access, accountId, found, day)
    : (part: FoundPart) => idsOf(part.hits);
  const shown = found.parts.map((part) => ({
    offerIds: offerIdsOf(part).slice(0, offersPerPart),
    count: part.hits.length,
  }));
  const ids = shown.flatMap(({ offerIds }) => offerIds);
  const listed = replica.read((view) => selectListedOffers(view, ids, day));
  const agreement = await selectAgreementFor(db, accountId, listed, day);
  const loadedOf = new Map(
    listed.map((offer): [number, LoadedOffer] => [offer.offerId, priceOffer(offer, agreement)]),
  );
  const parts = shown.flatMap(({ offerIds, count }): PricedPart[] => {
    const [first, ...others] = offerIds.flatMap((id) => loadedOf.get(id) ?? []);
    return first === undefined ? [] : [{ offers: [first, ...others], count }];
  });
  const [first, last] = [found.parts[0], found.parts.at(-1)];
  return { ...found, parts, ends: first && last ? [first, last] : null };
}
