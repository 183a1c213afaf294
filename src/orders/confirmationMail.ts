// The mails that tell of a confirmed order: one to the buyer who confirmed it, one to the operator.
import type { SignedIn } from "../accounts/signedIn.ts";
import type { Queryable } from "../db/database.ts";
import { oneLine } from "../mail/oneLine.ts";
import { type MailSeal, queueMail } from "../mail/queueMail.ts";
import { formatAmount, type Money } from "../money.ts";
import type { OrderLine, StoredOrder } from "./order.ts";
import { shortOrderId } from "./shortOrderId.ts";

/** What mails need to know of the outside. */
export type ConfirmationMail = {
  readonly seal: MailSeal;
  readonly supportEmail: string;
  readonly publicUrl: string;
};

/** An order that was confirmed, by whom and when. */
export type ConfirmedOrder = {
  readonly order: StoredOrder;
  readonly signedIn: SignedIn;
  readonly now: Date;
};

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

function nameOf({ orderId, poNumber }: StoredOrder): string {
  const short = `order ${shortOrderId(orderId)}`;
  return poNumber === null ? short : `${short}, PO ${oneLine(poNumber)}`;
}

/** Further in than the rest, so that no note passes for a line of the order. */
function writeNote(line: string): string {
  return `    ${oneLine(line, line.length)}`.trimEnd();
}

function writeSummary({ order }: ConfirmedOrder, publicUrl: string): string {
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

/** Queues both mails in the transaction that confirms the order. */
export async function queueConfirmationMails(
  tx: Queryable,
  mail: ConfirmationMail,
  confirmed: ConfirmedOrder,
): Promise<void> {
  const { order, now } = confirmed;
  const { user, account } = confirmed.signedIn;
  const summary = writeSummary(confirmed, mail.publicUrl);
  const [person, company] = [oneLine(user.name), oneLine(account.name)];
  const { accountId } = account;
  const buyer = {
    kind: "order confirmed",
    to: user.email,
    subject: `Confirmed: ${nameOf(order)}`,
    text:
      `${person}, you confirmed ${nameOf(order)} for ${company}. ` +
      `The stock is allocated to it.\n\n${summary}\n`,
  } as const;
  const operator = {
    kind: "order received",
    to: mail.supportEmail,
    subject: `To fulfil: ${nameOf(order)} of ${company}`,
    text: `${person} <${user.email}> confirmed ${nameOf(order)} of ${company}.\n\n${summary}\n`,
  } as const;
  for (const message of [buyer, operator]) {
    await queueMail(tx, mail.seal, { accountId, ...message }, now);
  }
}
