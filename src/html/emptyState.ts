// Where there is nothing yet: what would be here, and how it comes.
import { type Content, type Html, html } from "./html.ts";

/** An empty state; `body` says how what is missing comes to be, with links that lead there. */
export function renderEmptyState(title: string, body: Content): Html {
  return html`<div class="empty">
<p><strong>${title}</strong></p>
<div>${body}</div>
</div>
`;
}
