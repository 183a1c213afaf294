import { formatCount, formatCounted } from "../html/amount.ts";
import { type Html, html } from "../html/html.ts";

/** The words of what both sites show: keys, orders, offers, people and API requests. */
export const texts = {
  keyForm: {
    replace: "Replace key",
    overlap: "Current key stays active for",
    overlapHint: "Time to update your systems. Both keys work until then.",
    overlaps: { 0: "Ends immediately", 1: "1 hour", 24: "1 day", 168: "7 days" },
    revoke: "Revoke key",
    reason: "Reason",
    reasonHint: "Shown to operators on the key's page and in the audit log.",
    revokeHint: "Requests with it are refused within a second. This can't be undone.",
    name: "Key name",
    nameHint: (name: string) => html`Type <strong>${name}</strong> to confirm.`,
    nameFault: "The name doesn't match. The key was not revoked.",
    alreadyReplaced:
      "This key has already been replaced, and the new key is not shown again. " +
      "If you lost it, replace the new key.",
    notReplaceable: (state: "revoked" | "expired") =>
      `This key is ${state} and can't be replaced. Request a new key.`,
  },
  keyRequest: {
    companyFault: (max: number) =>
      `Enter the company name on one line, with at most ${max} characters.`,
    personFault: (max: number) => `Enter a name on one line, with at most ${max} characters.`,
    purposeFault: (max: number) => `Use ${max} characters or fewer.`,
  },
  keys: {
    expires: (days: number) =>
      days === 0 ? "Expires within a day" : `Expires in ${formatCounted(days, "day")}`,
    activeUntil: (badge: Html, end: Html | null) => html`${badge} until ${end}`,
  },
  order: {
    name: (name: string) => `order ${name}`,
    numbered: (title: string, number: string) => `${title} · ${number}`,
    steps: { draft: "Draft", review: "Review", confirmed: "Confirmed", fulfilled: "Fulfilled" },
  },
  orders: {
    createdByKey: (key: string) => `API (key ${key})`,
    createdByOperator: (person: string) => `${person} (distributor)`,
  },
  lines: {
    quantityRange: (max: number) => `a whole number from 1 to ${formatCount(max)}`,
    caption: (from: number, to: number, all: number) => `Lines ${from} to ${to} of ${all}`,
    quantityOf: (line: number, part: string) => `Quantity of line ${line}, ${part}`,
    onlyLeft: (count: string) => `only ${count} left`,
    unitPrice: (currency: string) => `Unit price ${currency}`,
    listPrice: (price: string) => html`<span class="unseen">list price </span>${price}`,
    before: (price: string) => html`<span class="unseen">before </span>${price}`,
    now: (price: string) => html`<span class="unseen">now </span>${price}`,
    today: (price: string) => `today ${price}`,
    total: (currency: string) => `Line total ${currency}`,
    removeLine: (line: number, part: string) => `Remove line ${line}, ${part}`,
    certificates: (names: string) => `With ${names}`,
    leadTime: (days: string) => `Lead time ${days}`,
    leadTimeUntil: (days: string, end: Html) => html`Lead time ${days}, until ${end}`,
    moreBy: (days: string, end: Html) => html`More by ${end} (${days})`,
    neededBy: (day: Html) => html`Needed by ${day}`,
    tooEarly: (days: string, end: Html) => html`Not all in stock: lead time ${days}, until ${end}.`,
    addRemark: (line: number) => html`Add remark or date<span class="unseen">, line ${line}</span>`,
    changeRemark: (line: number) =>
      html`Change remark or date<span class="unseen">, line ${line}</span>`,
    remarkOf: (line: number, part: string) =>
      html`Remark<span class="unseen"> for line ${line}, ${part}</span>`,
    anyCondition: (line: number, condition: string) =>
      `Remove the wanted condition “${condition}” of line ${line}`,
    dayOf: (line: number, part: string) =>
      html`Needed by<span class="unseen">, line ${line}, ${part}</span>`,
  },
  timeline: {
    kinds: {
      placed: "Placed",
      made: "Created",
      edited: "Changed",
      repriced: "Prices updated",
      confirmed: "Confirmed",
      fulfilled: "Fulfilled",
      cancelled: "Cancelled",
      expired: "Expired",
    },
    actors: {
      clock: (event: string) => `${event} after 30 days`,
      key: (event: string, key: string) => `${event} by API (key ${key})`,
      operator: (event: string, person: string) => `${event} by ${person} (distributor)`,
      buyer: (event: string, person: string) => `${event} by ${person}`,
    },
    added: (part: Html, count: number) => html`${part} added, ${formatCount(count)}`,
    removed: (part: Html) => html`${part} removed`,
    quantity: (before: number, after: number) =>
      html`quantity ${formatCount(before)} to ${formatCount(after)}`,
    unitPrice: (before: string, after: string) => html`unit price ${before} to ${after}`,
    neededBy: (day: Html) => html`needed by ${day}`,
    more: (count: number) => `and ${count} more`,
    duplicatedFrom: (address: string, order: string | undefined) =>
      html`duplicated from <a href="${address}">order ${order}</a>`,
    leftOut: (message: string) => `left out: ${message}`,
    reason: (reason: string) => `reason: ${reason}`,
    reference: (reference: string) => `reference ${reference}`,
    corrected: (before: string, after: string) => `reference ${after} instead of ${before}`,
    request: (id: string) => html`request <code>${id}</code>`,
  },
  suggestions: {
    price_on_request: "price on request",
    punctuation: "differs only in punctuation",
    superseded: "supersedes this part",
    alternate: "alternate for this part",
    within: "part number in your text",
    nsn: "has this NSN",
    similar: "similar number: check it",
    term: "found as",
    spelling: "found with the spelling",
  },
  readAs: {
    within: (text: string) => `found within your text: “${text}”`,
    other: (reason: string, text: string) => `${reason} “${text}”`,
    otherNames: "Parts under other names:",
  },
  offers: {
    outOfStock: "Out of stock",
    notForSale: "Not for sale",
    inStock: (count: string) => `${count} in stock`,
    lots: (count: number) => `in ${formatCount(count)} lots`,
    onRequest: "Price on request",
    onHold: "On hold",
    discontinued: "Discontinued",
    superseded: "Superseded",
    supersededBy: (badge: Html, part: Html) => html`${badge} by <code>${part}</code>`,
    leadTimeMeaning: "Stock is available now. Lead time is how long it takes to get more.",
    notStated: "not stated",
    days: (count: number) => formatCounted(count, "day"),
    moreIn: (days: string) => `More in ${days}`,
    cage: (cage: string) => `CAGE ${cage}`,
    columns: {
      partNumber: "Part number",
      condition: "Condition",
      title: "Title",
      vendor: "Vendor",
      certificate: "Certificate",
      shelfLife: (day: Html) => html`Shelf life expires ${day}`,
      stock: "Stock",
      updated: "Updated",
      leadTime: "Lead time",
      orderQuantity: "Order quantity",
      listPrice: "List price",
      reason: "Reason",
    },
    replacements: "Replacements and alternates",
  },
  part: {
    titleOf: (manufacturer: string | null | undefined) => `Part details: ${manufacturer}`,
  },
  requests: {
    filters: "Filters",
    status: "Status",
    anyStatus: "Any",
    results: {
      answered: "Successful (2xx)",
      error: "Refused or failed",
      refused: "Refused (4xx)",
      failed: "Failed (5xx)",
    },
    po: "PO",
    poHint: "The complete number, with or without “PO-”.",
    part: "Part number",
    id: "Request ID",
    apply: "Apply",
    caption: "Requests, newest first",
    time: "Time",
    account: "Account",
    request: "Request",
    key: "Key",
    result: "Result",
    milliseconds: "ms",
    entries: (count: number) => formatCounted(count, "entry", "entries"),
    entriesMissed: (count: number, missed: number) =>
      `${formatCounted(count, "entry", "entries")}, ${missed} not available`,
  },
  request: {
    milliseconds: (time: string) => `${time} ms`,
  },
  selection: {
    head: "Select",
    select: (row: string) => `Select ${row}`,
    selectAll: "Select all on this page",
    selected: "Selected",
    clear: "Clear",
  },
  currency: {
    ofCatalog: (codes: string) => `Catalog prices are in ${codes}.`,
    option: (code: string, name: string) => `${code} – ${name}`,
    fault: (typed: string) =>
      typed === ""
        ? "Choose a currency."
        : `“${typed}” is not a currency code. Choose a currency from the list.`,
  },
};
