// What lookups share: statements for part numbers, the order of conditions, and the counts of
// frequent words. `app.ts` creates it once; nothing of it is module state.
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import type { WordCounts } from "./search/estimateOffers.ts";
import { batchByNumber, type FindByNumber, selectRankedByNumber } from "./search/findByNumber.ts";
import type { ConditionRanks } from "./search/foundOffer.ts";
import { selectWordCounts } from "./search/nameQueries.ts";

/** Reads the catalog through `db`, with the state that all lookups of a process share. */
export type CatalogReader = {
  readonly db: Queryable;
  /** The offers of each key, best first; there may be other keys. */
  readonly findByNumber: FindByNumber;
  /** The counts of frequent words, at most a minute old. */
  countWords(now: Date): Promise<WordCounts>;
  /** Reads inside a transaction, only on its connection; shares caches, but no statements. */
  within(tx: Transaction): CatalogReader;
};

/** A database and what lookups in it share; the context of each interface has both. */
export type CatalogAccess = { readonly db: Database; readonly catalog: CatalogReader };

const wordCountsMaxAgeMs = 60_000;

/**
 * Ranks conditions. Queries the database only for a condition that it does not know yet: codes are
 * added, never changed or removed, and a new one leaves the order of the others (decision 63).
 */
function createConditionRanks() {
  let known: ConditionRanks = new Map();
  return async (db: Queryable, conditions: Iterable<string>): Promise<ConditionRanks> => {
    if ([...conditions].every((condition) => known.has(condition))) return known;
    const { conditions: all } = await selectTradeCodes(db);
    known = new Map(all.map(({ code }, rank) => [code, rank]));
    return known;
  };
}

/** Caches the counts of frequent words, which change as slowly as the catalog does. */
function createWordCountCache(db: Queryable) {
  let cached: { readonly readAt: number; readonly counts: Promise<WordCounts> } | null = null;

  function findCurrent(now: Date): Promise<WordCounts> | null {
    const age =
      cached === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - cached.readAt);
    return age < wordCountsMaxAgeMs ? (cached?.counts ?? null) : null;
  }

  function read(now: Date): Promise<WordCounts> {
    const current = findCurrent(now);
    if (current !== null) return current;
    const counts = selectWordCounts(db);
    cached = { readAt: now.getTime(), counts };
    counts.catch(() => {
      cached = null;
    });
    return counts;
  }

  return { findCurrent, read };
}

/** Creates the reader of a database's catalog, once for a process. Its reads fail as `db` does. */
export function createCatalogReader(db: Queryable): CatalogReader {
  const rankConditions = createConditionRanks();
  const wordCounts = createWordCountCache(db);

  function within(tx: Transaction): CatalogReader {
    return {
      db: tx,
      findByNumber: (keys, filter) => selectRankedByNumber(tx, rankConditions, keys, filter),
      countWords: (now) => wordCounts.findCurrent(now) ?? selectWordCounts(tx),
      within,
    };
  }

  return {
    db,
    findByNumber: batchByNumber((keys, filter) =>
      selectRankedByNumber(db, rankConditions, keys, filter),
    ),
    countWords: wordCounts.read,
    within,
  };
}
