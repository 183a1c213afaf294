// A block of code to read and to copy: no prompt, no numbers, nothing that is not part of it.
import { type Html, html } from "./html.ts";

/**
 * Code under a label that says what it is, with a button that copies it where there is script. It
 * scrolls by itself and can be reached by keyboard.
 */
export function renderCodeBlock(label: string, code: string): Html {
  return html`<figure class="code">
<figcaption>${label}
<button type="button" class="copy" aria-label="Copy: ${label}" data-copy hidden>Copy</button>
</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
</figure>
`;
}

/** Text in code, with a button that copies it; `what` names it for readers. */
export function renderCopyable(text: string, what: string): Html {
  return html`<span class="copyable"><code>${text}</code>
<button type="button" class="copy" data-copy hidden
 aria-label="Copy ${what}">Copy</button></span>`;
}
