import { formatCount, formatCounted } from "../../html/amount.ts";
import { html } from "../../html/html.ts";

/** The words of drafting an order for a customer. */
export const texts = {
  open: "Draft an order for this customer",
  po: "Customer's PO",
  shipTo: "Ship to",
  notes: "Notes for the order",
  longRemarks: {
    title: (remarks: number) =>
      `${formatCounted(remarks, "remark")} too long for a line of an order`,
    hint: (max: number) => `A line keeps the first ${max} characters. Shorten the remark below, or
put the rest into the notes.`,
  },
  tooLong: (label: string, length: number, max: number) =>
    `${label}: ${formatCount(length)} characters. The maximum is ${formatCount(max)}.`,
  table: {
    title: "Lines",
    caption: "Lines as the customer would order them",
    part: "Part",
    condition: "Condition",
    quantity: "Quantity",
    stock: "In stock",
    unitPrice: "Unit price",
    total: "Total",
    result: "Result",
    row: (row: number) => `Row ${formatCount(row)}`,
    typed: (cells: string) => html`<q>${cells}</q>`,
    choose: (count: number) => `Choose one of ${formatCount(count)}`,
    offerOf: (row: number) => `Offer for row ${row}`,
  },
  plan: {
    ready: (lines: number, total: string) => `${formatCounted(lines, "line")}, ${total}`,
    open: (rows: number) => `${formatCounted(rows, "row")} can't be ordered yet`,
  },
  done: {
    drafted: "Draft created. Send its link to the customer.",
    already: "This form already created this draft",
    alreadyHint: (another: string) =>
      html`Nothing was created twice. <a href="${another}">Draft another order</a>`,
  },
  link: {
    title: "Link for the customer",
    name: "the link for the customer",
    hint: "Only the customer's people can open it, and confirm the draft.",
    mail: (email: string) => `Write to ${email}`,
    subject: (order: string) => `Order ${order} to confirm`,
    body: (order: string, address: string) =>
      `We drafted order ${order} for you. Please review and confirm it:\n\n${address}\n`,
  },
};
