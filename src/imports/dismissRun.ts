import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { ImportRun } from "./importRun.ts";
import { markRunDismissed } from "./runListQueries.ts";

/** Ends the task of an import that failed or stopped; false if it did neither, or was dismissed. */
export function dismissRun(
  db: Database,
  { runId, state, accountId }: Pick<ImportRun, "runId" | "state" | "accountId">,
  actor: OperatorActor,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await markRunDismissed(tx, runId, now))) return false;
    recordAuditEvent(tx, {
      actor,
      action: "dismissed an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId,
      before: { state },
      now,
    });
    return true;
  });
}
