// What an order and a buyer need to know of a part beyond its price and stock.
import type { OfferTerms } from "../catalog/search/foundQueries.ts";
import { formatNsn } from "../catalog/search/listedOffer.ts";
import type { PartDetails } from "../contract/partDetails.ts";
import type { Agreement } from "./agreement.ts";
import { findOrderTerms } from "./orderTerms.ts";

/** The details of an offer, with the account's own minimum and multiple (decision 67). */
export function listDetails(offer: OfferTerms, agreement: Agreement): PartDetails {
  const { minQuantity, multiple } = findOrderTerms(offer, agreement);
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
