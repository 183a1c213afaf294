// The process that reads one uploaded file: reading a million rows blocks no request, and its memory
// is freed when it ends.
import { openDatabase } from "../db/openDatabase.ts";
import { serveOrder } from "../kit/program.ts";
import type { ImportOrder } from "./importRunner.ts";
import { runImportWork } from "./importWork.ts";

serveOrder(async ({ address, work, limits }: ImportOrder, sendStarted) => {
  // One connection reports the progress of the run while another reads the file.
  const db = openDatabase({
    address,
    poolSize: 3,
    applicationName: "partsdesk import",
    onIdleError: () => undefined,
  });
  try {
    return await runImportWork(db, work, limits, sendStarted);
  } finally {
    await db.close();
  }
});
