// Fills the index of words of a new file.
import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../../../db/database.ts";
import { readSortedCopy } from "../../../db/readCopy.ts";
import type { SpaceNeed } from "../freeSpace.ts";
import type { RankBasis } from "../hitRank.ts";
import { type OfferWords, selectWordsByRank, toOfferWords } from "../offerWords.ts";
import { createReplicaWriter } from "../replicaWriter.ts";
import { needOfStep } from "./fillSpace.ts";

/** Offers of one rank that are sorted by id; more of them begin a new segment. */
const maxTied = 20_000;

/** Inserts the words of all offers and the list of words. Calls `checkSpace` before it writes. */
export async function fillWords(
  session: Session,
  file: DatabaseSync,
  basis: RankBasis,
  checkSpace: (need: SpaceNeed) => void,
): Promise<void> {
  const writer = createReplicaWriter(file);
  let tied: OfferWords[] = [];
  function writeTied(): void {
    writer.insertWords(tied.sort((one, other) => one.offerId - other.offerId));
    tied = [];
  }
  for (const setting of ["work_mem = '64MB'", "max_parallel_workers_per_gather = 0"]) {
    await session.query({ name: "", text: `set local ${setting}` });
  }
  for await (const rows of readSortedCopy(session, selectWordsByRank(basis.day))) {
    checkSpace(needOfStep(file, "words"));
    for (const row of rows) {
      const words = toOfferWords(row, basis);
      if (tied[0]?.rank !== words.rank || tied.length === maxTied) writeTied();
      tied.push(words);
    }
  }
  writeTied();
  checkSpace(needOfStep(file, "the list of words"));
  writer.endWords();
}
