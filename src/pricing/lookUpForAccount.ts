// A lookup as an account sees it. Invariant: an offer without a price for the account does not
// exist, unless the account asks for it (decision 152).
import type { AccountId } from "../accounts/account.ts";
import type { LookupAccess } from "../catalog/replica/catalogAccess.ts";
import { addPrice, isUnpriced } from "../catalog/search/foundOffer.ts";
import { type Lookup, type LookupAnswer, lookUpParts } from "../catalog/search/lookUpParts.ts";
import type { Include } from "../contract/catalog.ts";
import { toWireMoney } from "../money.ts";
import type { CatalogAnswerParts } from "./catalogAnswer.ts";
import { listDetails } from "./listDetails.ts";
import { priceOffers } from "./priceOffers.ts";

const noDetails: CatalogAnswerParts["details"] = new Map();

type AccountPrices = CatalogAnswerParts["prices"];

/** Gives unpriced offers the account's own price, and leaves out those without one. */
function settlePrices(
  answer: LookupAnswer,
  prices: AccountPrices,
  showsUnpriced: boolean,
): LookupAnswer {
  const offers = answer.offers.flatMap((offer) => {
    if (!isUnpriced(offer)) return [offer];
    const [first] = prices.get(offer.offerId) ?? [];
    if (first === undefined) return showsUnpriced ? [offer] : [];
    return [addPrice(offer, JSON.stringify(toWireMoney(first.price)))];
  });
  const visible = new Set(offers.map(({ offerId }) => offerId));
  const matches = answer.matches.map((match) => {
    return { ...match, offerIds: match.offerIds.filter((offerId) => visible.has(offerId)) };
  });
  return { ...answer, offers, matches };
}

/**
 * Finds parts like `lookUpParts`, with what `include` asks for. A contract price of the account
 * stands in for a missing list price; a discount does not. Without such a price, an offer is left
 * out everywhere, or, with `unpriced`, has none.
 */
export async function lookUpForAccount(
  access: LookupAccess,
  accountId: AccountId,
  lookup: Lookup,
  include: readonly Include[],
  now: Date,
): Promise<CatalogAnswerParts> {
  const showsUnpriced = include.includes("unpriced");
  const pricedFor = showsUnpriced ? null : accountId;
  const answer = await lookUpParts(access.catalog, { ...lookup, pricedFor }, now);
  const unpriced = answer.offers.filter(isUnpriced);
  const toPrice = include.includes("account_price") ? answer.offers : unpriced;
  const offerIds = toPrice.map(({ offerId }) => offerId);
  const [prices, details] = await Promise.all([
    priceOffers(access.db, accountId, offerIds, now),
    include.includes("details") ? listDetails(access, accountId, answer.offers, now) : noDetails,
  ]);
  const settled = unpriced.length === 0 ? answer : settlePrices(answer, prices, showsUnpriced);
  return { answer: settled, include, prices, details };
}
