import { type Html, html } from "./html.ts";
import { texts } from "./texts.ts";

/** Code to copy: nothing but the code, without prompt or line numbers. */
export function renderCodeBlock(label: string, code: string): Html {
  return html`<figure class="code">
<figcaption>${label}
<button type="button" class="copy" aria-label="${texts.code.copyCode(label)}"
 data-copy hidden>${texts.code.copy}</button>
</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
</figure>
`;
}

/** Sets the shell variable that sample requests read the key from, so that no page has the key. */
export function renderKeySetting(): Html {
  return html`${renderCodeBlock(texts.code.setKey, "read -rs PARTSDESK_KEY")}
<p>${texts.code.setKeyHint}</p>
`;
}

/** Text with a button that copies it. `what` names the text for screen readers. */
export function renderCopyable(text: string, what: string): Html {
  return html`<span class="copyable"><code>${text}</code>
<button type="button" class="copy" data-copy hidden
 aria-label="${texts.code.copyText(what)}">${texts.code.copy}</button></span>`;
}
