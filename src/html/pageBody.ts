// What stands in the main part: one title, one sentence, one primary button, the body, and a side
// summary that stays in view.
import { type Content, type Html, html } from "./html.ts";
import type { Place } from "./page.ts";

export type PageBody = {
  readonly title: string;
  /** One sentence under the title. */
  readonly sentence?: Content;
  /** The one primary button or link. */
  readonly primary?: Html;
  /** Where the page belongs, as a link above the title. */
  readonly above?: Place;
  readonly body: Html;
  /** A summary beside the body; below it on a narrow screen. */
  readonly side?: Html;
};

function renderTitle({ title, sentence, primary, above }: PageBody): Html {
  return html`<div class="title">
<div>
${
  above === undefined
    ? null
    : html`<p class="above"><a href="${above.href}">${above.text}</a></p>
`
}<h1>${title}</h1>
${sentence === undefined ? null : html`<p class="lead">${sentence}</p>\n`}</div>
${primary === undefined ? null : html`<div class="primary">${primary}</div>\n`}</div>
`;
}

/** The main part of a page. */
export function renderPageBody(page: PageBody): Html {
  const { body, side } = page;
  if (side === undefined) return html`${renderTitle(page)}${body}`;
  return html`${renderTitle(page)}<div class="beside">
<div>
${body}</div>
<aside aria-label="Summary" tabindex="0">
${side}</aside>
</div>
`;
}
