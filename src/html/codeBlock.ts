// A block of code to read and to copy: no prompt, no numbers, nothing that is not part of it.
import { type Html, html } from "./html.ts";

function writeCopyButton(label: string, code: string): Html {
  return html`
<button type="button" class="copy" data-copy="${code}" aria-label="Copy: ${label}"
 hidden>Copy</button>`;
}

/**
 * Code under a label that says what it is. It scrolls by itself and can be reached by keyboard.
 * Where it is `copied` there is a button for that, with script alone.
 */
export function writeCodeBlock(label: string, code: string, copied = false): Html {
  return html`<figure class="code">
<figcaption>${label}${copied && writeCopyButton(label, code)}</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
</figure>
`;
}
