import { type Content, type Html, html } from "./html.ts";
import type { Place } from "./page.ts";

export type PageBody = {
  readonly title: string;
  /** One sentence under the title. */
  readonly sentence?: Content;
  /** The only primary button or link. */
  readonly primary?: Html;
  /** A link to the parent page, above the title. */
  readonly above?: Place;
  readonly body: Html;
  /** A summary beside the body, or below it on a narrow screen; it stays in view. */
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
