import { formatCounted } from "../../html/amount.ts";
import { html } from "../../html/html.ts";

/** The words of the first page. */
export const texts = {
  sentence: {
    none: "No drafts to confirm.",
    one: "One draft to confirm.",
    many: (count: string) => `${count} drafts to confirm.`,
  },
  quickOrder: "Start quick order",
  drafts: {
    title: "Drafts to confirm",
    all: "All drafts to confirm",
    caption: "Drafts to confirm, newest first",
    order: "Order",
    createdBy: "Created by",
    created: "Created",
    lines: "Lines",
    status: "Status",
    total: "Total",
    action: "Action",
    noPo: "no PO",
    review: "Review and confirm",
    fix: "Fix",
    ready: "Ready",
    toFix: (lines: number) => `${formatCounted(lines, "line")} to fix`,
    newPrice: (lines: number) => `New price on ${formatCounted(lines, "line")}`,
    priceHeld: (lines: number) => `Price held on ${formatCounted(lines, "line")}`,
    none: "No drafts to confirm",
    noneHint: html`Drafts stay here until someone confirms them. Create one through the
<a href="/docs">API</a>, with <a href="/quick-order">quick order</a>, or from a
<a href="/parts">part</a> page.`,
  },
  quotes: {
    title: "Answered quote requests",
    all: "All quote requests",
  },
  recent: {
    title: "Recent orders",
    caption: "Recent orders, newest first",
    all: "All orders",
  },
  firstSteps: {
    title: "No orders yet",
    sentence: "Drafts appear here until you confirm them. You can create one in three ways:",
    search: html`<a href="/parts">Search for a part</a> by number or name and add it to a
draft. Press <kbd>/</kbd> on any page to search.`,
    paste: html`<a href="/quick-order">Paste a list</a> of part numbers and quantities, or upload a
CSV or XLSX file.`,
    connect: (publicUrl: string) => html`Connect your systems to the
<a href="/docs">API</a> at <code>${publicUrl}</code>,
with a key from <a href="/developers">Developers</a>.`,
  },
};
