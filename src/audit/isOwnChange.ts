import type { Queryable } from "../db/database.ts";
import { first, sql } from "../kit/sql.ts";

/** Whether an operator made the last change of a subject. Two may have the same name. */
export async function isOwnChange(
  db: Queryable,
  { operatorId }: { readonly operatorId: string },
  { kind, id, changedAt }: { kind: string; id: string; changedAt: Date | null },
): Promise<boolean> {
  const last = await first<{ operatorId: string | null; at: Date }>(
    db,
    sql`select operator_id, at from audit_events where subject_kind = ${kind} and subject_id = ${id}
      order by event_id desc limit 1`,
  );
  return last?.operatorId === operatorId && last.at.getTime() === changedAt?.getTime();
}
