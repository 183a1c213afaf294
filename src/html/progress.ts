// How far something has come that goes on by itself: a bar, and the same in words.
import { type Html, html } from "./html.ts";

/** Progress; `words` say what the bar shows. It is read out as it grows, when it suits. */
export function renderProgress(words: string, done: number, total: number): Html {
  return html`<div class="progress">
<progress max="${total}" value="${done}" aria-label="${words}"></progress>
<p role="status">${words}</p>
</div>
`;
}
