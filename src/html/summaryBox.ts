import { type Content, type Html, html } from "./html.ts";

/** The box beside the body of a page: key figures and actions. */
export function renderSummaryBox(title: string, body: Content): Html {
  return html`<section class="summary" aria-label="${title}">
<h2>${title}</h2>
${body}</section>
`;
}
