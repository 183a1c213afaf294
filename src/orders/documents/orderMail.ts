import type { Transaction } from "../../db/database.ts";
import { groupDigits } from "../../kit/money.ts";
import { formatBarePrice, formatMoney } from "../../kit/price.ts";
import type { MailEncryption } from "../../mail/mailSecrets.ts";
import { formatMailTable, formatNote, greet, oneLine } from "../../mail/mailText.ts";
import { queueMail } from "../../mail/queueMail.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { writeBelow } from "../lineFacts.ts";
import { formatPoNumber, type OrderLine, type StoredOrder } from "../order.ts";
import { selectConfirmer } from "../queries.ts";

export type OrderMailSettings = {
  readonly encryption: MailEncryption;
  readonly supportEmail: string;
  readonly publicUrl: string;
};

export type ConfirmedOrder = {
  readonly order: StoredOrder;
  readonly signedIn: SignedIn;
  readonly now: Date;
};

/** Queues the mails to the buyer and to the operator in the transaction that confirms an order. */
export async function queueConfirmationMails(
  tx: Transaction,
  mail: OrderMailSettings,
  confirmed: ConfirmedOrder,
): Promise<void> {
  const { order, now } = confirmed;
  const { user, account } = confirmed.signedIn;
  const [person, company] = [oneLine(user.name), oneLine(account.name)];
  const { accountId } = account;
  const urgency = order.urgency === null ? "" : `${order.urgency}: `;
  const buyer = {
    kind: "order confirmed",
    to: user.email,
    subject: `Confirmed: ${formatOrderName(order)}`,
    text:
      `${greet(person)}\n\nThank you for your ${formatOrderName(order)}. ` +
      `Its stock is allocated.\n\n${summarizeOrder(order, `${mail.publicUrl}/orders`)}\n`,
  } as const;
  const operator = {
    kind: "order received",
    to: mail.supportEmail,
    subject: `${urgency}To fulfil: ${formatOrderName(order)} for ${company}`,
    text:
      `${person} <${user.email}> confirmed ${formatOrderName(order)} for ${company}.` +
      `\n\n${summarizeOrder(order, `${mail.publicUrl}/console/orders`)}\n`,
  } as const;
  for (const message of [buyer, operator]) {
    await queueMail(tx, mail.encryption, { accountId, ...message }, now);
  }
}

/** Queues the mail to the operator in the transaction that stores a change request. */
export async function queueChangeRequestMail(
  tx: Transaction,
  mail: OrderMailSettings,
  { order, signedIn, now }: ConfirmedOrder,
  message: string,
): Promise<void> {
  const { user, account } = signedIn;
  const company = oneLine(account.name);
  const name = formatOrderName(order);
  const text =
    `${oneLine(user.name)} <${user.email}> requests a change of ${name} for ${company}:\n` +
    `\n${message.split("\n").map(formatNote).join("\n")}\n\n` +
    `Reply to the buyer, then mark the request as answered:\n\n` +
    `${mail.publicUrl}/console/orders/${order.orderId}\n`;
  const subject = `Change requested: ${name} for ${company}`;
  const { accountId } = account;
  const to = { kind: "change requested", to: mail.supportEmail, accountId } as const;
  await queueMail(tx, mail.encryption, { ...to, subject, text }, now);
}

const maxReasonLength = 500;

/**
 * Queues the mail about a cancellation in its transaction: to the buyer who confirmed the order or,
 * if they have left, to the account's own address.
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
  const name = formatOrderName(order);
  const text =
    `Your distributor cancelled ${name} for ${oneLine(accountName)}. It will not be delivered, ` +
    `and its stock is available again.\n\nReason: ${oneLine(reason, maxReasonLength)}\n\n` +
    `${summarizeOrder(order, `${mail.publicUrl}/orders`)}\n\nQuestions: ${mail.supportEmail}\n`;
  const { accountId } = order;
  const message = { kind: "order cancelled", to: email, accountId } as const;
  await queueMail(tx, mail.encryption, { ...message, subject: `Cancelled: ${name}`, text }, now);
}

const maxLines = 50;

function formatLines(lines: readonly OrderLine[], currency: string): string {
  const head = ["Part", "Cond.", "Quantity", `Unit price ${currency}`, `Total ${currency}`];
  const rows = lines.map((line) => {
    const cells = [
      oneLine(line.partNumber),
      line.condition,
      `${groupDigits(line.quantity)} ${line.unitOfMeasure}`,
      formatBarePrice(line.unitPrice),
      formatBarePrice(line.lineTotal),
    ];
    return { cells, notes: [line.title ?? [], ...writeBelow(line)].flat() };
  });
  return formatMailTable(head, rows);
}

/** An order in mails: its number, and its purchase order number. */
function formatOrderName({ orderNumber, poNumber }: StoredOrder): string {
  const short = `order ${orderNumber}`;
  return poNumber === null ? short : `${short}, ${formatPoNumber(oneLine(poNumber))}`;
}

function listText(title: string, text: string | null): string[] {
  return text === null ? [] : ["", title, ...text.split("\n").map(formatNote)];
}

/** An order as lines of a mail. `orders` is the address of the orders of the reader's site. */
function summarizeOrder(order: StoredOrder, orders: string): string {
  const more = order.lines.length - maxLines;
  return [
    formatLines(order.lines.slice(0, maxLines), order.subtotal.currency),
    ...(more > 0 ? ["", `and ${more} more lines`] : []),
    "",
    `Subtotal ${formatMoney(order.subtotal)}`,
    ...listText("Ship to:", order.shipTo),
    ...listText("Notes:", order.notes),
    "",
    `Order ${order.orderNumber}`,
    `${orders}/${order.orderId}`,
  ].join("\n");
}
