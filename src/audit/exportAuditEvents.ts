// Deeds as the rows of a file.
import type { Session } from "../db/database.ts";
import { type AuditEventFilter, readAuditEvents, type StoredAuditEvent } from "./queries.ts";

const columns = [
  ...["at", "operator", "email", "role", "action", "subject_kind", "subject_id"],
  ...["account", "account_id", "before", "after", "request_id", "event_id"],
];

function toCells(deed: StoredAuditEvent): readonly string[] {
  return [
    ...[deed.at.toISOString(), deed.operatorName, deed.operatorEmail, deed.operatorRole],
    ...[deed.action, deed.subjectKind, deed.subjectId, deed.accountName, deed.accountId],
    ...[deed.before, deed.after, deed.requestId, deed.auditEventId],
  ].map((text) => text ?? "");
}

/** Yields the header, then the deeds of a filter, the newest first. */
export async function* exportAuditEvents(
  session: Session,
  filter: AuditEventFilter,
): AsyncGenerator<readonly string[]> {
  yield columns;
  for await (const deeds of readAuditEvents(session, filter)) yield* deeds.map(toCells);
}
