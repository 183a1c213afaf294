// A question before what cannot be taken back: it opens where its button stands, and needs no
// script to do so.
import { type Content, type Html, html } from "./html.ts";

/** A question behind a button. `body` is the form that does it, and says what it does. */
export function renderQuestion(button: string, title: string, body: Content): Html {
  return html`<details class="question">
<summary class="button plain">${button}</summary>
<div role="group" aria-label="${title}">
<p><strong>${title}</strong></p>
${body}</div>
</details>
`;
}
