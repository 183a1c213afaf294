import type { Session } from "../db/database.ts";
import { type AuditEventFilter, readAuditEvents, type StoredAuditEvent } from "./queries.ts";

const columns = [
  "at",
  "operator",
  "email",
  "role",
  "action",
  "subject_kind",
  "subject_id",
  "account",
  "account_id",
  "before",
  "after",
  "request_id",
  "event_id",
];

function toCells(event: StoredAuditEvent): readonly string[] {
  return [
    event.at.toISOString(),
    event.operatorName,
    event.operatorEmail,
    event.operatorRole,
    event.action,
    event.subjectKind,
    event.subjectId,
    event.accountName,
    event.accountId,
    event.before,
    event.after,
    event.requestId,
    event.auditEventId,
  ].map((text) => text ?? "");
}

/** Yields the header, then the matching events, newest first. */
export async function* exportAuditEvents(
  session: Session,
  filter: AuditEventFilter,
): AsyncGenerator<readonly string[]> {
  yield columns;
  for await (const events of readAuditEvents(session, filter)) yield* events.map(toCells);
}
