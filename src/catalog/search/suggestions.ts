// Suggestions for part numbers, each once per entry: the number itself if it can be ordered at a
// price on request; for an unknown number, what it may mean, numbers that differ in punctuation
// first; then its successors, those that can be ordered first; then alternates, also where only the
// other part's row names them.
import { findMeantNumbers, type MeantReason } from "../entries/findMeantNumbers.ts";
import type { MeantNameReason } from "../entries/nameSearch.ts";
import { barePartNumber, foldFullWidth } from "../partNumber.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import {
  type LinkedPart,
  type LinkingOffer,
  maxCandidates,
  type SuggestedOffer,
  selectLinkingOffers,
  selectNamedBy,
  selectNearDuplicates,
  selectOfferedNumber,
  selectSuccessors,
  selectSuggestedOffers,
} from "./suggestionQueries.ts";
import { type ContractPrices, keepPriced } from "./unpricedOffers.ts";

/** Why a number is suggested for a number. */
type NumberReason = (typeof linkReasons)[number] | MeantReason;

/** Why a number is suggested for an entry. */
export type SuggestionReason = NumberReason | MeantNameReason;

export type Suggestion = {
  readonly entry: string;
  readonly partNumber: string;
  readonly reason: SuggestionReason;
  /** For a name: the name that finds the part. */
  readonly readAs: string | null;
};

/** A part without a price for the account cannot be ordered, but still leads to other parts. */
type SuggestionFilter = { readonly day: string; readonly prices: ContractPrices | null };

/** In the order of their reasons, then of `cost`. */
type Candidate = LinkedPart & { readonly reason: NumberReason; readonly cost: number };

const linkReasons = ["price_on_request", "punctuation", "superseded", "alternate"] as const;
const reasons: readonly NumberReason[] = [
  "price_on_request",
  "punctuation",
  "within",
  "nsn",
  "superseded",
  "alternate",
  "similar",
];
const maxSuggestions = 10;
const maxSimilar = 5;

type PricedRow = Pick<LinkingOffer, "offerId" | "listPrice">;

const isPriced = ({ listPrice }: PricedRow): boolean => listPrice !== null;

function someHavePrice(offers: readonly PricedRow[], { prices }: SuggestionFilter): boolean {
  return offers.some(isPriced) || keepPriced(prices, offers, isPriced).length > 0;
}

function readNamed(numbers: string, keys: string): LinkedPart[] {
  if (keys === "[]") return [];
  const partNumbers = JSON.parse(numbers) as string[];
  return (JSON.parse(keys) as string[]).map((key, place) => {
    return { key, partNumber: partNumbers[place] ?? key, depth: 0 };
  });
}

function listLinked(
  view: ReplicaView,
  key: string,
  offers: readonly LinkingOffer[],
  filter: SuggestionFilter,
): Candidate[] {
  const bare = barePartNumber(key);
  const isOffered = offers.some(({ status }) => status === "ACTIVE");
  const isOnRequest = isOffered && !someHavePrice(offers, filter);
  // A number in the catalog is that part, and no other.
  const near = offers.length > 0 || bare === "" ? [] : selectNearDuplicates(view, bare);
  const isLeading = ({ supersededByKey, status }: LinkingOffer) =>
    supersededByKey !== null && status !== "ACTIVE";
  const lists = [
    isOnRequest ? selectOfferedNumber(view, key) : [],
    keepPriced(filter.prices, near, isPriced),
    offers.some(isLeading) ? selectSuccessors(view, key) : [],
    offers.flatMap(({ alternates, alternateKeys }) => readNamed(alternates, alternateKeys)),
    offers.flatMap((offer) => readNamed(offer.interchangeable, offer.interchangeableKeys)),
    selectNamedBy(view, key),
  ];
  return lists.flatMap((list, place) => {
    const reason = linkReasons[place] ?? "alternate";
    return list.slice(0, maxCandidates).map((part) => ({ ...part, reason, cost: 0 }));
  });
}

/** What is linked with a number; for one that is unknown and linked with nothing, what it means. */
function listCandidates(
  view: ReplicaView,
  key: string,
  offers: readonly LinkingOffer[],
  filter: SuggestionFilter,
): Candidate[] {
  const linked = listLinked(view, key, offers, filter);
  if (linked.length > 0 || offers.length > 0) return linked;
  const meant = findMeantNumbers(view, key, (offer) => someHavePrice([offer], filter));
  return meant.map((part) => ({ ...part, depth: 0 }));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Each number once, for its best reason. */
function chooseOnce(candidates: readonly Candidate[], key: string): Candidate[] {
  const chosen = new Map<string, Candidate>();
  const sorted = candidates.toSorted(
    (one, other) =>
      reasons.indexOf(one.reason) - reasons.indexOf(other.reason) ||
      one.cost - other.cost ||
      other.depth - one.depth ||
      compareTexts(one.partNumber, other.partNumber),
  );
  for (const candidate of sorted) {
    const isOther = candidate.key !== key || candidate.reason === "price_on_request";
    if (isOther && !chosen.has(candidate.key)) chosen.set(candidate.key, candidate);
  }
  return [...chosen.values()];
}

/** The order of a candidate, by the offers of its part: lower numbers come first. */
function placeOf(
  { reason, depth, cost }: Candidate,
  offers: readonly SuggestedOffer[],
  filter: SuggestionFilter,
): number[] {
  const active = offers.filter(({ status }) => status === "ACTIVE");
  const inStock = active.filter(
    ({ stock, expires }) => stock > 0 && (expires === null || expires >= filter.day),
  );
  const leadsOn = offers.some((offer) => offer.status !== "ACTIVE" && offer.isSuperseded === 1);
  const isSuccessor = reason === "superseded";
  return [
    reasons.indexOf(reason),
    cost,
    Number(isSuccessor && !someHavePrice(active, filter)),
    Number(isSuccessor && leadsOn),
    Number(!someHavePrice(inStock, filter)),
    -depth,
  ];
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** An entry with its key as a part number, which is empty if it cannot be one. */
export type NumberEntry = { readonly entry: string; readonly key: string };

/** The suggestions for each entry, best first: at most ten, chosen from a hundred of each kind. */
export function findSuggestions(
  view: ReplicaView,
  numbers: readonly NumberEntry[],
  filter: SuggestionFilter,
): Suggestion[] {
  const entries = numbers.map(({ entry, key }) => ({ entry, key: foldFullWidth(key) }));
  const keys = entries.map(({ key }) => key).filter((key) => key !== "");
  if (keys.length === 0) return [];
  const ofKey = Map.groupBy(selectLinkingOffers(view, keys), ({ key }) => key);
  const candidatesOf = new Map(
    [...new Set(keys)].map((key) => {
      return [key, chooseOnce(listCandidates(view, key, ofKey.get(key) ?? [], filter), key)];
    }),
  );
  const suggested = new Set([...candidatesOf.values()].flat().map(({ key }) => key));
  const offersOf = Map.groupBy(selectSuggestedOffers(view, [...suggested]), ({ key }) => key);
  const rank = (candidates: readonly Candidate[]) =>
    candidates
      .map((part) => ({ part, place: placeOf(part, offersOf.get(part.key) ?? [], filter) }))
      .sort(
        (one, other) =>
          comparePlaces(one.place, other.place) ||
          compareTexts(one.part.partNumber, other.part.partNumber),
      )
      .filter(({ part }, at) => at < (part.reason === "similar" ? maxSimilar : maxSuggestions));
  const rankedOf = new Map([...candidatesOf].map(([key, candidates]) => [key, rank(candidates)]));
  return entries.flatMap(({ entry, key }) =>
    (rankedOf.get(key) ?? []).map(({ part: { partNumber, reason } }) => {
      return { entry, partNumber, reason, readAs: null };
    }),
  );
}
