// The thread that fills the words of a large catalog while another thread fills its rows.
import { dirname } from "node:path";
import { workerData } from "node:worker_threads";
import { assertSpace, readFreeBytes, type SpaceNeed } from "../freeSpace.ts";
import { readSnapshot } from "../readSnapshot.ts";
import { createReplicaFile } from "../replicaFile.ts";
import { needOfStep } from "./fillSpace.ts";
import { fillWords } from "./fillWords.ts";
import { openReplicaDatabase } from "./openReplicaDatabase.ts";
import type { WordsOrder } from "./startWordsThread.ts";

const { address, snapshot, path, basis } = workerData as WordsOrder;
const db = openReplicaDatabase(address);
const file = createReplicaFile(path);
try {
  const session = await db.openSession();
  const checkSpace = (need: SpaceNeed) => assertSpace(readFreeBytes(dirname(path)), need);
  await readSnapshot(session, () => fillWords(session, file, basis, checkSpace), snapshot);
  checkSpace(needOfStep(file, "completion"));
  file.exec("commit");
  session.destroy();
} finally {
  file.close();
  await db.close();
}
