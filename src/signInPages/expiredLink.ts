// A link of a mail that is good no more.
import { type Content, html } from "../html/html.ts";
import type { Answer } from "../site/visit.ts";

/** Says that a link was spent, replaced or has expired, and `remedy`, what to do. */
export function answerExpiredLink(root: string, remedy: Content): Answer {
  const page = {
    title: "This link is good no more",
    sentence: "It was used, replaced by a newer one, or has expired.",
    body: html`<p>${remedy}</p>
<p><a href="${root}/sign-in">Sign in</a></p>
`,
  };
  return { kind: "page", status: 410, page };
}
