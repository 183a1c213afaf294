// Fills a new replica file from one snapshot of the database.
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { utcDay } from "../../kit/day.ts";
import { selectOwnTerms } from "../terms/ownTermQueries.ts";
import { assertSpace } from "./freeSpace.ts";
import { copiedOffer } from "./offerRecord.ts";
import { readSnapshot } from "./readSnapshot.ts";
import { completeReplicaFile, createReplicaFile, createReplicaIndexes } from "./replicaFile.ts";
import { type CatalogState, selectCatalogState, selectConditionRanks } from "./replicaQueries.ts";
import { copyRules } from "./replicatedRules.ts";
import { writeReplicatedTerms } from "./replicatedTerms.ts";
import { createReplicaWriter, writeConditionRanks } from "./replicaWriter.ts";

export type FillOptions = {
  readonly clock: () => Date;
  /** The system's monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** The free bytes of the folder's file system. */
  readonly readFreeBytes: () => number;
  /** Ends a fill. */
  readonly signal: AbortSignal;
};

/** Copies the rows of the catalog; returns the state that they show. */
async function copyRows(
  session: Session,
  file: DatabaseSync,
  day: string,
  check: () => void,
): Promise<CatalogState> {
  const writer = createReplicaWriter(file);
  return readSnapshot(session, async () => {
    const state = await selectCatalogState(session, 0);
    const conditionRanks = await selectConditionRanks(session);
    writeConditionRanks(file, conditionRanks);
    writeReplicatedTerms(file, await selectOwnTerms(session));
    for await (const rows of readCopy(session, `select ${copiedOffer} from offers o`)) {
      check();
      writer.insert(rows, { day, conditionRanks });
    }
    await copyRules(session, file, check);
    return state;
  });
}

/** Computes by what the offers of a new file are found. */
async function insertIndexes(file: DatabaseSync, check: () => void): Promise<void> {
  const writer = createReplicaWriter(file);
  writer.insertFragments();
  check();
  for (const _step of writer.insertWords()) {
    await yieldToOthers();
    check();
  }
  createReplicaIndexes(file);
  check();
}

/** Fills a new file at `path`; if this fails, the file is incomplete. */
export async function fillReplica(
  session: Session,
  path: string,
  { clock, monotonicMs, readFreeBytes, signal }: FillOptions,
): Promise<void> {
  const check = (): void => {
    signal.throwIfAborted();
    assertSpace(readFreeBytes());
  };
  const file = createReplicaFile(path);
  try {
    const day = utcDay(clock());
    const confirmedMs = monotonicMs();
    const state = await copyRows(session, file, day, check);
    await insertIndexes(file, check);
    completeReplicaFile(file, { ...state, day, confirmedMs });
  } finally {
    file.close();
  }
}
