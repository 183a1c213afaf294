import { type Content, type Html, html } from "./html.ts";

/** `body` explains how to get the first entry, with links. */
export function renderEmptyState(title: string, body: Content): Html {
  return html`<div class="empty">
<p><strong>${title}</strong></p>
<div>${body}</div>
</div>
`;
}
