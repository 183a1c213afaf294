// The counts of frequent words, read once a minute: they change as slowly as the catalog does.
import type { Queryable } from "../../db/database.ts";
import type { WordCounts } from "./estimateOffers.ts";
import { selectWordCounts } from "./nameQueries.ts";

const rememberedMs = 60_000;

type Remembered = { readonly readAt: number; readonly counts: Promise<WordCounts> };

const remembered = new WeakMap<Queryable, Remembered>();

/** The counts of a database, at most a minute old. Fails only as the database fails. */
export function cacheWordCounts(db: Queryable, now: Date): Promise<WordCounts> {
  const known = remembered.get(db);
  if (known !== undefined && Math.abs(now.getTime() - known.readAt) < rememberedMs) {
    return known.counts;
  }
  const counts = selectWordCounts(db);
  remembered.set(db, { readAt: now.getTime(), counts });
  counts.catch(() => remembered.delete(db));
  return counts;
}
