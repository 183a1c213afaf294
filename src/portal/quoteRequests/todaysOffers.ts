// What is available today of the lines of a quote request, at the account's prices.
import type { OfferId } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import { isInStock } from "../../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { findOrderTerms } from "../../pricing/orderTerms.ts";
import { selectAgreementFor } from "../../pricing/queries.ts";
import { listPriceBreaks } from "../../pricing/unitPrice.ts";
import { hasCertificate } from "../../quickOrders/written/certificateWish.ts";
import { acceptsCondition } from "../../quickOrders/written/splitConditions.ts";
import type { QuoteLine } from "../../quoteRequests/quoteRequest.ts";
import { findBestOffer } from "../parts/bestOffer.ts";
import type { PortalContext, Visit } from "../portalContext.ts";

/** In stock at a price on request, in the order of conditions. */
function findUnpriced(offers: readonly LoadedOffer[]): LoadedOffer | undefined {
  return offers.find(({ offer, price }) => isInStock(offer) && price.length === 0);
}

/**
 * For each line, the offer that was requested, if it can be ordered now; of a line without one, the
 * best offer of its part number in a condition and with a certificate that it accepts. If none can
 * be ordered, one that is in stock without a price.
 */
export async function loadTodaysOffers(
  { db, replica }: PortalContext,
  { signedIn, now }: Visit,
  lines: readonly QuoteLine[],
): Promise<readonly (LoadedOffer | undefined)[]> {
  const day = utcDay(now);
  const found = replica.read((view) => {
    const ids = lines.flatMap(({ offerId }) => offerId ?? []);
    const named = selectListedOffers(view, ids, day);
    const byId = new Map<OfferId | null, (typeof named)[number]>(
      named.map((offer) => [offer.offerId, offer]),
    );
    return lines.map(({ offerId, partNumber, condition, certificate }) => {
      const own = byId.get(offerId);
      if (own !== undefined) return [own];
      const offers = selectOffersOfPart(view, partNumberKey(partNumber), day);
      return offers.filter(
        (offer) =>
          acceptsCondition(condition, offer.condition) && hasCertificate(offer, certificate),
      );
    });
  });
  const agreement = await selectAgreementFor(db, signedIn.account.accountId, found.flat(), day);
  return found.map((offers) => {
    const loaded = offers.map((offer) => ({
      offer,
      price: listPriceBreaks(offer, agreement),
      terms: findOrderTerms(offer, agreement),
    }));
    return findBestOffer(loaded) ?? findUnpriced(loaded);
  });
}
