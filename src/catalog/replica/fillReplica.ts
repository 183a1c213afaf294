// Fills a new replica file from one snapshot of the database.
import { utcDay } from "../../day.ts";
import type { Session } from "../../db/database.ts";
import { readCopy } from "../../db/readCopy.ts";
import { assertSpace } from "./freeSpace.ts";
import { copiedOffer } from "./offerRecord.ts";
import { readSnapshot } from "./readSnapshot.ts";
import { completeReplicaFile, createReplicaFile } from "./replicaFile.ts";
import { selectCatalogState, selectConditionRanks } from "./replicaQueries.ts";
import { createReplicaWriter, writeConditionRanks } from "./replicaWriter.ts";

type FillOptions = {
  readonly clock: () => Date;
  readonly monotonicMs: () => number;
  readonly readFreeBytes: () => number;
};

/** Creates the file at `path`; returns the place that it shows. If this fails, it is incomplete. */
export async function fillReplica(
  session: Session,
  path: string,
  { clock, monotonicMs, readFreeBytes }: FillOptions,
): Promise<number> {
  const file = createReplicaFile(path);
  try {
    const writer = createReplicaWriter(file);
    const day = utcDay(clock());
    const confirmedMs = monotonicMs();
    const state = await readSnapshot(session, async () => {
      const found = await selectCatalogState(session, 0);
      const conditionRanks = await selectConditionRanks(session);
      writeConditionRanks(file, conditionRanks);
      const query = `select ${copiedOffer} from offers o`;
      for await (const rows of readCopy(session, query)) {
        assertSpace(readFreeBytes());
        writer.insert(rows, { day, conditionRanks });
      }
      return found;
    });
    writer.insertWords();
    completeReplicaFile(file, { ...state, day, confirmedMs });
    return state.place;
  } finally {
    file.close();
  }
}
