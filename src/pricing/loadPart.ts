// A part as an account sees it: its offers with the account's price, breaks and terms, and its
// replacements and alternates.
import type { AccountId } from "../accounts/account.ts";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { lookUpParts, type Suggestion } from "../catalog/search/lookUpParts.ts";
import { utcDay } from "../day.ts";
import type { Money } from "../money.ts";
import { explainOffers } from "./explainOffers.ts";
import type { OrderTerms } from "./orderTerms.ts";
import type { PriceBreak } from "./unitPrice.ts";

export type LoadedOffer = {
  readonly offer: ListedOffer;
  readonly unitPrice: Money;
  readonly breaks: readonly PriceBreak[];
  readonly terms: OrderTerms;
};

/** A part: its offers by condition and vendor, and its replacements and alternates. */
export type LoadedPart = {
  readonly offers: readonly LoadedOffer[];
  readonly instead: readonly Suggestion[];
};

/** Loads a part by its number; undefined if the catalog has no such part. */
export async function loadPart(
  catalog: CatalogReader,
  accountId: AccountId,
  partNumber: string,
  now: Date,
): Promise<LoadedPart | undefined> {
  const { db } = catalog;
  const day = utcDay(now);
  const question = { partNumber, condition: null, vendor: null, quantity: 1, day };
  const query = { partNumbers: [partNumber], partNames: [], inStock: false };
  const [explained, { suggestions }] = await Promise.all([
    explainOffers(db, accountId, question),
    lookUpParts(catalog, { ...query, withSuggestions: true }, now),
  ]);
  const offerIds = explained.map(({ offer }) => offer.offerId);
  const listed = await selectListedOffers(db, offerIds, day);
  const offerOf = new Map(listed.map((offer) => [offer.offerId, offer]));
  const offers = explained.flatMap(({ offer: { offerId }, explanation, breaks, terms }) => {
    const offer = offerOf.get(offerId);
    return offer === undefined ? [] : [{ offer, unitPrice: explanation.price, breaks, terms }];
  });
  return offers.length === 0 ? undefined : { offers, instead: suggestions };
}
