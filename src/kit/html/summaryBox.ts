import { type Content, type Html, html } from "./html.ts";

/** The card beside the body of a page: key figures and actions. */
export function renderSummaryBox(title: string, body: Content, beside?: Content): Html {
  return html`<section class="card summary" aria-label="${title}">
<header><h2>${title}</h2>${beside}</header>
${body}</section>
`;
}
