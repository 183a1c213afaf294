// Finds offers by part number. Concurrent lookups are batched: while three statements run, new
// lookups join the next one. Invariant: a statement starts after every lookup it serves, so each
// sees everything committed before it.
import type { Queryable } from "../../db/database.ts";
import { selectByNumber } from "../queries.ts";
import {
  type ConditionRanks,
  rankOffers,
  readUnrankedOffers,
  type UnrankedOffer,
} from "./foundOffer.ts";
import type { LookupFilter } from "./selectFoundText.ts";

type OffersByNumber = ReadonlyMap<string, readonly UnrankedOffer[]>;

export type FindByNumber = (
  keys: readonly string[],
  filter: LookupFilter,
) => Promise<OffersByNumber>;

/** Lookups with one filter that share one statement. */
type Batch = {
  readonly filter: LookupFilter;
  readonly keys: Set<string>;
  readonly found: PromiseWithResolvers<OffersByNumber>;
};

/** Enough that neither side waits for the other; with more, fewer lookups would share one. */
const maxConcurrentQueries = 3;
/** Keys of one statement, from which on the next lookup starts another. */
const maxKeys = 300;

/** Finds the offers of the keys in one statement and ranks those that share a key. */
export async function selectRankedByNumber(
  db: Queryable,
  rankConditions: (db: Queryable, conditions: Iterable<string>) => Promise<ConditionRanks>,
  keys: readonly string[],
  filter: LookupFilter,
): Promise<OffersByNumber> {
  if (keys.length === 0) return new Map();
  const found = readUnrankedOffers(await selectByNumber(db, keys, filter), keys);
  const several = [...found.values()].filter((offers) => offers.length > 1);
  const conditions = new Set(several.flat().map((offer) => offer.condition));
  const ranks = await rankConditions(db, conditions);
  for (const offers of several) rankOffers(offers, ranks);
  return found;
}

function formatFilter({ day, inStock, condition, vendor }: LookupFilter): string {
  return JSON.stringify([day, inStock, condition, vendor]);
}

/** Batches concurrent lookups into calls of `select`. A failure fails every lookup of its batch. */
export function batchByNumber(select: FindByNumber): FindByNumber {
  /** Batches that lookups can still join, by their filter. */
  const open = new Map<string, Batch>();
  const queue: Batch[] = [];
  let running = 0;

  function startNext(): void {
    const batch = running < maxConcurrentQueries ? queue.shift() : undefined;
    if (batch === undefined) return;
    const filter = formatFilter(batch.filter);
    if (open.get(filter) === batch) open.delete(filter);
    running += 1;
    select([...batch.keys], batch.filter)
      .then(batch.found.resolve, batch.found.reject)
      .finally(() => {
        running -= 1;
        startNext();
      });
  }

  return async (keys, filter) => {
    if (keys.length === 0) return new Map();
    const name = formatFilter(filter);
    let batch = open.get(name);
    if (batch === undefined) {
      batch = { filter, keys: new Set(), found: Promise.withResolvers<OffersByNumber>() };
      open.set(name, batch);
      queue.push(batch);
    }
    for (const key of keys) batch.keys.add(key);
    if (batch.keys.size >= maxKeys) open.delete(name);
    startNext();
    return batch.found.promise;
  };
}
