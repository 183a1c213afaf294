import { comparePrices } from "../kit/price.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { nearestAllowedQuantity } from "../prices/orderTerms.ts";
import type { BrowseFilter } from "./browse/browseParts.ts";
import { countManufacturers } from "./manufacturer.ts";

/** Whether the offer is sold, at a price for the account; its stock may be too small. */
export function isSold({ offer, price }: LoadedOffer): boolean {
  return offer.status === "ACTIVE" && price.length > 0;
}

/** Whether the smallest quantity that is sold is in stock: a line of it can be ordered now. */
export function isOrdered(loaded: LoadedOffer): boolean {
  return isSold(loaded) && loaded.offer.stock >= nearestAllowedQuantity(1, loaded.terms);
}

function compareOffers(one: LoadedOffer, other: LoadedOffer): number {
  const [price, otherPrice] = [one.price[0]?.price, other.price[0]?.price];
  if (price === undefined || otherPrice?.currency !== price.currency) return 0;
  const days = ({ offer }: LoadedOffer) => offer.leadTimeDays ?? Number.MAX_SAFE_INTEGER;
  return comparePrices(price, otherPrice) || days(one) - days(other);
}

/** Whether two offers are of one thing, so that their prices can be compared. */
function isAlike({ offer }: LoadedOffer, { offer: other }: LoadedOffer): boolean {
  const hasSame = (field: "condition" | "unitOfMeasure") => offer[field] === other[field];
  if (!hasSame("condition") || !hasSame("unitOfMeasure")) return false;
  return countManufacturers([offer, other]) < 2;
}

/** As `findBestOffer`, of those that a filter shows, if any of them can be ordered. */
export function findShownOffer(
  offers: readonly LoadedOffer[],
  { conditions, vendors, certificates }: BrowseFilter,
): LoadedOffer | undefined {
  const isIn = (values: readonly string[], own: readonly string[]) =>
    values.length === 0 || own.some((one) => values.includes(one));
  const shown = offers.filter(
    ({ offer }) =>
      isIn(conditions, [offer.condition]) &&
      isIn(vendors, [offer.vendor]) &&
      isIn(certificates, offer.certificate?.split("; ") ?? []),
  );
  return findBestOffer(shown) ?? findBestOffer(offers);
}

/**
 * Of the offers that can be ordered now, in the order of conditions, the cheapest of those that are
 * in the condition and unit of the first, and by its manufacturer. Of equal prices the one with the
 * shortest lead time. A used part, or a hundred pieces, is never selected because of its price.
 * Prices are compared with those of the same currency as the first one's.
 */
export function findBestOffer(offers: readonly LoadedOffer[]): LoadedOffer | undefined {
  const [first, ...others] = offers.filter(isOrdered);
  if (first === undefined) return undefined;
  const alike = others.filter((other) => isAlike(other, first));
  return alike.reduce((best, next) => (compareOffers(next, best) < 0 ? next : best), first);
}
