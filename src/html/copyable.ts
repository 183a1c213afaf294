// Text to take along: a part number, an order's id, a key. The button is there with script alone.
import { type Html, html } from "./html.ts";

/** Text in code, with a button that copies it; `what` names it for readers. */
export function renderCopyable(text: string, what: string): Html {
  return html`<span class="copyable"><code>${text}</code>
<button type="button" class="copy" data-copy hidden
 aria-label="Copy ${what}">Copy</button></span>`;
}
