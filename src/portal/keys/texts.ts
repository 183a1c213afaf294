import { type Content, html } from "../../html/html.ts";

/** The words of the public form for keys, and of the page that shows a key once. */
export const texts = {
  request: {
    title: "API key request",
  },
  received: {
    next: (
      support: string,
    ) => html`We reply by e-mail within one business day with your key and a sample request,
or with a question. If you don't hear from us, write to
<a href="mailto:${support}">${support}</a>.`,
  },
  reveal: {
    sentence: (end: Content) => html`You can view it once, until ${end}.`,
  },
  gone: (support: string) => html`If you did not see the key, write to
<a href="mailto:${support}">${support}</a> immediately: someone else may have it.`,
};
