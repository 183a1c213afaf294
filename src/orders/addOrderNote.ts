// Writing a note about an order for the other operators; it is written down as a deed, too.

import type { DeedOperator } from "../audit/deed.ts";
import { noteDeed } from "../audit/noteDeed.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { insertNote } from "./noteQueries.ts";
import type { StoredOrder } from "./order.ts";

/** In characters. */
export const longestNote = 2_000;

/** What an operator writes about an order; the text has 1 to `longestNote` characters. */
export type WrittenNote = {
  readonly order: StoredOrder;
  readonly text: string;
  readonly operator: DeedOperator;
  readonly requestId: string;
  readonly now: Date;
};

/** Stores a note. Notes stay as they were written: there is no changing or taking back. */
export async function addOrderNote(db: Database, written: WrittenNote): Promise<void> {
  const { order, text, operator, requestId, now } = written;
  const { orderId, accountId } = order;
  const { operatorId, name: operatorName } = operator;
  await db.transaction(async (tx) => {
    const noteId = newId();
    insertNote(tx, { noteId, orderId, at: now, operatorId, operatorName, text });
    noteDeed(tx, {
      ...{ operator, action: "wrote a note on an order", subjectKind: "order", accountId },
      ...{ subjectId: orderId, before: null, after: { note: text }, requestId, now },
    });
  });
}
