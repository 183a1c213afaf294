import { type Content, html } from "../../html/html.ts";

/** The words of the public form for keys, and of the page that shows a key once. */
export const texts = {
  request: {
    title: "API key request",
    label: "API key request",
    sentence: "Your systems use the key to look up parts and place draft orders.",
    trap: "Leave this empty",
    send: "Request key",
    reference: "API reference",
    when: "We reply by e-mail within one business day.",
  },
  received: {
    title: "Request received.",
    next: (
      support: string,
    ) => html`We reply by e-mail within one business day with your key and a sample request,
or with a question. If you don't hear from us, write to
<a href="mailto:${support}">${support}</a>.`,
    reference: "Read the API reference",
  },
  reveal: {
    show: "Show key",
    title: "Your API key",
    sentence: (end: Content) => html`You can view it once, until ${end}.`,
  },
  facts: {
    account: "Account",
    name: "Name",
    endsIn: "Ends in",
    expires: "Expires",
  },
  revealed: {
    title: "Your API key",
    sentence: "Treat it like a password.",
    copy: "Copy the key now.",
    once:
      "This link no longer works, and the key is not shown again, even if you reload this " +
      "page.",
    key: "the key",
  },
  gone: (support: string) => html`If you did not see the key, write to
<a href="mailto:${support}">${support}</a> immediately: someone else may have it.`,
};
