import type { FieldFault } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { texts } from "./texts.ts";

/** The same for the page of the form that was sent, which keeps what was typed. */
export const busyFault: FieldFault = {
  field: "",
  text: "Too many imports are running, so nothing was started. Try again when one has finished.",
};

/** An import takes seconds or minutes. */
export const busy = { waitS: 10 };

/** The node already works on the maximum number of imports; nothing was started. */
export const answerBusy: Answer = answerPage(
  {
    title: "Too many imports are running",
    sentence: "Nothing was started. Try again when one of them has finished.",
    above: { href: "/console/imports", text: texts.list.title },
    body: html`<p><a href="/console/imports?state=running">Show running imports</a></p>\n`,
  },
  busy,
);
