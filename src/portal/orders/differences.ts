import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { listDifferences } from "../../orders/drafts/differences.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import { renderLineLinks } from "./changedElsewhere.ts";
import { texts } from "./texts.ts";

/**
 * Which lines differ from what was requested, with links to them; null if none does. `address` is
 * the page's.
 */
export function renderDifferences(review: DraftReview, address: string): Html | null {
  const found = [...listDifferences(review)];
  if (found.length === 0) return null;
  const lines = new Set(found.flatMap(([, numbers]) => numbers));
  const points = found.map(
    ([
      kind,
      numbers,
    ]) => html`<li>${texts.differences[kind]}:${renderLineLinks(numbers, address)}</li>
`,
  );
  return renderNotice("short", texts.differences.title(lines.size), html`<ul>\n${points}</ul>`);
}
