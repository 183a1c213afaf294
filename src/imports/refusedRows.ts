// The refused rows of a run, stored as a file of their own.
import type { Database } from "../db/database.ts";
import { insertRefusedPiece } from "./fileQueries.ts";
import { createRefusedRowsText } from "./rows/refusals.ts";
import type { RunId } from "./run.ts";

/** Stores the refused rows of the run that starts. */
export function keepRefusedRows(db: Database, onStart?: (runId: RunId) => void) {
  let startedRun: RunId | undefined;
  let place = 0;
  return {
    refusedRows: createRefusedRowsText(async (text) => {
      if (startedRun === undefined) throw new Error("A row was refused before its run started.");
      await insertRefusedPiece(db, startedRun, place, Buffer.from(text));
      place += 1;
    }),
    onStart: (runId: RunId) => {
      startedRun = runId;
      onStart?.(runId);
    },
  };
}
