// Fills a new replica file from one snapshot of the database.
import type { DatabaseSync } from "node:sqlite";
import { utcDay } from "../../../day.ts";
import type { DatabaseAddress } from "../../../db/address.ts";
import type { Session } from "../../../db/database.ts";
import { readCopy } from "../../../db/readCopy.ts";
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
import {
  exportSnapshot,
  selectCatalogState,
  selectConditionRanks,
  selectOffersSize,
} from "../replicaQueries.ts";
import { writeReplicatedTerms } from "../replicatedTerms.ts";
import { createReplicaWriter, writeConditionRanks } from "../replicaWriter.ts";
import { estimateFill, type FillStep, needOfCopy, needOfStep } from "./fillSpace.ts";
import { fillWords } from "./fillWords.ts";
import { startWordsThread } from "./startWordsThread.ts";

export type FillOptions = {
  readonly clock: () => Date;
  readonly monotonicMs: () => number;
  readonly readFreeBytes: () => number;
  /** The size of the file that the new one replaces; 0 if there is none. */
  readonly replacedBytes: number;
  /** Null: this thread fills the words too. */
  readonly wordsThread: {
    readonly address: DatabaseAddress;
    /** Smaller catalogs are filled faster than a thread starts. */
    readonly fromBytes: number;
  } | null;
};

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
 * Creates the file at `path` and returns the place that it shows. If this fails, the file is
 * incomplete. Fails before it writes if the disk has too little space for the whole fill.
 */
export async function fillReplica(
  session: Session,
  path: string,
  { clock, monotonicMs, readFreeBytes, replacedBytes, wordsThread }: FillOptions,
): Promise<number> {
  const checkSpace = (need: SpaceNeed): void => assertSpace(readFreeBytes(), need);
  const rowBytes = await selectOffersSize(session);
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
      if (wordsThread !== null && rowBytes >= wordsThread.fromBytes) {
        await fillInThreads(filling, wordsThread.address);
      } else {
        await fillRows(filling);
        await fillWords(session, file, basis, checkSpace);
      }
      return found;
    });
    checkSpace(needOfStep(file, "completion"));
    completeReplicaFile(file, { ...state, day, confirmedMs });
    return state.place;
  } finally {
    file.close();
  }
}
