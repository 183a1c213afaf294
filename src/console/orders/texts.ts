import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";

const countOrders = (count: number): string => formatCounted(count, "order");
const busy = "Another order or an import is using its parts. Try again in a moment.";

/** The words of the orders of all accounts: the list, an order, and what operators do with it. */
export const texts = {
  list: {
    title: "Orders",
    sentence: (account: Html | null, sorting: string) =>
      account === null
        ? `Orders of all accounts, ${sorting}.`
        : html`Orders of ${account}, ${sorting}.`,
    sorted: { account: "by account", po: "by PO", total: "by currency and total" },
    account: "Account",
    po: "PO",
    lines: "Lines",
    state: "State",
    confirmUntil: "Confirm until",
    datedTitles: { confirmed: "Confirmed", fulfilled: "Fulfilled" },
    dates: { created: "Creation", confirmed: "Confirmation", fulfilled: "Fulfilment" },
    sums: (orders: number, amounts: string) => `${formatCounted(orders, "order")}: ${amounts}`,
    sumsOf: (state: string, orders: number, amounts: string) =>
      `${state} (${formatCount(orders)}): ${amounts}`,
  },
  order: {
    unknown: "Unknown",
    byAt: (by: Content, at: Html) => html`${by}, ${at}`,
    notesFrom: (author: string) => `Notes from ${author}`,
    mailSubject: (order: string, po: string | null) =>
      po === null ? `Order ${order}` : `Order ${order} (${po})`,
    lines: (lines: number) => formatCounted(lines, "line"),
    addNote: "Add note",
    busyHint: busy,
    short: "Less on hand than is allocated",
  },
  fulfilment: {
    reference: "Delivery reference",
  },
  cancellation: {
    button: "Cancel order",
  },
  several: {
    title: "Fulfil orders",
    fulfil: (orders: number) => `Fulfil ${countOrders(orders)}`,
    sentence: "Each order is fulfilled on its own. If one can't be, the others still are.",
    noneSelected: "No orders selected",
    noneSelectedHint: "Select orders in the list with the boxes before their numbers.",
    tooMany: "Too many orders selected",
    tooManyHint: (max: number) => `Select at most ${max} orders.`,
    orders: "Orders to fulfil",
    ownReference: "Delivery reference",
    ownReferenceOf: (order: string) => `Delivery reference of ${order}`,
    shared: "For orders without their own",
    sharedReference: "Shared delivery reference",
    hint: "Air waybill, tracking or packing slip number, visible to the buyers.",
    share: "These orders were delivered together",
    shareAsked: (orders: string, accounts: number) =>
      `The shared reference would go to ${orders}, of ${accounts} accounts. Enter a reference ` +
      "for each order, or confirm that they were delivered together.",
    others: "Orders that cannot be fulfilled",
    othersTitle: (orders: number) => `${countOrders(orders)} that cannot be fulfilled`,
    onlyConfirmed: "Only confirmed orders can be fulfilled.",
    noneConfirmed: "None of the selected orders can be fulfilled.",
    checkShort: (orders: string) => `Check ${orders} before shipping.`,
    checkRequested: (orders: string) => `Answer the requests on ${orders} before shipping.`,
    referenceLength: (max: number) => `Enter a reference of 1 to ${max} characters.`,
    busy,
    unknown: "The order no longer exists.",
    notAttempted: "Not attempted, because earlier orders took too long. Try again.",
    changedRequest: "A change was requested, or a request answered, since you opened the page.",
    changed: (state: string) =>
      `The order has changed since you opened the page. It is ${state} now.`,
    fulfilled: "Fulfilled",
    fulfilledCaption: "Orders that were fulfilled",
    refused: "Not fulfilled",
    refusedCaption: "Orders that were not fulfilled",
    reason: "Reason",
    again: "Try again",
    noneDone: "No order was fulfilled.",
    done: (orders: number) => `${countOrders(orders)} fulfilled.`,
    doneRepeated: (orders: number, repeated: string) =>
      `${countOrders(orders)} fulfilled. ${repeated} of them had already been fulfilled.`,
  },
  changes: {
    title: (requests: number) =>
      requests === 1 ? "Change requested" : `${formatCount(requests)} changes requested`,
    by: (person: string, mail: Html | null, at: Html) =>
      html`${person}${mail && html`, ${mail}`}, ${at}`,
    requested: (by: string, at: Html) => html`${by} requested a change on ${at}.`,
  },
  correction: {
    open: "Correct reference",
    title: "Correct the delivery reference",
    staysFulfilled:
      "The order stays fulfilled, because the buyer may have recorded the receipt. If it " +
      "hasn't shipped yet, enter the delivery reference once it has.",
    referenceName: "the delivery reference",
    hint: "The buyer sees the new reference, and the earlier one in the history.",
    button: "Save reference",
    done: "Reference corrected. The earlier one stays in the history.",
  },
  conflict: {
    changedSince: "The order has changed since you opened it.",
    automatic: "Automatic",
    changedTo: (by: string, state: string, at: Html) =>
      html`${by} changed the order to ${state} on ${at}.`,
    changed: (by: string, at: Html) => html`${by} changed the order on ${at}.`,
    fields: {
      state: "State",
      reference: "Reference",
      reason: "Reason",
    },
  },
};
