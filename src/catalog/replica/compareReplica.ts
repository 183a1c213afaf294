// Compares a replica file with the database while a service runs: what is small as a whole, the
// number of offers, and some of them, drawn at random.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import { haveSameRanks } from "./applyChanges.ts";
import {
  copiedOffer,
  type ReplicaOffer,
  rankOfOffer,
  replicatedColumns,
  toReplicaOffer,
} from "./offerRecord.ts";
import { readSnapshot } from "./readSnapshot.ts";
import { type ReplicaState, readReplicaState, saysDamaged } from "./replicaFile.ts";
import { countRows, selectCatalogState, selectConditionRanks } from "./replicaQueries.ts";
import { readConditionRanks } from "./replicaWriter.ts";

/** How a replica differs from the database, if it does. */
export type ReplicaComparison = {
  /** The place in the order of changes that both show. */
  readonly place: number;
  readonly offers: number;
  readonly differences: readonly string[];
};

const compared = 1_000;
const [maxTries, triedMs] = [200, 50];

type StoredOffer = ReplicaOffer & { readonly rank: number };

/** Ids of offers drawn at random that the file does not have, or has with other values. */
async function findDifferent(session: Session, file: DatabaseSync, day: string): Promise<number[]> {
  const select = file.prepare(
    `select ${replicatedColumns.join(", ")}, rank from offers where offer_id = ?`,
  );
  const basis = { day, conditionRanks: await selectConditionRanks(session) };
  const different: number[] = [];
  const drawn = `select ${copiedOffer} from offers o order by random() limit ${compared}`;
  for await (const rows of readCopy(session, drawn)) {
    for (const row of rows) {
      const made = toReplicaOffer(row);
      const offerId = Number(made.offer_id);
      const stored = select.get(offerId) as StoredOffer | undefined;
      const expected = { ...made, rank: rankOfOffer(made, basis) };
      if (JSON.stringify(expected) !== JSON.stringify(stored)) different.push(offerId);
    }
  }
  return different.sort((one, other) => one - other);
}

/** Compares the state that a file shows with the session's snapshot; undefined if it is behind. */
async function compareState(
  session: Session,
  file: DatabaseSync,
  known: ReplicaState,
): Promise<ReplicaComparison | undefined> {
  const { origin, place, stamp } = await selectCatalogState(session, known.place);
  if (origin === known.origin && place > known.place) return undefined;
  const differences: string[] = [];
  if (known.origin !== origin || known.place !== place || known.stamp !== stamp) {
    differences.push("The replica has another history than the database");
  }
  const terms = file.prepare("select terms from own_terms").all();
  if (JSON.stringify(terms) !== JSON.stringify([{ terms: await writeTerms(session) }])) {
    differences.push("Terms of the distributor differ");
  }
  if (!haveSameRanks(readConditionRanks(file), await selectConditionRanks(session))) {
    differences.push("Conditions differ");
  }
  const offers = await countRows(session, "select from offers");
  const rules = await countRows(session, "select from agreement_rules");
  for (const [table, rows] of Object.entries({ offers, agreement_rules: rules })) {
    const counted = file.prepare(`select count(*) as rows from ${table}`).get()?.["rows"];
    if (counted !== rows)
      differences.push(`The replica has ${counted} of ${rows} rows of ${table}`);
  }
  const different = await findDifferent(session, file, known.day);
  if (different.length > 0) differences.push(`Offers differ: ${different.join(", ")}`);
  return { place, offers, differences };
}

async function writeTerms(session: Session): Promise<string> {
  return JSON.stringify(await selectOwnTerms(session));
}

/** Undefined if the replica does not follow the database, or the catalog changes all the time. */
export async function compareReplica(
  session: Session,
  path: string,
): Promise<ReplicaComparison | undefined> {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    file.exec("pragma busy_timeout = 2000");
    for (let tries = 0; tries < maxTries; tries += 1) {
      file.exec("begin");
      const [opened, known] = [file, readReplicaState(file)];
      const found = await readSnapshot(session, () => compareState(session, opened, known));
      file.exec("commit");
      if (found !== undefined) return found;
      await delay(triedMs);
    }
    return undefined;
  } catch (error) {
    if (!saysDamaged(error)) throw error;
    return {
      place: 0,
      offers: 0,
      differences: [`The file is damaged: ${(error as Error).message}`],
    };
  } finally {
    file?.close();
  }
}
