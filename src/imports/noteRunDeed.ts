// What an operator does with a run, for the audit: that it began, and what it committed.
import { noteDeed } from "../audit/noteDeed.ts";
import type { Queryable, Session } from "../db/database.ts";
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
export async function noteRunDeed(
  session: Session,
  runId: RunId,
  request: RunRequest,
  report: RunReport | null,
): Promise<void> {
  const { origin, kind, mode, vendor, accountId, reverts, source, accepted, now } = request;
  if (origin === undefined) return;
  const sent: Promise<unknown>[] = [];
  const tx: Queryable = {
    query: (statement) => {
      const answer = session.query<never>(statement);
      answer.catch(() => undefined);
      sent.push(answer);
      return answer;
    },
  };
  noteDeed(tx, {
    operator: origin.operator,
    action: nameDeed(request, report !== null),
    subjectKind: "import",
    subjectId: String(runId),
    accountId,
    before: null,
    after: {
      ...{ kind, mode, vendor, reverts, file_name: source.fileName, accepted },
      ...(report === null ? {} : { counts: report.counts, stops: report.stops }),
    },
    requestId: origin.requestId,
    now,
  });
  await Promise.all(sent);
}
