// The mails that tell of a confirmed order: one to the buyer who confirmed it, one to the operator.

import type { Transaction } from "../db/database.ts";
import { oneLine } from "../mail/oneLine.ts";
import { type MailEncryption, queueMail } from "../mail/queueMail.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { StoredOrder } from "./order.ts";
import { nameInMail, summarizeOrder } from "./summarizeOrder.ts";

/** What mails need to know of the outside. */
export type ConfirmationMail = {
  readonly seal: MailEncryption;
  readonly supportEmail: string;
  readonly publicUrl: string;
};

/** An order that was confirmed, by whom and when. */
export type ConfirmedOrder = {
  readonly order: StoredOrder;
  readonly signedIn: SignedIn;
  readonly now: Date;
};

/** Queues both mails in the transaction that confirms the order. */
export async function queueConfirmationMails(
  tx: Transaction,
  mail: ConfirmationMail,
  confirmed: ConfirmedOrder,
): Promise<void> {
  const { order, now } = confirmed;
  const { user, account } = confirmed.signedIn;
  const summary = summarizeOrder(order, mail.publicUrl);
  const [person, company] = [oneLine(user.name), oneLine(account.name)];
  const { accountId } = account;
  const buyer = {
    kind: "order confirmed",
    to: user.email,
    subject: `Confirmed: ${nameInMail(order)}`,
    text:
      `${person}, you confirmed ${nameInMail(order)} for ${company}. ` +
      `The stock is allocated to it.\n\n${summary}\n`,
  } as const;
  const operator = {
    kind: "order received",
    to: mail.supportEmail,
    subject: `To fulfil: ${nameInMail(order)} of ${company}`,
    text: `${person} <${user.email}> confirmed ${nameInMail(order)} of ${company}.\n\n${summary}\n`,
  } as const;
  for (const message of [buyer, operator]) {
    await queueMail(tx, mail.seal, { accountId, ...message }, now);
  }
}
