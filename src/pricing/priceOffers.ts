// What an account pays for offers it looks at: one unit, and every quantity break (decision 20).
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { selectOffers } from "../catalog/queries.ts";
import { utcDay } from "../day.ts";
import type { Queryable } from "../db/database.ts";
import type { Money } from "../money.ts";
import { selectAgreement } from "./queries.ts";
import { toPricedOffer } from "./toPricedOffer.ts";
import { findUnitPrice, listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** The price of one unit and the steps at which it changes, the first at 1. */
export type AccountPrice = { readonly unitPrice: Money; readonly breaks: readonly PriceBreak[] };

/**
 * The account's prices of these offers at `now`, by the same rules that price an order (decision
 * 28).
 */
export async function priceOffers(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<Map<OfferId, AccountPrice>> {
  if (offerIds.length === 0) return new Map();
  const day = utcDay(now);
  const [offers, agreement] = await Promise.all([
    selectOffers(db, offerIds, day),
    selectAgreement(db, accountId, offerIds, day),
  ]);
  return new Map(
    offers.map((offer) => {
      const priced = toPricedOffer(offer);
      const breaks = listPriceBreaks(priced, agreement);
      const unitPrice = findUnitPrice(priced, agreement, 1).price;
      return [offer.offerId, { unitPrice, breaks }];
    }),
  );
}
