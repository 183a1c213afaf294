import type { Queryable } from "../db/database.ts";
import { selectLastActor } from "./queries.ts";

/** Whether an operator made the last change of a subject. Two may have the same name. */
export async function isOwnChange(
  db: Queryable,
  operator: { readonly operatorId: string },
  subject: { readonly kind: string; readonly id: string; readonly changedAt: Date | null },
): Promise<boolean> {
  const last = await selectLastActor(db, subject.kind, subject.id);
  return (
    last?.operatorId === operator.operatorId && last.at.getTime() === subject.changedAt?.getTime()
  );
}
