// Cancelling a run, and who did.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { RunId } from "../imports/importRun.ts";
import { requestCancellation } from "../imports/queries.ts";

/** Asks a run to stop; false where it does not run. It has stopped when its state says so. */
export async function requestRunCancellation(
  db: Database,
  runId: RunId,
  actor: OperatorActor,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isAsked = await requestCancellation(tx, runId, actor.operator.name);
    if (!isAsked) return false;
    recordAuditEvent(tx, {
      actor,
      action: "cancelled an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId: null,
      before: { state: "running" },
      after: null,
      now,
    });
    return true;
  });
}
