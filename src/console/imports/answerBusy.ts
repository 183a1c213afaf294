// Where a node works on as many imports as it may.
import { html } from "../../html/html.ts";
import { type Answer, answerPage } from "../../site/visit.ts";

/** Nothing was begun: there are others at work. */
export const answerBusy: Answer = answerPage(
  {
    title: "Several imports are at work just now",
    sentence: "Each takes a thread and a connection. Nothing was begun; try again in a moment.",
    above: { href: "/console/imports", text: "Imports" },
    body: html`<p>The <a href="/console/imports?state=running">list</a> says which they are.</p>\n`,
  },
  429,
);
