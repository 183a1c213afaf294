// Suggestions while someone types: names of parts that begin with the text, and the best parts.

import { utcDay } from "../../kit/day.ts";
import type { OfferId } from "../partId.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { countHits, isKnownTerm } from "../search/hitQueries.ts";
import { selectListedOffers } from "../search/listedQueries.ts";
import { lookUpParts } from "../search/lookUpParts.ts";
import { nameToken } from "../search/nameTokens.ts";
import { nameKey } from "../search/searchWords.ts";
import type { Suggestion } from "../search/suggestions.ts";
import { type BrowsedHit, collectHits, type HitKind, hitKinds, readText } from "./collectHits.ts";

/** A part with the stock of the best condition in which hits of the text have some; else 0. */
export type SuggestedPart = {
  readonly partNumber: string;
  readonly title: string | null;
  readonly isSold: boolean;
  readonly stock: number;
  readonly condition: string;
};

/** `offers` of this name; up to `maxCountedOffers` + 1 are counted. */
type SuggestedName = { readonly name: string; readonly offers: number };

export type TypedSuggestions = {
  readonly names: readonly SuggestedName[];
  readonly parts: readonly SuggestedPart[];
  /** What the text may mean, if nothing has it as written. */
  readonly meant: readonly Suggestion[];
  /** Whether `meant` is likelier than `parts`, because numbers only contain the text. */
  readonly isMeantFirst: boolean;
};

export const maxCountedOffers = 999;
/** The most hits from which the best are chosen. */
const maxHits = 120;
const maxParts = 6;
const maxNames = 2;
const maxMeant = 5;
/** Before parts that contain the text, so that these are seen too. */
const maxMeantFirst = 3;

/** A number has the names of its offers. */
const kindsOfName: readonly HitKind[] = [
  "number",
  "same name",
  "name",
  "name begins",
  "same words",
];

/** Offers of these kinds have only a part of what they are found by. */
const kindsOfFragments: readonly HitKind[] = ["fragment", "fragment of letters"];

const none: TypedSuggestions = { names: [], parts: [], meant: [], isMeantFirst: false };

function compareHits(one: BrowsedHit, other: BrowsedHit): number {
  const byKind = hitKinds.indexOf(one.kind) - hitKinds.indexOf(other.kind);
  if (byKind !== 0) return byKind;
  if (one.kind === "beginning" && one.partNumberKey !== other.partNumberKey) {
    if (one.isSold !== other.isSold) return one.isSold ? -1 : 1;
    return one.partNumberKey < other.partNumberKey ? -1 : 1;
  }
  return one.rank - other.rank || one.offerId - other.offerId;
}

/** Stock in different conditions is not added up. */
function findStock(group: readonly BrowsedHit[]): Pick<SuggestedPart, "stock" | "condition"> {
  const [best] = group.toSorted((one, other) => one.rank - other.rank);
  const condition = best?.condition ?? "";
  const alike = group.filter((hit) => hit.condition === condition);
  return { condition, stock: alike.reduce((sum, { stock }) => sum + stock, 0) };
}

function countOffers(view: ReplicaView, name: string): number {
  const token = nameToken(nameKey(name));
  return isKnownTerm(view, token) ? countHits(view, `"${token}"`, maxCountedOffers + 1) : 0;
}

function listNames(view: ReplicaView, partNames: readonly (string | null)[]): SuggestedName[] {
  const names = new Map(
    partNames.flatMap((name) => (name === null ? [] : [[nameKey(name), name] as const])),
  );
  return [...names.values()]
    .slice(0, maxNames)
    .map((name) => ({ name, offers: countOffers(view, name) }))
    .filter(({ offers }) => offers > 0);
}

/** What a lookup suggests for a text, except the parts that are already suggested. */
function listMeant(
  view: ReplicaView,
  text: string,
  parts: readonly SuggestedPart[],
  now: Date,
): Suggestion[] {
  const asked = { partNumbers: [text], partNames: [text], inStock: false, withSuggestions: true };
  const { suggestions } = lookUpParts(view, asked, now);
  const distinct = new Map(suggestions.map((one) => [one.partNumber, one]));
  for (const { partNumber } of parts) distinct.delete(partNumber);
  return [...distinct.values()];
}

/**
 * Suggests what a text may become. If nothing has it, or only numbers that contain it or words that
 * begin as its words do, it may be mistyped, and what a lookup suggests is added.
 */
export function suggestParts(view: ReplicaView, typed: string, now: Date): TypedSuggestions {
  const text = readText(view, typed);
  if (Array.from(text).length < 2) return none;
  const { hits } = collectHits(view, text, now, maxHits);
  const sorted = [...hits].sort(compareHits);
  const groups = [...Map.groupBy(sorted, ({ partNumberKey }) => partNumberKey).values()];
  const chosen = groups.slice(0, maxParts);
  const first = (group: readonly BrowsedHit[]) => (group[0] as BrowsedHit).offerId;
  const named = sorted.filter(({ kind }) => kindsOfName.includes(kind));
  const ids: OfferId[] = [...chosen.map(first), ...named.map(({ offerId }) => offerId)];
  const offerOf = new Map(
    selectListedOffers(view, [...new Set(ids)], utcDay(now)).map((offer) => [offer.offerId, offer]),
  );
  const ofName = named.filter(({ kind }) => kind !== "number");
  const parts = chosen.flatMap((group) => {
    const offer = offerOf.get(first(group));
    const isSold = group.some((hit) => hit.isSold);
    if (offer === undefined) return [];
    const { partNumber, title, partName } = offer;
    return [{ partNumber, title: title ?? partName, isSold, ...findStock(group) }];
  });
  const isFragment = ({ kind }: BrowsedHit) => kindsOfFragments.includes(kind);
  const isGuess = (hit: BrowsedHit) => isFragment(hit) || hit.kind === "word beginnings";
  const isMeantFirst = hits.some(isFragment);
  const meant = hits.every(isGuess) ? listMeant(view, text, parts, now) : [];
  return {
    names: listNames(
      view,
      ofName.map(({ offerId }) => offerOf.get(offerId)?.partName ?? null),
    ),
    parts,
    meant: meant.slice(0, isMeantFirst ? maxMeantFirst : maxMeant),
    isMeantFirst,
  };
}
