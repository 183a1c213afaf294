// A lookup as an account sees it. Invariant: an offer without a price for the account does not
// exist, unless the account asks for it (decision 152).

import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { addPrice, type FoundOffer } from "../catalog/search/foundOffer.ts";
import { type OfferTerms, selectOfferTerms } from "../catalog/search/foundQueries.ts";
import { formatNsn } from "../catalog/search/listedOffer.ts";
import { type Lookup, type LookupAnswer, lookUpParts } from "../catalog/search/lookUpParts.ts";
import { joinAnswers, splitLookup } from "../catalog/search/splitLookup.ts";
import type { Include } from "../kit/contract/catalog.ts";
import type { PartDetails } from "../kit/contract/partDetails.ts";
import { utcDay } from "../kit/day.ts";
import { toWirePrice } from "../kit/price.ts";
import type { Agreement } from "./agreement.ts";
import type { CatalogAnswerParts } from "./catalogAnswer.ts";
import { findOrderTerms } from "./orderTerms.ts";
import { type AccountPrice, priceOffers } from "./priceOffers.ts";
import { hasContractPrices, selectAgreementFor } from "./queries.ts";
import { listPriceBreaks } from "./unitPrice.ts";

// What an order and a buyer need to know of a part beyond its price and stock.
/** The details of an offer, with the account's own minimum and multiple. */
function listDetails(offer: OfferTerms, agreement: Agreement): PartDetails {
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

/**
 * The number of offers without a list price that each name may raise as questions, per round:
 * contract prices are in the database. After the last round, the others have no price.
 */
const questionsOfRounds = [50, 200, 500, 0] as const;

type Prices = ReadonlyMap<OfferId, AccountPrice>;

const noPrices: Prices = new Map();

/**
 * A result, the age of what it shows, and the terms of offers whose prices or details are not known
 * yet.
 */
type Found = {
  readonly answer: LookupAnswer;
  readonly ageMs: number;
  readonly terms: readonly OfferTerms[];
};

function joinFound(found: readonly Found[]): Found {
  const answer = joinAnswers(found.map((part) => part.answer));
  const isAsking = answer.questions.length > 0;
  const asking = found.filter((part) => !isAsking || part.answer.questions.length > 0);
  const terms = new Map(asking.flatMap((part) => part.terms).map((term) => [term.offerId, term]));
  const ageMs = Math.max(...found.map((part) => part.ageMs));
  return { answer, ageMs, terms: [...terms.values()] };
}

/**
 * Reads one state of the catalog. If there are questions, `terms` are those of the offers in
 * question.
 */
async function readLookup(
  { replica }: CatalogAccess,
  lookup: Lookup,
  isNeeded: (offer: FoundOffer) => boolean,
  now: Date,
): Promise<Found> {
  const readPart = (view: ReplicaView, ageMs: number, part: Lookup): Found => {
    const answer = lookUpParts(view, part, now);
    const { questions, offers } = answer;
    const needed = offers.filter(isNeeded).map(({ offerId }) => offerId);
    const terms = selectOfferTerms(view, questions.length > 0 ? questions : needed);
    return { answer, ageMs, terms };
  };
  const parts = splitLookup(lookup);
  if (parts.length === 1) return replica.read((view, ageMs) => readPart(view, ageMs, lookup));
  const reads = parts.map(
    (part) => (view: ReplicaView, ageMs: number) => readPart(view, ageMs, part),
  );
  return joinFound(await replica.readInTurns(reads));
}

/** Looks up offers with a price for the account. Reads contract prices only if they may matter. */
async function findPriced(
  access: CatalogAccess,
  accountId: AccountId,
  lookup: Lookup,
  isNeeded: (offer: FoundOffer) => boolean,
  now: Date,
): Promise<Found & { readonly known: Prices }> {
  const known = new Map<OfferId, AccountPrice>();
  const hasPrice = (offerId: OfferId): boolean | undefined => {
    const price = known.get(offerId);
    return price && price.length > 0;
  };
  const read = (maxQuestions: number): Promise<Found> =>
    readLookup(access, { ...lookup, pricedBy: { hasPrice, maxQuestions } }, isNeeded, now);
  for (const maxQuestions of questionsOfRounds) {
    const found = await read(maxQuestions);
    if (found.answer.questions.length === 0) return { ...found, known };
    const [prices, mayHave] = await Promise.all([
      priceOffers(access.db, accountId, found.terms, now),
      known.size > 0 || hasContractPrices(access.db, accountId, utcDay(now)),
    ]);
    if (!mayHave) break;
    for (const [offerId, price] of prices) known.set(offerId, price);
  }
  return { ...(await read(0)), known };
}

/** A contract price replaces a missing list price. */
function settlePrice(offer: FoundOffer, price: AccountPrice | undefined): FoundOffer {
  const [first] = price ?? [];
  if (offer.isPriced || first === undefined) return offer;
  return addPrice(offer, JSON.stringify(toWirePrice(first.price)));
}

/** What a lookup found; `ageMs` as in `Replica.read`. */
export type PricedLookup = CatalogAnswerParts & { readonly ageMs: number };

/**
 * Finds parts like `lookUpParts`, with what `include` asks for. A contract price of the account
 * stands in for a missing list price; a discount does not. Without such a price, an offer is left
 * out everywhere, or, with `unpriced`, has none. If every offer found has a list price, the
 * database is queried only for what `include` needs.
 */
export async function lookUpForAccount(
  access: CatalogAccess,
  accountId: AccountId,
  lookup: Lookup,
  include: readonly Include[],
  now: Date,
): Promise<PricedLookup> {
  const withDetails = include.includes("details");
  const withTerms = withDetails || include.includes("account_price");
  const showsUnpriced = include.includes("unpriced");
  const isNeeded = ({ isPriced }: FoundOffer) => withTerms || (showsUnpriced && !isPriced);
  const { answer, ageMs, terms, known } = showsUnpriced
    ? { ...(await readLookup(access, lookup, isNeeded, now)), known: noPrices }
    : await findPriced(access, accountId, lookup, isNeeded, now);
  const agreement = await selectAgreementFor(access.db, accountId, terms, utcDay(now));
  const prices = new Map<OfferId, AccountPrice>();
  const details = new Map<OfferId, PartDetails>();
  for (const offer of terms) {
    prices.set(offer.offerId, listPriceBreaks(offer, agreement));
    if (withDetails) details.set(offer.offerId, listDetails(offer, agreement));
  }
  // An offer that is shown because of its price keeps that price.
  for (const [offerId, price] of known) prices.set(offerId, price);
  const offers = answer.offers.map((offer) => settlePrice(offer, prices.get(offer.offerId)));
  return { answer: { ...answer, offers }, ageMs, include, prices, details };
}
