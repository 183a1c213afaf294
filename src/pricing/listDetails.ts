// What an order and a buyer need to know of a part beyond its price and stock.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { FoundOffer } from "../catalog/search/foundOffer.ts";
import { formatNsn, type ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import type { PartDetails } from "../contract/partDetails.ts";
import { utcDay } from "../day.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectAgreement } from "./queries.ts";

function toDetails(offer: ListedOffer, { minQuantity, multiple }: OrderTerms): PartDetails {
  return {
    min_quantity: minQuantity,
    multiple,
    lead_time_days: offer.leadTimeDays,
    manufacturer: offer.manufacturer,
    cage: offer.cage,
    nsn: formatNsn(offer.nsn),
    certificates: offer.certificate?.split("; ") ?? [],
    shelf_life_expires: offer.shelfLifeExpires,
    alternates: [...offer.alternates],
    superseded_by: offer.supersededBy,
  };
}

/** The details of offers, with the account's own minimum and multiple (decision 67). */
export async function listDetails(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  found: readonly FoundOffer[],
  now: Date,
): Promise<Map<OfferId, PartDetails>> {
  if (found.length === 0) return new Map();
  const day = utcDay(now);
  const offerIds = found.map(({ offerId }) => offerId);
  const offers = replica.read((view) => selectListedOffers(view, offerIds, day));
  const agreement = await selectAgreement(db, accountId, offerIds, day);
  return new Map(
    offers.map((offer) => [offer.offerId, toDetails(offer, findOrderTerms(offer, agreement))]),
  );
}
