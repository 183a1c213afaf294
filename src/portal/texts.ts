import { formatCounted } from "../html/amount.ts";
import { type Html, html } from "../html/html.ts";

/** The words around the pages of buyers, and what their sign-in pages add. */
export const texts = {
  places: {
    parts: "Parts",
    quickOrder: "Quick order",
    orders: "Orders",
    quoteRequests: "Quote requests",
    developers: "Developers",
  },
  signIn: {
    slogan: "Live stock, and the prices agreed with your company.",
    welcome: html`Accounts are by invitation: ask your company's admin or contact us. New here?
<a href="/request-key">Request an API key</a>`,
    help: (contact: Html) => html`Help: ${contact}`,
    impersonation:
      "Passwords, authenticator apps and sessions are private. Operators can't see or change them.",
    orderFor: (account: string) => `You are ordering for ${account}.`,
    role: "Role",
    keeps: "your account's orders",
  },
  invitation: {
    adminOf: (account: string | null) => `an admin of ${account}`,
    buyerOf: (account: string | null) => `a buyer of ${account}`,
    title: (account: string | null) => `Join ${account}`,
    nameHint: "Shown to your colleagues next to the orders you confirm.",
  },
  view: {
    label: "View as a buyer",
    sentence: (account: string) =>
      html`You are viewing the site as a buyer of <strong>${account}</strong>. Read-only.
Only buyers can order and confirm.`,
    end: "End view",
  },
  footer: {
    requestKey: "Request an API key",
    write: (contact: Html) => html`Write to ${contact} and include the request ID.`,
    reference: "API reference",
  },
  bar: {
    search: "Part number, NSN or description",
    account: "Account and people",
    lines: (count: number) => formatCounted(count, "line"),
  },
};
