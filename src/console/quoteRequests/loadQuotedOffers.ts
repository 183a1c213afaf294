// What the catalog has now for the lines of a quote request, at the account's own prices.
import type { AccountId } from "../../accounts/account.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import { readIfAvailable } from "../../catalog/replica/replica.ts";
import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import type { Price } from "../../price.ts";
import { selectAgreementFor } from "../../pricing/queries.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import type { QuoteLine } from "../../quoteRequests/quoteRequest.ts";

/**
 * Of a line: its offer with the unit price at its quantity (null: on request), if it named one that
 * still exists; and how many offers its number has.
 */
export type QuotedOffer = {
  readonly offer: ListedOffer | null;
  readonly unitPrice: Price | null;
  readonly offers: number;
};

/** In the order of the lines; undefined while the catalog can't be read. */
export async function loadQuotedOffers(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  lines: readonly QuoteLine[],
  now: Date,
): Promise<readonly QuotedOffer[] | undefined> {
  const day = utcDay(now);
  const found = readIfAvailable(replica, (view) => {
    const ids = lines.flatMap(({ offerId }) => offerId ?? []);
    const offers = selectListedOffers(view, [...new Set(ids)], day);
    const keys = new Set(lines.map(({ partNumber }) => partNumberKey(partNumber)));
    const counts = [...keys].map((key): [string, number] => [
      key,
      key === "" ? 0 : selectOffersOfPart(view, key, day).length,
    ]);
    return { offers, counts: new Map(counts) };
  });
  if (found === undefined) return undefined;
  const { offers, counts } = found;
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const agreement = await selectAgreementFor(db, accountId, offers, day);
  return lines.map(({ offerId, partNumber, quantity }) => {
    const offer = offerId === null ? null : (offerOf.get(offerId) ?? null);
    const unitPrice = offer && findUnitPrice(offer, agreement, quantity ?? 1).price;
    return { offer, unitPrice, offers: counts.get(partNumberKey(partNumber)) ?? 0 };
  });
}
