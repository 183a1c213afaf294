import { type Content, type Html, html } from "../kit/html/html.ts";

/** What of the account a search may mean, above the parts; null if nothing. */
export function renderFound(
  title: string,
  found: readonly Html[],
  all: { readonly href: string; readonly text: string } | null,
): Content {
  if (found.length === 0) return null;
  const points = found.map((one) => html`<li>${one}</li>\n`);
  const more = all && html`<p><a href="${all.href}">${all.text}</a></p>\n`;
  return html`<section class="meant card">
<p>${title}</p>
<ul>
${points}</ul>
${more}</section>
`;
}
