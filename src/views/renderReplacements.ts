import type { SuggestionReason } from "../catalog/search/suggestionQueries.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderTable } from "../html/table.ts";
import { suggestionWords } from "./renderStock.ts";

type Instead = { readonly partNumber: string; readonly reason: SuggestionReason };

/** The replacements with their reasons, linked by `link`; null if there are none. */
export function renderReplacements(
  instead: readonly Instead[],
  link: (partNumber: string) => Html,
): Content {
  if (instead.length === 0) return null;
  return html`<h2>Replacements and alternates</h2>
${renderTable({
  caption: "Replacements and alternates",
  columns: [
    { title: "Part number", kind: "code" },
    { title: "Reason", kind: "prose" },
  ],
  rows: instead.map(({ partNumber, reason }) => ({
    cells: [link(partNumber), suggestionWords[reason]],
  })),
})}`;
}
