import type { FieldFault } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { texts } from "./texts.ts";

/** The same for the page of the form that was sent, which keeps what was typed. */
export const busyFault: FieldFault = {
  field: "",
  text: texts.busy.fault,
};

/** An import takes seconds or minutes. */
export const busy = { waitS: 10 };

/** The node already works on the maximum number of imports; nothing was started. */
export const answerBusy: Answer = answerPage(
  {
    title: texts.busy.title,
    sentence: texts.busy.sentence,
    above: { href: "/console/imports", text: texts.list.title },
    body: html`<p><a href="/console/imports?state=running">${texts.busy.show}</a></p>\n`,
  },
  busy,
);
