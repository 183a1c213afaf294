// The mail that tells buyers that an operator cancelled their order, and why.
import type { Transaction } from "../db/database.ts";
import { oneLine } from "../mail/oneLine.ts";
import { queueMail } from "../mail/queueMail.ts";
import type { ConfirmationMail } from "./confirmationMail.ts";
import { selectConfirmer } from "./operatorOrderQueries.ts";
import type { StoredOrder } from "./order.ts";
import { nameInMail, summarizeOrder } from "./summarizeOrder.ts";

const longestReason = 500;

/**
 * Queues the mail in the transaction that cancels the order: to who confirmed it or, where they
 * have left, to the account's own address.
 */
export async function queueCancellationMail(
  tx: Transaction,
  mail: ConfirmationMail,
  order: StoredOrder,
  reason: string,
  now: Date,
): Promise<void> {
  const confirmer = await selectConfirmer(tx, order.orderId);
  if (confirmer === undefined) throw new Error(`Order ${order.orderId} has no account.`);
  const { email, accountName } = confirmer;
  const name = nameInMail(order);
  const text =
    `Your distributor cancelled ${name} of ${oneLine(accountName)}. It will not be delivered, ` +
    `and its stock is free again.\n\nReason: ${oneLine(reason, longestReason)}\n\n` +
    `${summarizeOrder(order, mail.publicUrl)}\n\nQuestions: ${mail.supportEmail}\n`;
  const { accountId } = order;
  const message = { kind: "order cancelled", to: email, accountId } as const;
  await queueMail(tx, mail.seal, { ...message, subject: `Cancelled: ${name}`, text }, now);
}
