import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Content, html } from "../../html/html.ts";
import type { QuoteReason, QuoteRequestState } from "../../quoteRequests/quoteRequest.ts";

/** The words of quote requests. */
export const texts = {
  title: "Quote requests",
  requestQuote: "Request quote",
  states: {
    open: "Sent",
    answered: "Answered",
    withdrawn: "Withdrawn",
  } satisfies Record<QuoteRequestState, string>,
  reasons: {
    "no stock": "Not available as requested",
    "no price": "Price on request",
    quantity: "Not sold in this quantity",
    "not found": "Not in the catalog or not for sale",
  } satisfies Record<QuoteReason, string>,
  list: {
    state: "State",
    sent: "Sent",
    sentBy: "Sent by",
    changed: "Last change",
    more: (count: number) => `+ ${formatCount(count)} more`,
    noneHint: html`Where a part has no stock or no price, choose "Request quote" on the part page,
in <a href="/parts">search results</a>, or for the rows of a
<a href="/quick-order">quick order</a>. Replies appear here and arrive by e-mail.`,
  },
  form: {
    lines: (count: number) => formatCounted(count, "line"),
    part: "Part",
    condition: "Condition",
    quantity: "Quantity",
    reason: "Reason",
    requested: (link: Content, quantity: number | null) =>
      quantity === null
        ? html`Already requested in ${link}`
        : html`${formatCount(quantity)} already requested in ${link}`,
    omitted: (lines: number) => `${formatCounted(lines, "line is", "lines are")} not included`,
    omittedMore: (lines: number) => `${formatCount(lines)} more`,
    rest: (requested: string, ordered: string) => `${requested} requested, ${ordered} ordered`,
    /** Nothing of it is in an order yet. */
    restOfStock: (requested: string, stock: string) =>
      `${requested} requested, ${stock} from stock`,
  },
  start: {
    title: "Request a quote",
    partHint: html`For many parts, paste them into <a href="/quick-order">quick order</a>. It shows
which of them need a quote.`,
  },
  fault: {
    messageTooLong: (length: number, max: number) =>
      `The message has ${formatCount(length)} characters. Shorten it to ${formatCount(max)}.`,
  },
  request: {
    sentence: (name: string, moment: Content) => html`Sent by ${name}, ${moment}.`,
    lines: (count: number) => formatCounted(count, "line"),
    caption: "Requested parts",
    today: "Available now",
    notNow: "Not available now",
    price: (price: string, unit: string) => `${price} / ${unit}`,
    yourPrice: "Your price",
    order: "Order",
    orderOf: (part: string) => `Order ${part}`,
    fromList: (address: string) => html`From a <a href="${address}">quick order</a>`,
    row: (row: number) => `Row ${row} of the list`,
    neededBy: (day: Content) => html`Needed by ${day}`,
    anyQuantity: "not stated",
    messages: "Messages",
    noMessages: "No messages yet. The reply appears here and arrives by e-mail.",
    of: (name: string, company: string) => `${name} (${company})`,
    write: "Write a message",
    writeHint: "The distributor gets an e-mail.",
    send: "Send message",
    withdraw: "Withdraw",
    withdrawQuestion: "Withdraw this request?",
    withdrawHint: "The distributor won't reply to it. You can send a new request.",
    withdrawButton: (number: string) => `Withdraw ${number}`,
    summary: "Quote request",
  },
  conflict: {
    title: "This request changed in the meantime",
    answered: "Check the latest messages, then send yours again.",
    withdrawing: "Check the latest messages, then withdraw it again.",
    withdrawn: "It was withdrawn, so your message was not sent:",
  },
};
