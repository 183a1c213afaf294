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
  keys: {
    expires: (days: number) =>
      days === 0 ? "Expires within a day" : `Expires in ${formatCounted(days, "day")}`,
    activeUntil: (badge: Html, end: Html | null) => html`${badge} until ${end}`,
  },
  order: {
    steps: { draft: "Draft", review: "Review", confirmed: "Confirmed", fulfilled: "Fulfilled" },
  },
  orders: {
    createdByOperator: (person: string) => `${person} (distributor)`,
  },
  lines: {
    before: (price: string) => html`<span class="unseen">before </span>${price}`,
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
    quantity: (before: number, after: number) =>
      html`quantity ${formatCount(before)} to ${formatCount(after)}`,
  },
  suggestions: {
    price_on_request: "price on request",
    punctuation: "differs only in punctuation",
    superseded: "supersedes this part",
    alternate: "alternate for this part",
    within: "part number in your text",
    nsn: "has this NSN",
    similar: "similar number",
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
    notStated: "not stated",
    days: (count: number) => formatCounted(count, "day"),
    moreIn: (days: string) => `Restock: ${days}`,
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
};
