// An offer of the catalog as pricing asks of it.
import type { Offer } from "../catalog/offer.ts";
import type { Money } from "../money.ts";

/** The offer with its list price as money of its currency. */
export function toPricedOffer(offer: Offer): Omit<Offer, "listPrice"> & { listPrice: Money } {
  return { ...offer, listPrice: { minor: offer.listPrice, currency: offer.currency } };
}
