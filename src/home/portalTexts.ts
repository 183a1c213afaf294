import { type Html, html } from "../kit/html/html.ts";

/** The words around the pages of buyers, and what their sign-in pages add. */
export const texts = {
  signIn: {
    welcome: html`Accounts are by invitation: ask your company's admin or contact us. New here?
<a href="/request-key">Request an API key</a>`,
  },
  invitation: {
    title: (account: string | null) => `Join ${account}`,
  },
  footer: {
    requestKey: "Request an API key",
    write: (contact: Html) => html`Write to ${contact} and include the request ID.`,
    reference: "API reference",
  },
};
