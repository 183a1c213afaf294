// The box beside a page's body: the few figures that matter, and what to do with them.
import { type Content, type Html, html } from "./html.ts";

/** A summary under its title. */
export function renderSummaryBox(title: string, body: Content): Html {
  return html`<section class="summary" aria-label="${title}">
<h2>${title}</h2>
${body}</section>
`;
}
