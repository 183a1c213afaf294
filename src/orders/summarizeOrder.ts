// An order as mails tell of it: its name, its lines, its subtotal, where it stands.
import { oneLine } from "../mail/oneLine.ts";
import { formatAmount, type Money } from "../money.ts";
import type { OrderLine, StoredOrder } from "./order.ts";
import { shortOrderId } from "./shortOrderId.ts";

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
