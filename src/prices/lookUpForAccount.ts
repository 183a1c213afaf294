// A lookup as an account sees it. Invariant: an offer without a price for the account does not
// exist, unless the account asks for it (decision 152).

import type { AccountId } from "../accounts/account.ts";
import { writeFacts } from "../catalog/offerFacts.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { addPrice, type FoundOffer } from "../catalog/search/foundOffer.ts";
import { type DetailedOffer, selectDetailedOffers } from "../catalog/search/foundQueries.ts";
import { type Lookup, lookUpParts } from "../catalog/search/lookUpParts.ts";
import { joinAnswers, splitLookup } from "../catalog/search/splitLookup.ts";
import type { Include } from "../kit/contract/catalog.ts";
import type { PartDetails } from "../kit/contract/partDetails.ts";
import { utcDay } from "../kit/day.ts";
import { toWirePrice } from "../kit/price.ts";
import type { CatalogAnswerParts } from "./catalogAnswer.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { readAgreementFor, readContractPrices } from "./replicatedQueries.ts";
import { type AccountPrice, listPriceBreaks } from "./unitPrice.ts";

// What an order and a buyer need to know of a part beyond its price and stock.
/** The details of an offer, with the account's own minimum and multiple. */
function listDetails(offer: DetailedOffer, { minQuantity, multiple }: OrderTerms): PartDetails {
  return {
    min_quantity: minQuantity,
    multiple,
    lead_time_days: offer.leadTimeDays,
    ...writeFacts(offer),
    alternates: [...offer.alternates],
    superseded_by: offer.supersededBy,
  };
}

/** A contract price replaces a missing list price. */
function settlePrice(offer: FoundOffer, price: AccountPrice | undefined): FoundOffer {
  const [first] = price ?? [];
  if (offer.isPriced || first === undefined) return offer;
  return addPrice(offer, JSON.stringify(toWirePrice(first.price)));
}

/** What a lookup found; `ageMs` as in `Replica.read`. */
export type PricedLookup = CatalogAnswerParts & { readonly ageMs: number };

/** Reads a part of a lookup from one state of the catalog and of the agreements. */
function readPart(
  view: ReplicaView,
  accountId: AccountId,
  lookup: Lookup,
  include: readonly Include[],
  now: Date,
): CatalogAnswerParts {
  const day = utcDay(now);
  const withDetails = include.includes("details");
  const withTerms = withDetails || include.includes("account_price");
  const contract = include.includes("unpriced") ? null : readContractPrices(view, accountId, day);
  const needsTerms = withTerms || contract === null || contract.exist;
  const answer = lookUpParts(view, { ...lookup, prices: contract, withTerms: needsTerms }, now);
  const priced = answer.offers.flatMap(({ isPriced, terms }) =>
    terms !== null && (withTerms || !isPriced) ? [terms] : [],
  );
  const ids = priced.map(({ offerId }) => offerId);
  const agreement = readAgreementFor(view, accountId, priced, day);
  const prices = new Map(
    priced.map((offer) => [offer.offerId, listPriceBreaks(offer, agreement)] as const),
  );
  const termsOf = new Map(
    withDetails ? priced.map((offer) => [offer.offerId, findOrderTerms(offer, agreement)]) : [],
  );
  const details = new Map(
    (withDetails ? selectDetailedOffers(view, ids) : []).flatMap((facts) => {
      const terms = termsOf.get(facts.offerId);
      return terms === undefined ? [] : [[facts.offerId, listDetails(facts, terms)] as const];
    }),
  );
  const offers = answer.offers.map((offer) => settlePrice(offer, prices.get(offer.offerId)));
  return { answer: { ...answer, offers }, include, prices, details };
}

/** `takeTurn` is waited for before each further part of a long lookup. */
type Turns = { readonly takeTurn?: () => Promise<void> | undefined };

/**
 * Finds parts like `lookUpParts`, with what `include` asks for. A contract price of the account
 * stands in for a missing list price; a discount does not. Without such a price, an offer is left
 * out everywhere, or, with `unpriced`, has none.
 */
export async function lookUpForAccount(
  { replica, takeTurn }: Pick<CatalogAccess, "replica"> & Turns,
  accountId: AccountId,
  lookup: Lookup,
  include: readonly Include[],
  now: Date,
): Promise<PricedLookup> {
  const reads = splitLookup(lookup).map((part) => (view: ReplicaView, ageMs: number) => {
    return { ...readPart(view, accountId, part, include, now), ageMs };
  });
  const [first, ...others] = reads;
  if (first !== undefined && others.length === 0) return replica.read(first);
  const found = await replica.readInTurns(reads, takeTurn);
  return {
    answer: joinAnswers(found.map(({ answer }) => answer)),
    ageMs: Math.max(...found.map(({ ageMs }) => ageMs)),
    include,
    prices: new Map(found.flatMap(({ prices }) => [...prices])),
    details: new Map(found.flatMap(({ details }) => [...details])),
  };
}
