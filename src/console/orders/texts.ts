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
    caption: (sorting: string) => `Orders, ${sorting}`,
    newestFirst: "newest first",
    oldestFirst: "oldest first",
    sorted: { account: "by account", po: "by PO", total: "by currency and total" },
    states: "States",
    all: "All",
    toFulfil: "To fulfil",
    drafts: "Drafts",
    account: "Account",
    po: "PO",
    partNumber: "Part number",
    order: "Order",
    orderNumberOrId: "Order number or ID",
    from: "From",
    until: "Until",
    lines: "Lines",
    total: "Total",
    state: "State",
    selected: "Selected orders",
    fulfil: "Mark as fulfilled",
    exportCsv: "Export CSV",
    exportXlsx: "Export XLSX",
    downloads: (csv: string, xlsx: string) => html`Download the lines of these orders: <a
href="${csv}">CSV</a>, <a href="${xlsx}">XLSX</a>`,
    noMatch: "No matching orders",
    noMatchHint: (all: string, list: string) => html`Enter the name or ID of an account, the
beginning of a PO or order ID, or a complete order or part number. <a href="${all}">Search all
states</a>, <a href="${list}">show all orders</a>`,
    ending: (all: string) => html`Only drafts worth more than 0, of accounts that are not suspended.
<a href="${all}">Show all drafts</a>`,
    changes: (all: string) => html`Only orders with a change request to answer.
<a href="${all}">Show all orders to fulfil</a>`,
    onlyElsewhere: (state: string) => `Nothing matches in “${state}”. These are in other states.`,
    alsoElsewhere: (orders: string, state: string, all: string) =>
      html`${orders} more in states other than “${state}”.
<a href="${all}">Show all states</a>`,
    noneToFulfil: "No orders to fulfil",
    noneToFulfilHint: "Orders appear here when a buyer has confirmed them.",
    none: "No orders",
    noneHint: "Buyers create drafts through the API or on the portal.",
    confirmUntil: "Confirm until",
    date: "Date of",
    datedTitles: { confirmed: "Confirmed", fulfilled: "Fulfilled" },
    dates: { created: "Creation", confirmed: "Confirmation", fulfilled: "Fulfilment" },
    sums: (orders: number, amounts: string) => `${formatCounted(orders, "order")}: ${amounts}`,
    sumsOf: (state: string, orders: number, amounts: string) =>
      `${state} (${formatCount(orders)}): ${amounts}`,
    tooManyToSort: (orders: string) =>
      `With a period of at most ${orders} orders, you can sort by more columns.`,
    manyIn: (state: string, count: string) => `${state} ${count}+`,
    tooManyToSum: (orders: string) =>
      `More than ${orders} orders match. Choose a shorter period to see their total.`,
  },
  order: {
    title: (orderNumber: string) => `Order ${orderNumber}`,
    box: "Order",
    number: "Order number",
    numberName: "the order number",
    id: "Order ID",
    idName: "the order ID",
    createdBy: "Created by",
    unknown: "Unknown",
    confirmedBy: "Confirmed by",
    fulfilledBy: "Fulfilled by",
    byAt: (by: Content, at: Html) => html`${by}, ${at}`,
    request: "Request",
    requestName: "the request ID",
    showRequest: "View request",
    shipTo: "Ship to",
    buyersNotes: "Buyer's notes",
    notesFrom: (author: string) => `Notes from ${author}`,
    contact: "Contact",
    mailSubject: (order: string, po: string | null) =>
      po === null ? `Order ${order}` : `Order ${order} (${po})`,
    lines: (lines: number) => formatCounted(lines, "line"),
    subtotal: "Subtotal",
    download: "Download lines as CSV",
    activity: "activity",
    history: "History",
    reference: "Reference",
    notes: "Internal notes",
    noNotes: "No notes yet. Notes are not visible to buyers.",
    addNote: "Add note",
    newNote: "New note",
    newNoteHint: "Only visible to operators. Notes cannot be edited or deleted.",
    noted: "Note added.",
    busy: "Nothing changed: the order or its stock is being updated",
    busyHint: busy,
    textLength: (field: string, max: number) => `Enter a ${field} of 1 to ${max} characters.`,
    repeated: "Already done. Nothing was changed twice.",
    short: "Less on hand than is allocated",
    onHand: (onHand: string, allocated: string) => `on hand ${onHand}, allocated ${allocated}`,
    allShortfalls: "All shortfalls",
  },
  fulfilment: {
    button: "Fulfil order",
    fulfil: (order: string) => `Fulfil ${order}`,
    reference: "Delivery reference",
    hint: "Air waybill, tracking or packing slip number. Visible to the buyer.",
    done: "Order fulfilled.",
    next: "Orders to fulfil",
  },
  cancellation: {
    button: "Cancel order",
    warning: "Cancelling cannot be undone.",
    cancel: (order: string) => `Cancel ${order}`,
    reason: "Reason",
    hint: "Sent to the buyer and shown on the order.",
    done: "Order cancelled. Its stock is no longer allocated, and the buyer is notified.",
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
    hint: "Reply to the buyer. To change lines, cancel the order and draft a new one.",
    button: "Mark as answered",
    done: "Change request marked as answered.",
    notDone: "Not marked as answered: the order changed in the meantime",
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
