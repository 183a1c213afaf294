// Deeds as the rows of a file.
import type { Session } from "../db/database.ts";
import { type DeedFilter, readDeeds, type StoredDeed } from "./queries.ts";

const columns = [
  ...["at", "operator", "email", "role", "action", "subject_kind", "subject_id"],
  ...["account", "account_id", "before", "after", "request_id", "deed_id"],
];

function toCells(deed: StoredDeed): readonly string[] {
  return [
    ...[deed.at.toISOString(), deed.operatorName, deed.operatorEmail, deed.operatorRole],
    ...[deed.action, deed.subjectKind, deed.subjectId, deed.accountName, deed.accountId],
    ...[deed.before, deed.after, deed.requestId, deed.deedId],
  ].map((text) => text ?? "");
}

/** Yields the header, then the deeds of a filter, the newest first. */
export async function* exportDeeds(
  session: Session,
  filter: DeedFilter,
): AsyncGenerator<readonly string[]> {
  yield columns;
  for await (const deeds of readDeeds(session, filter)) yield* deeds.map(toCells);
}
