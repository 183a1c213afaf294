// Compares what a replica file stores besides offers with the database: the conditions, the terms
// of this distributor, and the state. Invariant: concurrent changes are ignored.
import { DatabaseSync } from "node:sqlite";
import type { Session } from "../../../db/database.ts";
import { selectNewestPlace } from "../../changeQueries.ts";
import { selectOwnTerms } from "../../terms/ownTermQueries.ts";
import { readPlaces } from "../applyChanges.ts";
import { readSnapshot } from "../readSnapshot.ts";
import { readReplicaState } from "../replicaFile.ts";
import { selectCatalogState, selectConditionRanks } from "../replicaQueries.ts";
import { writeReplicatedTerms } from "../replicatedTerms.ts";
import { writeConditionRanks } from "../replicaWriter.ts";
import { replicaSchema, replicaVersion } from "../schema.ts";

/** Tables that follow the codes and terms of the database, as queries of all their rows. */
const followedTables = {
  conditions: "select * from conditions order by code",
  own_terms: "select * from own_terms",
};

/** Whether a file has one state. No other file is complete. */
export function hasState(file: DatabaseSync): boolean {
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
export async function compareTables(
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
