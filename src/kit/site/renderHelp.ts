import { renderCopyable } from "../html/codeBlock.ts";
import { type Content, type Html, html } from "../html/html.ts";

/** Help at the foot of a page: `contact`, and the id of the page's request. */
export function renderHelp(contact: Content, requestId: string): Html {
  return html`<details class="help">
<summary>Help</summary>
<p>${contact} Request ID of this page: ${renderCopyable(requestId, "the request ID")}</p>
</details>
`;
}
