import { formatCount, formatCounted } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";

/** The words of the parts: search, results with their filters, and the page of a part. */
export const texts = {
  search: {
    title: "Parts",
    start: "Search by number, name or NSN",
    startHint: (number: Html | null, name: Html | null) =>
      html`Enter a part number or its beginning${number}, or words from a name${name}. Exact matches
come first.`,
    suchAs: (example: string) => html`, such as <code>${example}</code>`,
    startList: html`To check a whole list, paste it into <a href="/quick-order">quick order</a>.`,
    added: (href: string, draft: string, lines: string, total: string) =>
      html`Added to <a href="${href}">${draft}</a>: ${lines}, ${total}`,
    titleOf: (text: string) => `Parts: ${text}`,
    niin: (digits: string) => `NIIN ${digits}`,
    nsn: (digits: string) => `NSN ${digits}`,
    backToList: "Back to quick order",
    noExact: "No exact match. Did you mean one of these?",
    noMatch: (text: string) => `No part matches “${text}”`,
    corrected: (link: Html) => html`Did you mean ${link}?`,
    showing: (text: string, names: Content) =>
      html`No part named “${text}”. Showing results for ${names}`,
    otherName: (link: Html, parts: string) => html`${link} (${parts})`,
    otherNames: (names: Content) => html`Results under other names: ${names}`,
    viewAll: (parts: string, name: string) => `View all ${parts} for ${name}`,
    shorter: "No part has all of these words. Try fewer:",
    clearAll: "Clear all filters.",
    noMatchHint: html`Check the spelling, or search for part of the number. To look up many numbers,
use <a href="/quick-order">quick order</a>.`,
    requestQuote: (address: string, text: string) =>
      html`Not in the catalog? <a href="${address}">Request a quote for “${text}”</a>`,
  },
  orders: {
    title: "Your orders with this number:",
    viewAll: "View all orders with this number",
  },
  requests: {
    title: "Your quote requests with this number:",
    viewAll: "View all quote requests",
  },
  sorting: {
    best: "Best match",
    cheapest: "Price, lowest first",
    dearest: "Price, highest first",
    stock: "Most in stock",
    leadTime: "Shortest lead time",
    partNumber: "Part number",
    byColumn: "By column",
    inParts: "Offers of a part: in stock first, then by condition, then by your price.",
    bestFirst: "Best matches first.",
    label: "Sorting",
    field: "Sort",
    button: "Sort",
  },
  filters: {
    title: "Filters",
    chosen: (count: number) => html`${count}<span class="unseen"> selected</span>`,
    availability: "Availability",
    inStock: "In stock",
    condition: "Condition",
    certificate: "Certificate",
    vendor: "Vendor",
    offers: (count: string) => html`${count}<span class="unseen"> offers</span>`,
    more: (count: string) => `${count} more`,
    apply: "Apply filters",
    clear: "Clear filters",
  },
  results: {
    label: "Results",
    caption: "Offers by part",
    part: "Part",
    condition: "Condition",
    stock: "Stock",
    leadTime: "Lead time",
    price: "Price",
    add: "Add to draft",
    outOfStock: "Out of stock",
    inStock: (stock: string) => `${stock} in stock`,
    from: (quantity: string) => `from ${quantity}`,
    yourPrice: "Your price",
    insteadOf: (listPrice: string) =>
      html`Your price <s><span class="unseen">List price </span>${listPrice}</s>`,
    quantityOf: (offer: string) => `Quantity of ${offer}`,
    addOffer: (offer: string) => `Add ${offer}`,
    addButton: "Add",
    inDraft: (quantity: string) => `In draft: ${quantity}`,
    onHoldHint: "Can't be ordered for now",
    moreOffers: (count: number, part: string) =>
      html`${formatCounted(count, "more offer")}<span class="unseen"> of ${part}</span>`,
    oneOffer: (count: string) => `${count} offer`,
    manyOffers: (count: string) => `${count} offers`,
    count: (offers: number, parts: number) =>
      `${formatCounted(offers, "offer")} for ${formatCounted(parts, "part number")}`,
    countAtLeast: (offers: number, parts: number) =>
      `${formatCount(offers)}+ offers for ${formatCount(parts)}+ part numbers`,
    previous: "Previous",
    next: "Next",
    range: (first: string, last: string, of: string) => `${first} to ${last} of ${of}.`,
    partsAtLeast: (count: string) => `${count}+ part numbers`,
    parts: (count: number) => formatCounted(count, "part number"),
    limit: "Not all matching offers are listed. Type more to narrow the search.",
  },
  part: {
    allResults: "All results for this number",
    offers: (count: number) => formatCounted(count, "offer"),
    nsn: (nsn: string) => `NSN ${nsn}`,
    inStock: "In stock",
    notForSale: "Not for sale",
    notForSaleHint: "This part can't be ordered. We never substitute parts without asking.",
    superseded: "Superseded, not for sale",
    supersededHint: (successor: Html, stock: Content) =>
      html`This part can't be ordered, and we never substitute parts without asking.
<code>${successor}</code> replaces it${stock && html`: ${stock}`}.`,
    supersededAgainHint: (direct: Html, successor: Html, stock: Content) =>
      html`This part can't be ordered, and we never substitute parts without asking.
It was superseded by <code>${direct}</code>, now
<code>${successor}</code>${stock && html`: ${stock}`}.`,
    onHold: "On hold, not for sale",
    onHoldHint:
      "Sales of this part are suspended, so it can't be ordered for now. We never substitute " +
      "parts without asking.",
  },
  offers: {
    title: "Offers",
    lastChanged: (moment: Html) => html`Last changed ${moment}`,
    caption: "Offers of this part",
    condition: "Condition",
    vendor: "Vendor",
    certificate: "Certificate",
    stock: "Stock",
    leadTime: "Lead time",
    price: "Your price",
    select: "Select",
    notStated: "Not stated",
    shelfLife: (day: Html) => html`Shelf life expires ${day}`,
    onHoldMeaning: "Offers on hold can't be ordered for now.",
    from: (quantity: string) => `from ${quantity}`,
    listPrice: (price: string) => html`<s>${price}</s> list`,
  },
  order: {
    title: "Order",
    none: "No offer of this part can be ordered now.",
    outOfStock: "Out of stock.",
    quantity: "Quantity",
    draft: "Add to",
    newDraft: "New draft",
    button: "Add to draft",
    hint: "A draft reserves no stock until it is confirmed.",
    lines: (count: number) => formatCounted(count, "line"),
    perUnit: (unit: string) => `per ${unit}`,
    inDraft: (draft: Html, quantity: string) => html`In draft ${draft}: ${quantity}`,
    listPrice: (price: string, saving: string) => html`<s>${price}</s> list,
<span class="saving">you save ${saving}</span>`,
    breaks: "Your price by quantity",
    breakFrom: "From",
    unitPrice: "Unit price",
    saving: "You save",
  },
  fault: {
    quantity: (range: string) => `Enter ${range}.`,
    tooManyLines: (maximum: number) =>
      `This draft already has the maximum of ${maximum} lines. Choose another or a new draft.`,
    tooManyUnits: (maximum: string) =>
      `With the quantity already in the draft, this exceeds ${maximum}.`,
    busy: "The stock of this part is being updated. Try again in a moment.",
    notDraft: "This order is no longer a draft. Choose another or a new draft.",
    noDraft: "Draft not found. Choose one of these or a new draft.",
    noOffer: "Choose one of the offers.",
    noDraftChosen: "Choose one of these or a new draft.",
  },
  quote: {
    button: "Request quote",
    buttonOf: (offer: string) => `Request quote for ${offer}`,
    short: (quantity: string) => `Your distributor may be able to get ${quantity} for you.`,
  },
};
