// The thread of one import: reading a million rows blocks no request, and its memory is freed when
// it ends.
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../db/openDatabase.ts";
import type { ThreadOrder } from "./importRunner.ts";
import { runImportWork } from "./importWork.ts";

const { address, work, limits } = workerData as ThreadOrder;

// One connection reports the progress of the run while another reads the file.
const db = openDatabase({
  address,
  poolSize: 3,
  applicationName: "partsdesk import",
  onIdleError: () => undefined,
});
try {
  await runImportWork(db, work, limits, (runId) => parentPort?.postMessage(runId));
} finally {
  await db.close();
}
