import { html } from "../../html/html.ts";
import { type Answer, answerPage } from "../../site/visit.ts";

/** The node already works on the maximum number of imports; nothing was started. */
export const answerBusy: Answer = answerPage(
  {
    title: "Too many imports are running",
    sentence: "Nothing was started. Try again when one of them has finished.",
    above: { href: "/console/imports", text: "Imports" },
    body: html`<p><a href="/console/imports?state=running">Show running imports</a></p>\n`,
  },
  429,
);
