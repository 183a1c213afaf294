// A part as an account sees it: its offers with the account's price, breaks and terms, and its
// replacements and alternates.
import type { AccountId } from "../accounts/account.ts";
import { loadCatalogPart } from "../catalog/loadCatalogPart.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import type { Suggestion } from "../catalog/search/suggestions.ts";
import { utcDay } from "../kit/day.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectAgreementFor } from "./queries.ts";
import { type AccountPrice, listPriceBreaks } from "./unitPrice.ts";

export type LoadedOffer = {
  readonly offer: ListedOffer;
  readonly price: AccountPrice;
  readonly terms: OrderTerms;
};

/** A part: its offers by condition and vendor, and its replacements and alternates. */
export type LoadedPart = {
  readonly offers: readonly LoadedOffer[];
  readonly instead: readonly Suggestion[];
};

/** Loads a part by its number; undefined if the catalog has no such part. */
export async function loadPart(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  partNumber: string,
  now: Date,
): Promise<LoadedPart | undefined> {
  const part = replica.read((view) => loadCatalogPart(view, partNumber, now));
  if (part === undefined) return undefined;
  const agreement = await selectAgreementFor(db, accountId, part.offers, utcDay(now));
  const offers = part.offers.map((offer) => ({
    offer,
    price: listPriceBreaks(offer, agreement),
    terms: findOrderTerms(offer, agreement),
  }));
  return { offers, instead: part.instead };
}
