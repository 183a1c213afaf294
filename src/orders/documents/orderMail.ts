// The mails about one order: to the buyer, and to the operator who is to fulfil it.
import type { Transaction } from "../../db/database.ts";
import type { MailEncryption } from "../../mail/mailSecrets.ts";
import { oneLine } from "../../mail/mailText.ts";
import { queueMail } from "../../mail/queueMail.ts";
import { formatAmount, type Money } from "../../money.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { type OrderLine, type StoredOrder, shortOrderId } from "../order.ts";
import { selectConfirmer } from "../queries.ts";

/** What mails need to know of the outside. */
export type OrderMailSettings = {
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
  mail: OrderMailSettings,
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

const longestReason = 500;

/**
 * Queues the mail in the transaction that cancels the order: to who confirmed it or, where they
 * have left, to the account's own address.
 */
export async function queueCancellationMail(
  tx: Transaction,
  mail: OrderMailSettings,
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

const shownLines = 50;

function writeMoney(money: Money): string {
  return `${money.currency} ${formatAmount(money)}`;
}

function writeLine(line: OrderLine): string {
  const { partNumber, condition, quantity, unitOfMeasure } = line;
  return (
    `${quantity} ${unitOfMeasure}  ${oneLine(partNumber)}  ${condition}  ` +
    `at ${formatAmount(line.unitPrice)}: ${formatAmount(line.lineTotal)}`
  );
}

/** How mails name an order: by how its id begins, and its purchase order number. */
export function nameInMail({ orderId, poNumber }: StoredOrder): string {
  const short = `order ${shortOrderId(orderId)}`;
  return poNumber === null ? short : `${short}, PO ${oneLine(poNumber)}`;
}

/** Further in than the rest, so that no note passes for a line of the order. */
function writeNote(line: string): string {
  return `    ${oneLine(line, line.length)}`.trimEnd();
}

/** An order as lines of a mail. `publicUrl`: of the buyers' site. */
export function summarizeOrder(order: StoredOrder, publicUrl: string): string {
  const more = order.lines.length - shownLines;
  return [
    ...order.lines.slice(0, shownLines).map(writeLine),
    ...(more > 0 ? [`and ${more} more lines`] : []),
    "",
    `Subtotal ${writeMoney(order.subtotal)}`,
    ...(order.notes === null ? [] : ["", "Notes:", ...order.notes.split("\n").map(writeNote)]),
    "",
    `Order id ${order.orderId}`,
    new URL(`/orders/${order.orderId}`, publicUrl).href,
  ].join("\n");
}
