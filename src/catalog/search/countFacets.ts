// How many of the hits of a search have each condition and vendor, and are in stock.
import { utcDay } from "../../day.ts";
import { filterKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/replica.ts";
import { type AlikeHits, countAlikeHits } from "./facetQueries.ts";
import { writeAnyHit } from "./nameQuestion.ts";

/** Counts are exact if `isAll`; otherwise there are at least as many. */
export type Facets = {
  readonly isAll: boolean;
  readonly inStock: number;
  /** By code. */
  readonly conditions: ReadonlyMap<string, number>;
  /** By name, in the order of names. */
  readonly vendors: ReadonlyMap<string, number>;
};

/** The most hits that are counted: a text of one letter may have a million. */
const maxCounted = 10_000;

const lastCharacter = "\u{10ffff}";

function sum(alike: readonly AlikeHits[]): number {
  return alike.reduce((count, hits) => count + hits.count, 0);
}

function addUp(
  alike: readonly AlikeHits[],
  nameOf: (hits: AlikeHits) => string,
): Map<string, number> {
  const byName = [...Map.groupBy(alike, nameOf)].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(byName.map(([name, ofName]) => [name, Math.min(sum(ofName), maxCounted)]));
}

function count(view: ReplicaView, text: string, day: string): Facets {
  const key = filterKey(text);
  const named = Array.from(text).length > 1 ? writeAnyHit(view, text) : { query: "", isAll: true };
  const hits = {
    partNumberKey: key,
    fromKey: key,
    beforeKey: `${key}${lastCharacter}`,
    words: named.query,
  };
  const alike = key === "" ? [] : countAlikeHits(view, hits, day, maxCounted + 1);
  return {
    isAll: named.isAll && sum(alike) <= maxCounted,
    inStock: Math.min(sum(alike.filter(({ isInStock }) => isInStock)), maxCounted),
    conditions: addUp(alike, ({ condition }) => condition),
    vendors: addUp(alike, ({ vendor }) => vendor),
  };
}

/** The counts of one state of the catalog. */
type Counted = { readonly state: string; readonly facets: Map<string, Facets> };

/**
 * The number of texts whose counts are cached: the next page and each filter of a search use them.
 */
const maxRemembered = 100;
const counted = new WeakMap<ReplicaView, Counted>();

function recall(view: ReplicaView): Map<string, Facets> {
  const state = view.identify();
  const known = counted.get(view);
  if (known?.state === state) return known.facets;
  const facets = new Map<string, Facets>();
  counted.set(view, { state, facets });
  return facets;
}

/**
 * Counts what `findParts` finds for a text, regardless of filters: offers of that number, of
 * numbers that begin with it, and of names and texts with its words.
 */
export function countFacets(view: ReplicaView, text: string, now: Date): Facets {
  const day = utcDay(now);
  const remembered = recall(view);
  const name = `${day} ${text}`;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const facets = count(view, text, day);
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, facets);
  return facets;
}
