// Fills a new replica file from one snapshot of the database.
import type { DatabaseSync } from "node:sqlite";
import type { DatabaseAddress } from "../../../db/address.ts";
import type { Session } from "../../../db/database.ts";
import { readCopy } from "../../../db/readCopy.ts";
import { utcDay } from "../../../kit/day.ts";
import { selectOwnTerms } from "../../terms/ownTermQueries.ts";
import { assertSpace, type SpaceNeed } from "../freeSpace.ts";
import type { RankBasis } from "../hitRank.ts";
import { copiedOffer } from "../offerRecord.ts";
import { readSnapshot } from "../readSnapshot.ts";
import {
  completeReplicaFile,
  copyWords,
  createReplicaFile,
  createReplicaIndexes,
  deleteReplicaFile,
  wordsPath,
} from "../replicaFile.ts";
import { exportSnapshot, selectCatalogState, selectConditionRanks } from "../replicaQueries.ts";
import { writeReplicatedTerms } from "../replicatedTerms.ts";
import { createReplicaWriter, writeConditionRanks } from "../replicaWriter.ts";
import { estimateFill, type FillStep, needOfCopy, needOfStep } from "./fillSpace.ts";
import { fillWords } from "./fillWords.ts";
import { startWordsThread } from "./startWordsThread.ts";

export type FillOptions = {
  readonly clock: () => Date;
  readonly monotonicMs: () => number;
  readonly readFreeBytes: () => number;
  /** The size of the rows in the database. */
  readonly rowBytes: number;
  /** The size of the file that the new one replaces; 0 if there is none. */
  readonly replacedBytes: number;
};

/** Fills a new file at `path`; if this fails, the file is incomplete. */
export type Fill = (session: Session, path: string, options: FillOptions) => Promise<void>;

/** A new file and what is read into it. */
type Filling = {
  readonly session: Session;
  readonly path: string;
  readonly file: DatabaseSync;
  readonly basis: RankBasis;
  readonly checkSpace: (need: SpaceNeed) => void;
};

/** Inserts the rows of all offers, and what is computed from them. */
async function fillRows({ session, file, basis, checkSpace }: Filling): Promise<void> {
  const writer = createReplicaWriter(file);
  const checkStep = (step: FillStep): void => checkSpace(needOfStep(file, step));
  for await (const rows of readCopy(session, `select ${copiedOffer} from offers o`)) {
    checkStep("rows");
    writer.insert(rows, basis);
  }
  checkStep("fragments");
  writer.insertFragments();
  checkStep("indexes");
  createReplicaIndexes(file);
}

/** Fills rows and words concurrently, in two threads. */
async function fillInThreads(filling: Filling, address: DatabaseAddress): Promise<void> {
  const { session, path, file, basis, checkSpace } = filling;
  const words = wordsPath(path);
  const snapshot = await exportSnapshot(session);
  const thread = startWordsThread({ address, snapshot, path: words, basis });
  try {
    await fillRows(filling);
    await thread.ended;
    checkSpace(needOfCopy(file, words));
    copyWords(file, words);
  } finally {
    await thread.stop();
    await deleteReplicaFile(words);
  }
}

/**
 * A `Fill`, in this thread; with an address, a second thread fills the words. Fails before it
 * writes if the disk has too little space for the whole fill.
 */
export async function fillReplica(
  session: Session,
  path: string,
  { clock, monotonicMs, readFreeBytes, rowBytes, replacedBytes }: FillOptions,
  wordsAddress?: DatabaseAddress,
): Promise<void> {
  const checkSpace = (need: SpaceNeed): void => assertSpace(readFreeBytes(), need);
  checkSpace(estimateFill(rowBytes, replacedBytes));
  const file = createReplicaFile(path);
  try {
    const day = utcDay(clock());
    const confirmedMs = monotonicMs();
    const state = await readSnapshot(session, async () => {
      const found = await selectCatalogState(session, 0);
      const conditionRanks = await selectConditionRanks(session);
      writeConditionRanks(file, conditionRanks);
      writeReplicatedTerms(file, await selectOwnTerms(session));
      const basis = { day, conditionRanks };
      const filling = { session, path, file, basis, checkSpace };
      if (wordsAddress !== undefined) await fillInThreads(filling, wordsAddress);
      else {
        await fillRows(filling);
        await fillWords(session, file, basis, checkSpace);
      }
      return found;
    });
    checkSpace(needOfStep(file, "completion"));
    completeReplicaFile(file, { ...state, day, confirmedMs });
  } finally {
    file.close();
  }
}
