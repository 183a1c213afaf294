import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import type { StoredOrder } from "../order.ts";
import { insertNote } from "./noteQueries.ts";

/** In characters. */
export const maxNoteLength = 2_000;

/** An operator's note about an order; the text has 1 to `maxNoteLength` characters. */
export type AddedNote = {
  readonly order: StoredOrder;
  readonly text: string;
  readonly actor: OperatorActor;
  readonly now: Date;
};

export async function addOrderNote(db: Database, note: AddedNote): Promise<void> {
  const { order, text, actor, now } = note;
  const { orderId, accountId } = order;
  const { operatorId, name: operatorName } = actor.operator;
  await db.transaction(async (tx) => {
    const noteId = newId();
    insertNote(tx, { noteId, orderId, at: now, operatorId, operatorName, text });
    recordAuditEvent(tx, {
      actor,
      action: "added a note to an order",
      subjectKind: "order",
      subjectId: orderId,
      accountId,
      after: { note: text },
      now,
    });
  });
}
