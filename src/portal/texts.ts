import { formatCounted } from "../html/amount.ts";
import { type Html, html } from "../html/html.ts";

/** The words around the pages of buyers, and what their sign-in pages add. */
export const texts = {
  signIn: {
    welcome: html`Accounts are by invitation: ask your company's admin or contact us. New here?
<a href="/request-key">Request an API key</a>`,
    help: (contact: Html) => html`Help: ${contact}`,
    orderFor: (account: string) => `You are ordering for ${account}.`,
  },
  invitation: {
    adminOf: (account: string | null) => `an admin of ${account}`,
    buyerOf: (account: string | null) => `a buyer of ${account}`,
    title: (account: string | null) => `Join ${account}`,
  },
  view: {
    sentence: (account: string) =>
      html`You are viewing the site as a buyer of <strong>${account}</strong>. Read-only.
Only buyers can order and confirm.`,
  },
  footer: {
    requestKey: "Request an API key",
    write: (contact: Html) => html`Write to ${contact} and include the request ID.`,
    reference: "API reference",
  },
  bar: {
    lines: (count: number) => formatCounted(count, "line"),
  },
};
