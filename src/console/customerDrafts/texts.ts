import { formatCount, formatCounted } from "../../html/amount.ts";
import { html } from "../../html/html.ts";

/** The words of drafting an order for a customer. */
export const texts = {
  open: "Draft an order for this customer",
  title: "Draft an order",
  sentence: (account: string) =>
    `For ${account}, at its prices. The customer reviews and confirms the draft.`,
  lines: "Part numbers and quantities",
  linesHint:
    "One line per part, such as MS20470AD4-6 x 100 NE, or cells from a spreadsheet. " +
    "The condition is optional.",
  po: "Customer's PO",
  shipTo: "Ship to",
  notes: "Notes for the order",
  notesHint: "The customer sees them.",
  notesOfQuote: (request: string) => `Quote request ${request}`,
  longRemarks: {
    title: (remarks: number) =>
      `${formatCounted(remarks, "remark")} too long for a line of an order`,
    hint: (max: number) => `A line keeps the first ${max} characters. Shorten the remark below, or
put the rest into the notes.`,
  },
  check: "Check lines",
  create: (account: string) => `Create draft for ${account}`,
  empty: "Enter at least one part number with its quantity.",
  tooLong: (label: string, length: number, max: number) =>
    `${label}: ${formatCount(length)} characters. The maximum is ${formatCount(max)}.`,
  suspended: "The account is suspended, so its people can't confirm drafts. Resume it first.",
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
    life: (prices: number, draft: number) =>
      `The customer has these prices for ${prices} days, and can confirm the draft for ${draft}.`,
    open: (rows: number) => `${formatCounted(rows, "row")} can't be ordered yet`,
    openHint: "Choose an offer, or correct or remove the row. Then check the lines again.",
    currencies: "The lines have prices in several currencies",
    currenciesHint: "Create one draft per currency.",
    limit: "The draft would exceed the limits of an order",
    limitHint: "Reduce the quantities, or create several drafts.",
    refused: "These lines can't be ordered together",
    unreadable: "The lines could not be read",
  },
  changed: {
    title: "Draft not created: the lines, prices or stock changed since you checked them",
    hint: "Check lines, prices and stock below. Then create the draft.",
    busy: "Draft not created: its parts are being updated",
    busyHint: "Try again in a moment.",
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
