import { type Content, html } from "../html/html.ts";
import type { Answer } from "../site/visit.ts";

/** The page for a link that was used or has expired; `remedy` says what to do. */
export function answerExpiredLink(root: string, remedy: Content): Answer {
  const page = {
    title: "This link no longer works",
    sentence: "It has been used, replaced by a newer one, or has expired.",
    body: html`<p>${remedy}</p>
<p><a href="${root}/sign-in">Sign in</a></p>
`,
  };
  return { kind: "page", status: 410, page };
}
