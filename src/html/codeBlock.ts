// A block of code to read and to copy: no prompt, no numbers, nothing that is not part of it.
import { type Html, html } from "./html.ts";

/** Code under a label that says what it is. It scrolls by itself and can be reached by keyboard. */
export function writeCodeBlock(label: string, code: string): Html {
  return html`<figure class="code">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
</figure>
`;
}
