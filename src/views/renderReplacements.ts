// What may be used instead of a part.
import type { SuggestionReason } from "../catalog/search/suggestionQueries.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderTable } from "../html/table.ts";
import { suggestionWords } from "./renderStock.ts";

type Instead = { readonly partNumber: string; readonly reason: SuggestionReason };

/** The numbers, each with the reason, as `link` leads to them; nothing where there is none. */
export function renderReplacements(
  instead: readonly Instead[],
  link: (partNumber: string) => Html,
): Content {
  if (instead.length === 0) return null;
  return html`<h2>Instead of it</h2>
${renderTable({
  caption: "What may be used instead",
  columns: [
    { title: "Part number", kind: "code" },
    { title: "Why", kind: "prose" },
  ],
  rows: instead.map(({ partNumber, reason }) => ({
    cells: [link(partNumber), suggestionWords[reason]],
  })),
})}`;
}
