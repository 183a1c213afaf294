// The thread that works on one import and ends: reading a million rows keeps no request waiting,
// and what it holds in memory goes with it.
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../db/database.ts";
import type { ThreadOrder } from "./importRunner.ts";
import { runImportWork } from "./importWork.ts";

const { address, work, limits } = workerData as ThreadOrder;

// One connection says how far the run is while another reads the file.
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
