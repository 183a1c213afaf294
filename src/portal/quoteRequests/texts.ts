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
    sentence: "Quotes you requested for parts without stock or price, and the replies.",
    caption: "Quote requests, newest first",
    number: "Number",
    parts: "Parts",
    state: "State",
    sent: "Sent",
    sentBy: "Sent by",
    changed: "Last change",
    more: (count: number) => `+ ${formatCount(count)} more`,
    none: "No quote requests yet",
    noneHint: html`Where a part has no stock or no price, choose "Request quote" on the part page,
in <a href="/parts">search results</a>, or for the rows of a
<a href="/quick-order">quick order</a>. Replies appear here and arrive by e-mail.`,
  },
  form: {
    sentence: (distributor: string) => `${distributor} replies by e-mail and on this site.`,
    lines: (count: number) => formatCounted(count, "line"),
    caption: "Lines of the quote request",
    include: "Include",
    includeOf: (part: string) => `Include ${part}`,
    part: "Part",
    condition: "Condition",
    quantity: "Quantity",
    quantityOf: (part: string) => `Quantity of ${part}`,
    neededByOf: (part: string) => html`Needed by<span class="unseen">: ${part}</span>`,
    remarkOf: (part: string) => html`Remark<span class="unseen"> on ${part}</span>`,
    addRemark: (part: string) => html`Add remark or date<span class="unseen">: ${part}</span>`,
    changeRemark: (part: string) => html`Remark and date<span class="unseen">: ${part}</span>`,
    message: "Message",
    messageTo: (distributor: string) => `To ${distributor}`,
    messageHint: "For example the aircraft, alternates you accept, or where to deliver.",
    send: "Send request",
    reason: "Reason",
    row: (row: number) => `Row ${row}`,
    requested: (link: Content, quantity: number | null) =>
      quantity === null
        ? html`Already requested in ${link}`
        : html`${formatCount(quantity)} already requested in ${link}`,
    omitted: (lines: number) => `${formatCounted(lines, "line is", "lines are")} not included`,
    omittedIn: (part: string, link: Content) => html`${part} is already requested in ${link}.`,
    omittedFor: (part: string, other: string) => `For ${part}, the catalog has ${other}.`,
    omittedMore: (lines: number) => `${formatCount(lines)} more`,
    omittedHint: (lines: number) =>
      lines === 1
        ? "Check its box to request it anyway."
        : "Check the box of each line that you want to request anyway.",
    suggested: (part: string) =>
      `The catalog has ${part}. If you mean it, use it in the list. If not, include this line.`,
    orderable: (link: Content) => html`Can be ordered now: ${link}`,
    written: (quantity: string) => `Quantity as written: ${quantity}`,
    orderTerms: (terms: string) => `Order terms: ${terms}`,
    rest: (requested: string, ordered: string) => `${requested} requested, ${ordered} ordered`,
    /** Nothing of it is in an order yet. */
    restOfStock: (requested: string, stock: string) =>
      `${requested} requested, ${stock} from stock`,
    tooMany: (shown: number) =>
      `These are the first ${shown} lines. Send them, then request quotes for the others.`,
    none: "No line needs a quote now",
    noneHint:
      "You can request quotes for lines without enough stock, without a price or not offered as " +
      "requested.",
    backToList: "Back to the list",
    signature: (name: string, account: string) => `Sent as ${name}, ${account}.`,
  },
  start: {
    title: "Request a quote",
    sentence: "For parts that the catalog doesn't have, or doesn't currently sell.",
    part: "Part number",
    partHint: html`For many parts, paste them into <a href="/quick-order">quick order</a>. It shows
which of them need a quote.`,
    next: "Continue",
  },
  fault: {
    quantity: (part: string, range: string) => `${part}: enter ${range}.`,
    remarkTooLong: (part: string, length: number, max: number) =>
      `${part}: the remark has ${length} characters. Shorten it to ${max}.`,
    remarkNotPrintable: (part: string) =>
      `${part}: the remark has a line break or control character. Use one line of text.`,
    noDay: (part: string) => `${part}: enter a date, such as 2026-12-31.`,
    pastDay: (part: string) => `${part}: this date has passed. Enter a later one.`,
    messageTooLong: (length: number, max: number) =>
      `The message has ${formatCount(length)} characters. Shorten it to ${formatCount(max)}.`,
    noMessage: "Enter a message.",
    noLines: "No line is included. Include at least one.",
    allRequested: "No line is included, because all are already requested. Check at least one box.",
    orderable: (part: string) =>
      `${part}: this quantity can be ordered now. Leave the line out, or ask for more.`,
    changed: (row: number, part: string) =>
      `Row ${row} changed: it is ${part} now. Check the line, then send again.`,
    changedOffer: (part: string) => `${part}: the offer changed. Check the line, then send again.`,
    ended: (row: number) => `Row ${row} needs no quote now. It was left out.`,
    endedPart: (part: string) => `${part} needs no quote now. It was left out.`,
  },
  done: {
    sent: (number: string, distributor: string) =>
      `Quote request ${number} sent to ${distributor}. You get an e-mail with the reply.`,
    written: "Message sent.",
    withdrawn: "Quote request withdrawn.",
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
