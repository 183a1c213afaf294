import type { Transaction } from "../../db/database.ts";
import type { UserId } from "../../signIn/signedIn.ts";
import type { OrderId } from "../order.ts";

/** Makes a draft the one to which the person adds parts. Does not wait for the statement. */
export function sendCurrentDraft(tx: Transaction, userId: UserId, orderId: OrderId): void {
  tx.send({
    name: "set_current_draft",
    text: `update users set draft_id = $2 where user_id = $1 and draft_id is distinct from $2`,
    values: [userId, orderId],
  });
}
