// Compares a replica file with one that is filled for it, on a running service too. Invariant: only
// offers that change meanwhile are left out.
import { DatabaseSync } from "node:sqlite";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { readPlaces, selectChangedIds } from "./applyChanges.ts";
import { fillReplica } from "./fillReplica.ts";
import { replicatedColumns } from "./offerRecord.ts";
import { readSnapshot } from "./readSnapshot.ts";
import { deleteReplicaFile, readReplicaState } from "./replicaFile.ts";
import { offerIdBits } from "./schema.ts";

/** How a replica differs from the database. */
export type ReplicaComparison = {
  /** The place in the order of changes that the replica shows. */
  readonly place: number;
  readonly offers: number;
  /** Ids of offers that are missing, left over, or have other values or another rank. */
  readonly missing: readonly number[];
  readonly leftOver: readonly number[];
  readonly different: readonly number[];
  /** Words that find other offers. */
  readonly words: readonly string[];
};

type CompareOptions = {
  readonly session: Session;
  /** The file of the replica, and where to fill another one, which is deleted. */
  readonly path: string;
  readonly filledPath: string;
  readonly monotonicMs: () => number;
  readonly readFreeBytes: () => number;
};

const values = (table: string): string =>
  ["rank", ...replicatedColumns].map((column) => `${table}.${column}`).join(", ");

const comparisons = {
  missing: `select offer_id from filled.offers f where not exists (
      select 1 from main.offers o where o.offer_id = f.offer_id)`,
  leftOver: `select offer_id from main.offers o where not exists (
      select 1 from filled.offers f where o.offer_id = f.offer_id)`,
  different: `select o.offer_id from main.offers o join filled.offers f using (offer_id)
      where (${values("o")}) is not (${values("f")})
    union
    select offer_id from (
      select * from (select * from main.interchangeable except select * from filled.interchangeable)
      union all
      select * from (select * from filled.interchangeable except select * from main.interchangeable)
    )`,
} as const;

/** The words with another number of offers. */
const countedWords = `select term from temp.words_of_main m full join temp.words_of_filled f
    using (term)
  where m.doc is not f.doc order by term`;

function findIds(file: DatabaseSync, query: string): number[] {
  const ids = file.prepare(`${query} order by 1`);
  return ids.all().map((row) => Number(row["offer_id"]));
}

/** The offers that a word finds. */
function findByWord(file: DatabaseSync, schema: "main" | "filled", word: string): Set<number> {
  const found = file.prepare(
    `select rowid & (1 << ${offerIdBits}) - 1 as offer_id from ${schema}.words where words match ?`,
  );
  return new Set(found.all(`"${word}"`).map((row) => Number(row["offer_id"])));
}

function compareWords(file: DatabaseSync, changed: ReadonlySet<number>): string[] {
  file.exec(`create virtual table temp.words_of_main using fts5vocab(main, words, row);
    create virtual table temp.words_of_filled using fts5vocab(filled, words, row)`);
  const counted = file.prepare(countedWords).all();
  return counted
    .map((row) => String(row["term"]))
    .filter((word) => {
      const [one, other] = [findByWord(file, "main", word), findByWord(file, "filled", word)];
      return [...one.symmetricDifference(other)].some((offerId) => !changed.has(offerId));
    });
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

/**
 * Compares a replica with the database, whether or not it is followed meanwhile. Writes a file of
 * the same size.
 */
export async function compareReplica({
  session,
  path,
  filledPath,
  ...options
}: CompareOptions): Promise<ReplicaComparison> {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    file.exec("pragma busy_timeout = 2000");
    const { day } = readReplicaState(file);
    const clock = () => new Date(`${day}T12:00:00Z`);
    const filledPlace = await fillReplica(session, filledPath, { clock, ...options });
    file.prepare("attach ? as filled").run(filledPath);
    file.exec("begin");
    const { place } = readReplicaState(file);
    const changed = await readSnapshot(session, () =>
      readChangedIds(session, Math.min(place, filledPlace)),
    );
    const compare = (query: string) =>
      findIds(file, query).filter((offerId) => !changed.has(offerId));
    const counted = file.prepare("select count(*) as offers from main.offers").get();
    return {
      place,
      offers: Number(counted?.["offers"]),
      missing: compare(comparisons.missing),
      leftOver: compare(comparisons.leftOver),
      different: compare(comparisons.different),
      words: compareWords(file, changed),
    };
  } finally {
    file.close();
    await deleteReplicaFile(filledPath);
  }
}
