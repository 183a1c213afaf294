// What an operator does with a run, for the audit: that it began, and what it committed.
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";
import type { RunId, RunReport, RunRequest } from "./importRun.ts";

function nameDeed({ mode, isDry, accepted }: RunRequest, isOver: boolean): string {
  if (mode === "revert") return isOver ? "undid an import" : "began to undo an import";
  if (isDry) return "began a dry run";
  const past = accepted === null ? "" : " past its guard rails";
  return `${isOver ? "committed" : "began"} an import${past}`;
}

/**
 * Notes in the session's transaction what an operator does by a run: that it begins, or, with its
 * report, that it is committed. Of a run of the shell nothing is noted: it says who began it.
 */
export function recordRunEvent(
  tx: Transaction,
  runId: RunId,
  request: RunRequest,
  report: RunReport | null,
): void {
  const { origin, kind, mode, vendor, accountId, reverts, source, accepted, now } = request;
  if (origin === undefined) return;
  recordAuditEvent(tx, {
    actor: origin.actor,
    action: nameDeed(request, report !== null),
    subjectKind: "import",
    subjectId: String(runId),
    accountId,
    before: null,
    after: {
      ...{ kind, mode, vendor, reverts, file_name: source.fileName, accepted },
      ...(report === null ? {} : { counts: report.counts, stops: report.stops }),
    },
    now,
  });
}
