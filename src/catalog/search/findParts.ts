// The search of people: one text, read as a part number, as the beginning of one, and as a name.
import { utcDay } from "../../kit/day.ts";
import type { OfferStatus } from "../offer.ts";
import type { OfferId } from "../partId.ts";
import { filterKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import type { ListedOffer, OfferPlace } from "./listedOffer.ts";
import { type ListFilter, selectListedOffers, selectPrefixOffers } from "./listedQueries.ts";
import { lookUpParts, maxFound } from "./lookUpParts.ts";
import { findMatchReason, type MatchReason } from "./matchReason.ts";
import type { Suggestion } from "./suggestions.ts";

/** What is sought; null of condition or vendor is any. `after` asks for further beginnings. */
export type PartSearch = {
  readonly text: string;
  readonly inStock: boolean;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly status?: OfferStatus | null;
  readonly after: OfferPlace | null;
};

type NamedOffer = { readonly offer: ListedOffer; readonly reason: MatchReason };

/** An offer stands in the first list that has it. */
export type FoundParts = {
  /** Of the part whose number the text is, best first. */
  readonly exact: readonly ListedOffer[];
  /** Of the parts whose number begins with the text, in the order of numbers. */
  readonly prefixed: readonly ListedOffer[];
  /** Where the beginnings go on, be there any above or not; null where they end. */
  readonly next: OfferPlace | null;
  /** Of the parts whose name, title or description has the text, best first; at most 25. */
  readonly named: readonly NamedOffer[];
  /** Whether there may be more by name than the best 25, some of which may stand above. */
  readonly hasMoreNamed: boolean;
  /** What else could be meant by the text as a number. */
  readonly suggestions: readonly Suggestion[];
};

/** How many offers a page lists of beginnings, and of a number at most. */
const prefixMatchesPerPage = 25;
const maxExactMatches = 100;

/** Text beyond this is no part number and no name that anybody seeks. */
const maxTextLength = 200;

const nothing: FoundParts = {
  exact: [],
  prefixed: [],
  next: null,
  named: [],
  hasMoreNamed: false,
  suggestions: [],
};

function listBeginnings(
  view: ReplicaView,
  key: string,
  filter: ListFilter,
  after: OfferPlace | null,
): Pick<FoundParts, "prefixed" | "next"> {
  const { offers, next } = selectPrefixOffers(view, key, filter, after, prefixMatchesPerPage);
  return { prefixed: offers, next };
}

function listById(
  view: ReplicaView,
  ids: readonly OfferId[],
  { day, status }: ListFilter,
): Map<OfferId, ListedOffer> {
  const listed = selectListedOffers(view, [...new Set(ids)], day);
  const kept = listed.filter((offer) => status === null || offer.status === status);
  return new Map(kept.map((offer) => [offer.offerId, offer]));
}

/**
 * Finds parts for a page. `lookUpParts` finds what the interface would; the beginnings of numbers
 * are a page at a time. An empty text finds every offer as if its number began so; text that no
 * catalog can hold finds nothing. By name the best are sought first and then kept to a status.
 */
export function findParts(view: ReplicaView, search: PartSearch, now: Date): FoundParts {
  const { inStock, condition, vendor, status = null, after } = search;
  const text = Array.from(search.text.trim()).slice(0, maxTextLength).join("");
  const key = filterKey(text);
  const filter: ListFilter = { day: utcDay(now), inStock, condition, vendor, status };
  if (text !== "" && (key === "" || text.includes("\0") || !text.isWellFormed())) return nothing;
  const beginnings = listBeginnings(view, key, filter, after);
  if (text === "" || after !== null) return { ...nothing, ...beginnings };
  // One character begins far too many names to mean one.
  const partNames = text.length > 1 ? [text] : [];
  const asked = { partNumbers: [text], partNames, withSuggestions: true };
  const looked = lookUpParts(view, { ...asked, inStock, condition, vendor }, now);
  const [byNumber = [], byName = []] = looked.matches.map(({ offerIds }) => offerIds);
  const exactIds = byNumber.slice(0, maxExactMatches);
  const offerOf = listById(view, [...exactIds, ...byName], filter);
  const toOffers = (ids: readonly OfferId[]) => ids.flatMap((id) => offerOf.get(id) ?? []);
  const above = new Set([...byNumber, ...beginnings.prefixed.map(({ offerId }) => offerId)]);
  const named = toOffers(byName.filter((id) => !above.has(id))).map((offer) => {
    return { offer, reason: findMatchReason(text, offer) };
  });
  // Parts of a stock number that is one as written are found by it.
  const isStockNumber = named.some(({ reason }) => reason === "stock number");
  return {
    ...beginnings,
    exact: toOffers(exactIds),
    named,
    hasMoreNamed: byName.length >= maxFound,
    suggestions: looked.suggestions.filter(({ reason }) => !isStockNumber || reason !== "nsn"),
  };
}
