import type { Session } from "../db/database.ts";
import { type AuditEventFilter, readAuditEvents, type StoredAuditEvent } from "./queries.ts";

const columns: Readonly<Record<string, (event: StoredAuditEvent) => string | null>> = {
  at: ({ at }) => at.toISOString(),
  operator: (event) => event.operatorName,
  email: (event) => event.operatorEmail,
  role: (event) => event.operatorRole,
  action: (event) => event.action,
  subject_kind: (event) => event.subjectKind,
  subject_id: (event) => event.subjectId,
  subject_name: (event) => event.subjectName,
  account: (event) => event.accountName,
  account_id: (event) => event.accountId,
  before: (event) => event.before,
  after: (event) => event.after,
  request_id: (event) => event.requestId,
  event_id: (event) => event.auditEventId,
};
const readers = Object.values(columns);

/** Yields the header, then the matching events, newest first. */
export async function* exportAuditEvents(
  session: Session,
  filter: AuditEventFilter,
): AsyncGenerator<readonly string[]> {
  yield Object.keys(columns);
  for await (const events of readAuditEvents(session, filter)) {
    yield* events.map((event) => readers.map((read) => read(event) ?? ""));
  }
}
