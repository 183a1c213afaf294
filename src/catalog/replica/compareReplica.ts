// Compares a replica file with the database by digests of blocks of offers, also while a service
// runs. Invariants: concurrent changes are ignored; no snapshot of the database stays open longer
// than a block of ids takes; no transaction on the file lasts longer than a block, a range of
// entries or the check of one table.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { selectNewestPlace } from "../changeQueries.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import { readPlaces, selectChangedIds } from "./applyChanges.ts";
import { compareWords } from "./compareWords.ts";
import {
  copiedOffer,
  type ReplicaOffer,
  rankOfOffer,
  replicatedColumns,
  toReplicaOffer,
  toSourceRow,
  writeSource,
} from "./offerRecord.ts";
import { readSnapshot } from "./readSnapshot.ts";
import { readReplicaState, saysDamaged } from "./replicaFile.ts";
import {
  digestedBits,
  selectCatalogState,
  selectConditionRanks,
  selectDigests,
  selectLastOfferId,
} from "./replicaQueries.ts";
import { writeReplicatedTerms } from "./replicatedTerms.ts";
import { readConditionRanks, writeConditionRanks } from "./replicaWriter.ts";
import { replicaSchema, replicaVersion } from "./schema.ts";

// Compares what a replica file stores besides offers with the database: the conditions, the terms
// of this distributor, and the state. Invariant: concurrent changes are ignored.

/** Tables that follow the codes and terms of the database, as queries of all their rows. */
const followedTables = {
  conditions: "select * from conditions order by code",
  own_terms: "select * from own_terms",
};

/** Whether a file has one state. No other file is complete. */
function hasState(file: DatabaseSync): boolean {
  return file.prepare("select place from state limit 2").all().length === 1;
}

function readTables(file: DatabaseSync): Map<string, string> {
  const tables = Object.entries(followedTables);
  return new Map(
    tables.map(([table, query]) => [table, JSON.stringify(file.prepare(query).all())]),
  );
}

/** Writes the rows that a file must have, and reads them as they are read from a file. */
async function readExpected(session: Session): Promise<Map<string, string>> {
  const file = new DatabaseSync(":memory:");
  try {
    file.exec(replicaSchema);
    writeConditionRanks(file, await selectConditionRanks(session));
    writeReplicatedTerms(file, await selectOwnTerms(session));
    return readTables(file);
  } finally {
    file.close();
  }
}

/** The tables with other rows than the database, unless codes or terms change meanwhile. */
async function compareFollowed(session: Session, file: DatabaseSync): Promise<string[]> {
  const expected = await readSnapshot(session, async () => {
    return { place: await selectNewestPlace(session), tables: await readExpected(session) };
  });
  file.exec("begin");
  const { place } = readReplicaState(file);
  const found = readTables(file);
  file.exec("commit");
  const different = [...found].filter(([table, rows]) => rows !== expected.tables.get(table));
  if (different.length === 0) return [];
  const since = Math.min(place, expected.place);
  const { hasCodes } = await readSnapshot(session, () => readPlaces(session, since));
  return hasCodes ? [] : different.map(([table]) => table);
}

/**
 * The columns of the state that contradict the database. The stamp of a place that has expired is
 * not known. Offers are compared with the ranks of the file's day, so a wrong day is reported as
 * other values of offers. The boot id and the time of the last proof belong to the machine.
 */
async function compareState(session: Session, file: DatabaseSync): Promise<string[]> {
  const { place, stamp, origin } = readReplicaState(file);
  const version = file.prepare("select version from state").get()?.["version"];
  const database = await selectCatalogState(session, place);
  const isKnown = place === 0 || database.knownStamp !== null;
  const wrong = {
    version: version !== replicaVersion,
    origin: origin !== database.origin,
    place: place > database.place || (!isKnown && place > database.expired),
    stamp: isKnown && stamp !== database.knownStamp,
  };
  return Object.entries(wrong).flatMap(([name, isWrong]) => (isWrong ? `state.${name}` : []));
}

/**
 * Compares everything but offers; `awaitPlace` waits until the file shows a place. Returns a line
 * for each table, or column of the state, that differs.
 */
async function compareTables(
  session: Session,
  file: DatabaseSync,
  awaitPlace: (place: number) => Promise<void>,
): Promise<string[]> {
  await awaitPlace(await selectNewestPlace(session));
  const different = [
    ...(await compareState(session, file)),
    ...(await compareFollowed(session, file)),
  ];
  return different.map((name) => `${name} differs from the database`);
}

const maxErrors = 10;

const selectTables = "select name from pragma_table_list where schema = 'main'";

/**
 * The first integrity errors that SQLite finds in each table and its indexes. Every table is a read
 * of its own, so that a writer can empty its log in between. This does not find pages that two
 * tables share; then one of the tables has wrong rows.
 */
export function checkTables(file: DatabaseSync): string[] {
  const errors: string[] = [];
  for (const { name } of file.prepare(selectTables).all()) {
    const found = file.prepare(`pragma integrity_check("${String(name)}")`).all();
    errors.push(...found.map((row) => String(row["integrity_check"])));
  }
  return errors.filter((line) => line !== "ok").slice(0, maxErrors);
}

/** How a replica differs from the database. Lists at most a few thousand differences. */
export type ReplicaComparison = {
  /** The place in the order of changes that the replica shows. */
  readonly place: number;
  readonly offers: number;
  /** Ids of offers that are missing, left over, or have other values or another rank. */
  readonly missing: readonly number[];
  readonly leftOver: readonly number[];
  readonly different: readonly number[];
  /** Ids of offers whose indexed words, fragments or interchangeable numbers are wrong. */
  readonly misindexed: readonly number[];
  /** The integrity errors that SQLite reports, and what differs besides offers. */
  readonly damage: readonly string[];
};

type StoredOffer = ReplicaOffer & { readonly rank: number };
type Differences = Record<"missing" | "leftOver" | "different", Set<number>>;

const blockIds = 2 ** digestedBits;
/** Ids whose digests are read by one query. */
const rangeIds = 16 * blockIds;
const maxDifferences = 1_000;
/** A replica catches up faster than this, except after large imports. */
const [followedMs, checkMs] = [5_000, 20];

const selectOffers = `select rank, ${replicatedColumns.join(", ")} from offers
  where offer_id >= ? and offer_id < ? order by offer_id`;

/** Whether all columns match the row from which the offer was created. */
function isConsistent(offer: StoredOffer, rankOf: (offer: ReplicaOffer) => number): boolean {
  try {
    const made = toReplicaOffer(toSourceRow(offer));
    const isSame = replicatedColumns.every((column) => made[column] === offer[column]);
    return isSame && rankOf(made) === offer.rank;
  } catch {
    // Its JSON cannot be read.
    return false;
  }
}

/**
 * The digest of a block of a file; undefined if it is empty. Adds offers whose columns contradict
 * their row to the differences.
 */
function digestBlock(
  file: DatabaseSync,
  block: number,
  different: Set<number>,
): string | undefined {
  let hash: ReturnType<typeof createHash> | undefined;
  file.exec("begin");
  const { day } = readReplicaState(file);
  const basis = { day, conditionRanks: readConditionRanks(file) };
  for (const row of file.prepare(selectOffers).iterate(block * blockIds, (block + 1) * blockIds)) {
    const offer = row as StoredOffer;
    if (!isConsistent(offer, (made) => rankOfOffer(made, basis))) {
      different.add(Number(offer.offer_id));
      continue;
    }
    const line = writeSource(toSourceRow(offer));
    if (hash === undefined) hash = createHash("md5").update(line);
    else hash.update(`\n${line}`);
  }
  file.exec("commit");
  return hash?.digest("hex");
}

/** Waits until the file shows a place, within the total time limit. */
function createWait(file: DatabaseSync): (place: number) => Promise<void> {
  let leftMs = followedMs;
  return async (place) => {
    for (; leftMs > 0 && readReplicaState(file).place < place; leftMs -= checkMs) {
      await delay(checkMs);
    }
  };
}

/** The offers that changed after a place. */
async function readChangedIds(session: Session, place: number): Promise<Set<number>> {
  const ids = new Set<number>();
  const changes = await readPlaces(session, place);
  for await (const rows of readCopy(session, selectChangedIds(changes))) {
    for (const [offerId] of rows) ids.add(Number(offerId));
  }
  return ids;
}

/** Compares the offers of a block one by one, except those that change meanwhile. */
async function compareBlock(
  session: Session,
  file: DatabaseSync,
  block: number,
  awaitPlace: (place: number) => Promise<void>,
  differences: Differences,
): Promise<void> {
  const [from, before] = [block * blockIds, (block + 1) * blockIds];
  await awaitPlace(await selectNewestPlace(session));
  const expected = new Map<number, string>();
  const place = await readSnapshot(session, async () => {
    const query = `select ${copiedOffer} from offers o
      where o.offer_id >= ${from} and o.offer_id < ${before}`;
    for await (const rows of readCopy(session, query)) {
      for (const row of rows) expected.set(Number(row[0]), JSON.stringify(toReplicaOffer(row)));
    }
    return selectNewestPlace(session);
  });
  file.exec("begin");
  const state = readReplicaState(file);
  const stored = file.prepare(selectOffers).all(from, before) as StoredOffer[];
  file.exec("commit");
  const found: [keyof Differences, number][] = [];
  for (const { rank: _rank, ...offer } of stored) {
    const id = Number(offer.offer_id);
    const made = expected.get(id);
    if (made === undefined) found.push(["leftOver", id]);
    else if (made !== JSON.stringify(offer)) found.push(["different", id]);
    expected.delete(id);
  }
  for (const id of expected.keys()) found.push(["missing", id]);
  if (found.length === 0) return;
  const since = Math.min(place, state.place);
  const changed = await readSnapshot(session, () => readChangedIds(session, since));
  for (const [kind, id] of found) if (!changed.has(id)) differences[kind].add(id);
}

async function compareOffers(
  session: Session,
  file: DatabaseSync,
  awaitPlace: (place: number) => Promise<void>,
): Promise<Differences> {
  const differences = {
    missing: new Set(),
    leftOver: new Set(),
    different: new Set(),
  } as Differences;
  const shown = file.prepare("select coalesce(max(offer_id), 0) as id from offers").get();
  const last = Math.max(Number(shown?.["id"]), await selectLastOfferId(session));
  for (let from = 0; from <= last; from += rangeIds) {
    const expected = await selectDigests(session, from, from + rangeIds);
    const first = from / blockIds;
    for (let block = first; block < first + rangeIds / blockIds; block += 1) {
      const found = digestBlock(file, block, differences.different);
      if (expected.get(block) === found) continue;
      await compareBlock(session, file, block, awaitPlace, differences);
    }
    const { missing, leftOver, different } = differences;
    if (missing.size + leftOver.size + different.size >= maxDifferences) break;
  }
  return differences;
}

const sorted = (ids: ReadonlySet<number>): number[] => [...ids].sort((one, other) => one - other);

/** The offers whose entries are wrong, except those that changed while the entries were read. */
export async function findMisindexed(session: Session, file: DatabaseSync): Promise<number[]> {
  for (;;) {
    const before = readReplicaState(file);
    const found = compareWords(file);
    const after = readReplicaState(file);
    const isSameDay = after.day === before.day;
    if (found.length === 0 || (isSameDay && after.place === before.place)) return found;
    // At midnight ranks change without a place in the order of changes.
    if (!isSameDay) continue;
    const changed = await readSnapshot(session, () => readChangedIds(session, before.place));
    return found.filter((id) => !changed.has(id));
  }
}

/** A file that shows nothing, because it is damaged. */
function describeDamage(line: string): ReplicaComparison {
  const nothing = { missing: [], leftOver: [], different: [], misindexed: [] };
  return { place: 0, offers: 0, ...nothing, damage: [line] };
}

/** Compares a replica with the database, whether or not a follower is running. */
export async function compareReplica(session: Session, path: string): Promise<ReplicaComparison> {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    file.exec("pragma busy_timeout = 2000");
    if (!hasState(file)) return describeDamage("state does not have one row");
    const awaitPlace = createWait(file);
    const tables = await compareTables(session, file, awaitPlace);
    const { missing, leftOver, different } = await compareOffers(session, file, awaitPlace);
    const misindexed = await findMisindexed(session, file);
    const counted = file.prepare("select count(*) as offers from offers").get();
    return {
      place: readReplicaState(file).place,
      offers: Number(counted?.["offers"]),
      missing: sorted(missing),
      leftOver: sorted(leftOver),
      different: sorted(different),
      misindexed: misindexed.slice(0, maxDifferences),
      damage: [...tables, ...checkTables(file)],
    };
  } catch (error) {
    if (!saysDamaged(error)) throw error;
    return describeDamage((error as Error).message);
  } finally {
    file?.close();
  }
}
