import { limits } from "../../contract/limits.ts";
import { formatCounted } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";

/** The words of orders and drafts: the list, an order, changing a draft and confirming it. */
export const texts = {
  list: {
    title: "Orders",
    statuses: "Status",
    all: "All",
    searchField: "PO, order or part number",
    searchButton: "Search",
    exports: (csv: string, xlsx: string) => html`Download order lines: <a href="${csv}">CSV</a>,
<a href="${xlsx}">XLSX</a>`,
    noMatch: (search: string) => `No orders match “${search}”`,
    noMatchHint:
      "Enter a few characters of a PO number, the last four digits of an order number, the " +
      "beginning of an order ID, or a complete part number.",
    searchAll: "Search all statuses.",
    none: "No orders yet",
    noneWithStatus: (status: string) => `No ${status} orders`,
    noneHint: html`Create orders through the <a href="/docs">API</a>, with
<a href="/quick-order">quick order</a> or from a <a href="/parts">part</a> page. They stay drafts
until you confirm them.`,
  },
  order: {
    lines: (count: number) => formatCounted(count, "line"),
    until: (day: Html) => html`· prices valid until ${day}`,
    created: (by: string, moment: Html) => html`Created by ${by}, ${moment}`,
    ordered: (by: string, moment: Html) => html`Ordered by ${by}, ${moment}`,
    name: (order: string) => `order ${order}`,
    history: "History",
    notes: "Notes",
    poNumber: "PO number",
    shipTo: "Ship to",
    shipToHint: "If left blank, the distributor ships to the address it has on file.",
    usedShipTos: "Used before:",
    usedPoNumbers: "Used for this list:",
    details: "Order details",
    save: "Save changes",
    review: "Review and confirm",
    summary: "Summary",
    lineCount: "Lines",
    units: "Units",
    saving: "You save",
    subtotal: "Subtotal",
    duplicate: "Duplicate order",
    duplicateRow: "Duplicate",
    duplicateOf: (order: string) => `Duplicate ${order}`,
  },
  reference: {
    title: "Reference",
    number: "Order number",
    numberName: "the order number",
    account: "Account",
    id: "Order ID",
    idName: "the order ID",
    createdBy: "Created by",
    unknown: "unknown",
    request: "Request",
    requestName: "the request ID",
  },
  files: {
    quote: (pdf: string, csv: string) => html`Quote as PDF:
<a href="${pdf}">A4</a>, <a href="${pdf}?paper=letter">Letter</a> · Lines:
<a href="${csv}">CSV</a>`,
    order: (pdf: string, csv: string) => html`Order as PDF:
<a href="${pdf}">A4</a>, <a href="${pdf}?paper=letter">Letter</a> · Lines:
<a href="${csv}">CSV</a>`,
  },
  contact: {
    confirmed: (address: Html) => html`To change or cancel this order, write to ${address}.`,
    fulfilled: (address: Html) => html`Questions about this order? Write to ${address}.`,
  },
  shipment: {
    title: (moment: Html) => html`Shipped ${moment}`,
    reference: (reference: string) => `Delivery reference: ${reference}`,
  },
  copy: {
    title: (order: Html) => html`Copy of ${order}`,
    currentTitle: (order: Html) => html`Copy of ${order}, now your current draft`,
    existing: (order: Html, moment: Html) =>
      html`${order} was already duplicated ${moment}. This is the copy, unchanged.`,
    again: "Duplicate again",
    prices: (count: number) => `Today's prices: ${formatCounted(count, "price")} changed.`,
    showPrices: "Show changed prices",
    price: (before: string, after: string) => `${after}, was ${before}`,
    notCopied: (names: Content) => html`Not copied: ${names}.`,
    shipTo: "ship-to address",
    notes: "notes",
    remarks: (lines: number) => `remarks (${formatCounted(lines, "line")})`,
    days: (lines: number) => `needed-by dates (${formatCounted(lines, "line")})`,
    showNotCopied: "Show what was not copied",
    neededBy: (day: Html) => html`needed by ${day}`,
    more: (lines: number) => `${formatCounted(lines, "more line")}`,
    before: (draft: string) => `Parts you add go into this draft, no longer into ${draft}.`,
    switchBack: (draft: string) => `Switch back to ${draft}`,
  },
  purchase: {
    requests: (requests: Content) => html`Quote requests: ${requests}`,
    more: (all: string) => html` and <a href="${all}">more</a>`,
    draft: (link: Html, total: string) => html`${link} (${total})`,
    drafts: (count: number, drafts: Content) =>
      html`${drafts}, from the same list, ${count === 1 ? "is still a draft" : "are still drafts"}.`,
  },
  leftOut: {
    title: (lines: number) => `${formatCounted(lines, "line")} left out`,
    part: "Part",
    quantity: "Quantity",
    reason: "Reason",
    offers: "Other offers",
    none: "No other offer in stock",
    notYet: "Not available yet",
    loading: "The catalog is still loading. Reload the page in a minute to see other offers.",
    inStock: (stock: string) => `${stock} in stock`,
    /** Null: as the line asked for. */
    add: (quantity: string, condition: string | null, missing: string | null) =>
      [
        `Add ${quantity}`,
        ...(condition === null ? [] : [`in ${condition}`]),
        ...(missing === null ? [] : [`without ${missing}`]),
      ].join(" "),
    addOf: (button: string, part: string, offer: string) => `${button}: ${part}, ${offer}`,
  },
  discard: {
    title: "Discard draft",
    hint: "You can't confirm a discarded draft, but you can duplicate it.",
    button: (order: string) => `Discard ${order}`,
  },
  attention: {
    title: (lines: number) => `${formatCounted(lines, "line needs", "lines need")} attention`,
    hint:
      "The marked lines can't be ordered as entered. Change or remove them, or reduce all " +
      "quantities to the available stock. Lines without stock or price are then removed.",
    fit: "Reduce to available stock",
    quote: (lines: number) => `Request a quote for ${formatCounted(lines, "line")}`,
  },
  moved: {
    title: (prices: number) =>
      `${formatCounted(prices, "price")} changed since this draft was created`,
    hint: (day: Html) => html`The draft keeps its prices until ${day}.`,
    reprice: "Update to today's prices",
  },
  repriced: {
    title: (prices: number) => `${formatCounted(prices, "price has", "prices have")} changed`,
    hint: (days: number) =>
      `Drafts keep prices above 0 for ${days} days. After that, today's prices apply.`,
  },
  elsewhere: {
    line: (number: number) => `Line ${number}`,
    more: (count: string) => ` and ${count} more`,
    sentence: (links: Html) => html`Changed lines on other pages:${links}`,
  },
  differences: {
    title: (lines: number) =>
      `${formatCounted(lines, "line differs", "lines differ")} from what was requested`,
    number: "Part number changed",
    condition: "Condition",
    certificate: "Certificate not listed",
    quantity: "Quantity",
    day: "Needed earlier",
  },
  review: {
    back: "Back to draft",
    save: "Save",
    daysMet: "All lines with a needed-by day are in stock.",
    unreadDays: (lines: number) =>
      `${formatCounted(lines, "line has", "lines have")} an unclear date`,
    unreadDay: (line: Html, text: string) =>
      html`${line}: “<span class="typed">${text}</span>” was not read as a needed-by day.`,
    moreUnread: (lines: number) => formatCounted(lines, "more line"),
    saved: "Saved. Check the order and confirm it.",
    samePo: (orders: Content) => html`This PO number is also on ${orders}.`,
    sameParts: (orders: Content) =>
      html`The same parts and quantities were confirmed in the last 14 days: ${orders}.`,
    moreOrders: "other orders",
    title: (order: string) => `Confirm ${order}?`,
    sentence: "Confirming allocates the stock and sends the order to the distributor.",
    order: "Order",
    lines: "Lines",
    previous: "Previous subtotal",
    subtotal: "Subtotal",
    fixFirst: "First fix the lines that can't be ordered.",
    confirm: (order: string, total: string) => `Confirm ${order}, ${total}`,
    noShipTo: "The address that the distributor has on file",
    changed: "Not confirmed: the order changed in the meantime",
    changedHint: "This is the current version. Review it and confirm again.",
  },
  unknown: {
    title: "The outcome is unknown",
    sentence: "The connection to the database was lost while the order was being confirmed.",
    hint: "Reload the page to see whether the order is confirmed.",
    reload: "Reload order",
  },
  add: {
    title: "Add a part",
    heading: "Add part",
    offer: "Offer",
    partNumber: "Part number",
    quantity: "Quantity",
    button: "Add part",
    noListPrice: "no list price",
    listPrice: (price: string) => `list ${price}`,
    option: (condition: string, vendor: string, stock: number, unit: string, price: string) =>
      `${condition} · ${vendor} · ${stock} ${unit} in stock · ${price}`,
    several: "This number has several offers. Choose one.",
    offerGone: "The offer you chose can no longer be ordered. Choose another.",
    noPart: "No part has this number. Use the search above to find it by name.",
    notOrderable: (part: string, status: string) => `${part} is ${status} and can't be ordered.`,
    quantityRange: (range: string) => `Enter ${range}.`,
  },
  change: {
    noLines: "An order needs at least one line. Discard the draft instead.",
    tooManyLines: (maximum: number) =>
      `An order can have up to ${maximum} lines. Put the rest into another draft.`,
    quantity: (range: string) => `The quantity of a line must be ${range}.`,
    stale: "Not saved: the draft changed in the meantime",
    staleHint: "It was saved in another tab or by someone else. This is the current version.",
    closed: "Not saved: this order is no longer a draft",
    typed: "You typed:",
    busy: "Nothing changed: the stock is being updated",
    busyHint: "An import or another order is using these parts. Try again in a moment.",
    line: (line: number, message: string) => `Line ${line}: ${message}`,
    nothing: "Nothing changed",
    conflict: "This draft was changed in another tab or by someone else.",
    own: {
      title: "You changed this order in another tab",
      same: "You saved the same values there.",
    },
    ownStale: "Not saved: you changed this order in another tab",
    ownStaleHint: "This is the current version.",
    notConfirmed: "The order was not confirmed.",
    before: (value: string) => (value === "" ? "not changed" : `${value}, not changed`),
    absent: "not in the draft",
    notDiscarded: "Not discarded: the draft changed in the meantime",
    notDiscardedClosed: "Not discarded: this order is no longer a draft",
    notCurrent: "Nothing changed: this order is no longer a draft",
    noneOrderable: "No draft created: none of the lines can be ordered",
    quantityOf: (part: string) => `Quantity of ${part}`,
    remarkOf: (part: string) => `Remark for ${part}`,
    dayOf: (part: string) => `Needed-by date for ${part}`,
    gone: "no longer in the draft",
    tooLong: (field: string, length: number, maximum: number) =>
      `${field}: ${length} characters. The maximum is ${maximum}.`,
    notWhole: (line: number, maximum: string) =>
      `Line ${line}: enter a whole number up to ${maximum}. 0 removes it.`,
    remarkTooLong: (line: number, length: number, maximum: number) =>
      `Line ${line}: the remark has ${length} characters. The maximum is ${maximum}.`,
    remarkNotPrintable: (line: number) =>
      `Line ${line}: the remark contains tabs or invisible characters. Type it again.`,
    noDay: (line: number) => `Line ${line}: enter a date such as 2026-12-12.`,
    pastDay: (line: number) =>
      `Line ${line}: the date has passed. Enter today or a later date, or leave it blank.`,
  },
  done: {
    saved: "Changes saved.",
    unchanged: "No changes.",
    added: "Part added.",
    removed: "Removed from the draft.",
    restored: "Restored.",
    repriced: "Prices updated.",
    fitted: "Quantities reduced to available stock.",
    current: (draft: string) => `${draft}, now your current draft`,
    addedRows: (rows: number, draft: string) => `${formatCounted(rows, "row")} added to ${draft}.`,
    otherDrafts: (links: Content) =>
      html`A draft has one currency and up to ${limits.orderLines} lines. The other rows are in
${links}.`,
    merged: "Several rows order the same offer:",
    mergedRows: (partNumber: string, rows: readonly number[]) =>
      `${partNumber}: rows ${rows.join(", ")}`,
    moreMerged: (lines: number) => `${lines} more`,
    nowCurrent: "This is your current draft again.",
    discarded: "Draft discarded.",
    confirmed: "Order confirmed. Its stock is allocated.",
    already: "This order was already confirmed. Nothing changed.",
  },
};
