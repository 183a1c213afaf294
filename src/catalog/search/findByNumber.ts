// The offers of part numbers, for all lookups that run at once: those that wait while statements
// are under way go together into the next. Invariant: a statement begins after every lookup that
// it answers, so that each sees what was committed before it.
import type { Queryable } from "../../db/database.ts";
import { rankConditions } from "../conditionRanks.ts";
import { selectByNumber } from "../queries.ts";
import { rankOffers, readUnrankedOffers, type UnrankedOffer } from "./foundOffer.ts";
import type { LookupFilter } from "./selectFoundText.ts";

type Found = ReadonlyMap<string, readonly UnrankedOffer[]>;

/** Lookups with one filter that go into one statement. */
type Party = {
  readonly filter: LookupFilter;
  readonly keys: Set<string>;
  readonly found: PromiseWithResolvers<Found>;
};

/** Enough that neither side waits for the other; with more, fewer would join. */
const mostUnderWay = 3;
/** Numbers of one statement, at which the next lookup begins another. */
const mostKeys = 300;

async function select(
  db: Queryable,
  keys: readonly string[],
  filter: LookupFilter,
): Promise<Found> {
  const found = readUnrankedOffers(await selectByNumber(db, keys, filter), keys);
  const several = [...found.values()].filter((offers) => offers.length > 1);
  const conditions = new Set(several.flat().map((offer) => offer.condition));
  const ranks = await rankConditions(db, conditions);
  for (const offers of several) rankOffers(offers, ranks);
  return found;
}

function nameFilter({ day, inStock, condition, vendor }: LookupFilter): string {
  return JSON.stringify([day, inStock, condition, vendor]);
}

/** Joins the lookups of one database. */
function createJoiner(db: Queryable) {
  /** Parties that wait, by their filter; a full one waits no more by its name. */
  const open = new Map<string, Party>();
  const queue: Party[] = [];
  let underWay = 0;

  function startNext(): void {
    const party = underWay < mostUnderWay ? queue.shift() : undefined;
    if (party === undefined) return;
    const name = nameFilter(party.filter);
    if (open.get(name) === party) open.delete(name);
    underWay += 1;
    select(db, [...party.keys], party.filter)
      .then(party.found.resolve, party.found.reject)
      .finally(() => {
        underWay -= 1;
        startNext();
      });
  }

  return (keys: readonly string[], filter: LookupFilter): Promise<Found> => {
    const name = nameFilter(filter);
    let party = open.get(name);
    if (party === undefined) {
      party = { filter, keys: new Set(), found: Promise.withResolvers<Found>() };
      open.set(name, party);
      queue.push(party);
    }
    for (const key of keys) party.keys.add(key);
    if (party.keys.size >= mostKeys) open.delete(name);
    startNext();
    return party.found.promise;
  };
}

const joiners = new WeakMap<Queryable, ReturnType<typeof createJoiner>>();

/**
 * The offers of each of the keys, best first; there may be other keys. Fails only as the database
 * fails, then for every lookup of the statement.
 */
export async function findByNumber(
  db: Queryable,
  keys: readonly string[],
  filter: LookupFilter,
): Promise<Found> {
  if (keys.length === 0) return new Map();
  const join = joiners.get(db) ?? createJoiner(db);
  joiners.set(db, join);
  return join(keys, filter);
}
