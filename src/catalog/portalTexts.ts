import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { html } from "../kit/html/html.ts";

/** The words of the parts: search, results with their filters, and the page of a part. */
export const texts = {
  search: {
    suchAs: (example: string) => html`, such as <code>${example}</code>`,
    startList: html`To check a whole list, paste it into <a href="/quick-order">quick order</a>.`,
    added: (href: string, draft: string, lines: string, total: string) =>
      html`Added to <a href="${href}">${draft}</a>: ${lines}, ${total}`,
    noExact: "No exact match. Did you mean one of these?",
    noMatchHint: html`Check the spelling, or search for part of the number. To look up many numbers,
use <a href="/quick-order">quick order</a>.`,
  },
  filters: {
    title: "Filters",
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
    offers: (count: number) => formatCounted(count, "offer"),
    notForSale: "Not for sale",
  },
  offers: {
    select: "Select",
    onHoldMeaning: "Offers on hold can't be ordered for now.",
  },
  order: {
    title: "Order",
    button: "Add to draft",
    lines: (count: number) => formatCounted(count, "line"),
  },
  fault: {
    quantity: (range: string) => `Enter ${range}.`,
  },
  quote: {
    button: "Request quote",
    buttonOf: (offer: string) => `Request quote for ${offer}`,
    short: (quantity: string) => `Your distributor may be able to get ${quantity} for you.`,
  },
};
