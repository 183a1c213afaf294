// Suggestions for part numbers (decisions 20 and 61), each once per entry: for an unknown number,
// numbers that differ only in punctuation; then its successors, first those that can be ordered and
// the end of the chain; then alternates, also if only the other part's row says that they are
// interchangeable. Otherwise, parts in stock come first.
import { barePartNumber, foldFullWidth, partNumberKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/replica.ts";
import {
  type LinkedPart,
  type LinkingOffer,
  maxCandidates,
  type SuggestedOffer,
  selectLinkingOffers,
  selectNamedBy,
  selectNearDuplicates,
  selectSuccessors,
  selectSuggestedOffers,
} from "./suggestionQueries.ts";
import type { UnpricedOffers } from "./unpricedOffers.ts";

export type SuggestionReason = "punctuation" | "superseded" | "alternate";

export type Suggestion = {
  readonly entry: string;
  readonly partNumber: string;
  readonly reason: SuggestionReason;
};

/** A part without a price for the account cannot be ordered, but still leads to other parts. */
type SuggestionFilter = { readonly day: string; readonly unpriced: UnpricedOffers };

/** In the order of their reasons. */
type Candidate = LinkedPart & { readonly reason: SuggestionReason };

const reasons: readonly SuggestionReason[] = ["punctuation", "superseded", "alternate"];
const maxSuggestions = 10;

type PricedRow = Pick<LinkingOffer, "offerId" | "listPrice">;

function hasPrice({ offerId, listPrice }: PricedRow, { unpriced }: SuggestionFilter): boolean {
  return listPrice !== null || unpriced.isShown(offerId) === true;
}

/** Raises no question if one has a list price. */
function someHavePrice(offers: readonly PricedRow[], filter: SuggestionFilter): boolean {
  return (
    offers.some(({ listPrice }) => listPrice !== null) ||
    offers.some((offer) => hasPrice(offer, filter))
  );
}

function readNamed(numbers: string, keys: string): LinkedPart[] {
  if (keys === "[]") return [];
  const partNumbers = JSON.parse(numbers) as string[];
  return (JSON.parse(keys) as string[]).map((key, place) => {
    return { key, partNumber: partNumbers[place] ?? key, depth: 0 };
  });
}

function listCandidates(
  view: ReplicaView,
  key: string,
  offers: readonly LinkingOffer[],
  filter: SuggestionFilter,
): Candidate[] {
  const bare = barePartNumber(key);
  const isFound = someHavePrice(offers, filter);
  const near = isFound || bare === "" ? [] : selectNearDuplicates(view, bare);
  const isLeading = ({ supersededByKey, status }: LinkingOffer) =>
    supersededByKey !== null && status !== "ACTIVE";
  const lists = [
    near.filter((offer) => hasPrice(offer, filter)),
    offers.some(isLeading) ? selectSuccessors(view, key) : [],
    offers.flatMap(({ alternates, alternateKeys }) => readNamed(alternates, alternateKeys)),
    offers.flatMap((offer) => readNamed(offer.interchangeable, offer.interchangeableKeys)),
    selectNamedBy(view, key),
  ];
  return lists.flatMap((list, place) => {
    const reason = reasons[place] ?? "alternate";
    return list.slice(0, maxCandidates).map((part) => ({ ...part, reason }));
  });
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
      other.depth - one.depth ||
      compareTexts(one.partNumber, other.partNumber),
  );
  for (const candidate of sorted) {
    if (candidate.key !== key && !chosen.has(candidate.key)) chosen.set(candidate.key, candidate);
  }
  return [...chosen.values()];
}

/** The order of a candidate, by the offers of its part: lower numbers come first. */
function placeOf(
  { reason, depth }: Candidate,
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

/** The suggestions for each entry, best first: at most ten, chosen from a hundred of each kind. */
export function findSuggestions(
  view: ReplicaView,
  entries: readonly string[],
  filter: SuggestionFilter,
): Suggestion[] {
  const keyOf = (entry: string) => foldFullWidth(partNumberKey(entry));
  const keys = entries.map(keyOf).filter((key) => key !== "");
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
      .slice(0, maxSuggestions);
  const rankedOf = new Map([...candidatesOf].map(([key, candidates]) => [key, rank(candidates)]));
  return entries.flatMap((entry) =>
    (rankedOf.get(keyOf(entry)) ?? []).map(({ part: { partNumber, reason } }) => {
      return { entry, partNumber, reason };
    }),
  );
}
