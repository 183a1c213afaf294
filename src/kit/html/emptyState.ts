import { type Content, type Html, html } from "./html.ts";
import { type IconName, renderIcon } from "./icons.ts";

/** `body` explains how to get the first entry, with links. */
export function renderEmptyState(title: string, body: Content, icon: IconName = "inbox"): Html {
  return html`<div class="empty">
${renderIcon(icon)}<p><strong>${title}</strong></p>
<div>${body}</div>
</div>
`;
}
