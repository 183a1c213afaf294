// Says which rows become one line before they are added: the buyer may have meant one of them only.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import type { MergedLine } from "../../quickOrders/editQueries.ts";
import { texts } from "./texts.ts";

/** `lines` has the first of `count` lines. */
export type MergedLines = { readonly lines: readonly MergedLine[]; readonly count: number };

function describeLine({ rowNumbers, rows, quantity }: MergedLine): string {
  const named = rowNumbers.map(String);
  const more = rows - named.length;
  const last = more > 0 ? texts.merged.more(more) : (named.pop() ?? "");
  return texts.merged.line(named.join(", "), last, formatCount(quantity));
}

/** Null if every row becomes a line of its own. */
export function renderMergedLines({ lines, count }: MergedLines): Html | null {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  if (others.length === 0) return html`<p class="hint">${describeLine(first)}</p>\n`;
  const named = lines.map((line) => html`<li>${line.partNumber}: ${describeLine(line)}</li>\n`);
  const more = count - lines.length;
  const rest = more > 0 && html`<li>${texts.merged.moreLines(more)}</li>\n`;
  return html`<details class="hint">
<summary>${texts.merged.title(count)}</summary>
<ul>
${named}${rest}</ul>
</details>
`;
}
