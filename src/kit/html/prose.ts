// A subset of CommonMark for descriptions: paragraphs, lists of "- " lines, `code` in backticks.
// The same text serves pages and documents.
import { type Html, html } from "./html.ts";

/** Text of one paragraph, with its code. */
export function renderInline(text: string): Html {
  const pieces = text.split("`");
  const written = pieces.map((piece, index) =>
    index % 2 === 1 ? html`<code>${piece}</code>` : piece,
  );
  return html`${written}`;
}

function renderBlock(block: string): Html {
  const [first = "", ...others] = block.split(/^- /m);
  const points = others.map((point) => html`<li>${renderInline(point.trim())}</li>`);
  const lead = first.trim() === "" ? null : html`<p>${renderInline(first.trim())}</p>`;
  return points.length === 0 ? html`${lead}` : html`${lead}<ul>${points}</ul>`;
}

export function renderProse(text: string): Html {
  return html`<div class="prose">${text.split(/\n{2,}/).map(renderBlock)}</div>`;
}
