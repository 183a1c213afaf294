// The public form has a hidden trap field: only robots fill it in, and they get the usual answer.
import { readKeyRequest, renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { receiveKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../../site/visit.ts";
import type { PortalContext, PublicHandler } from "../portalContext.ts";
import { texts } from "./texts.ts";

const path = "/request-key";
const trapField = "fax_extension";

function renderTrap(): Html {
  return html`<div class="trap" aria-hidden="true" inert>
<label for="field-${trapField}">${texts.request.trap}</label>
<input id="field-${trapField}" name="${trapField}" tabindex="-1" autocomplete="off">
</div>
`;
}

function formPage(state: FormState): SitePage {
  const form = renderForm({
    action: path,
    label: texts.request.label,
    state,
    body: [renderKeyRequestFields(state, true), renderTrap()],
    button: { text: texts.request.send, kind: "primary" },
    beside: html`<a href="/docs">${texts.request.reference}</a>`,
  });
  return {
    title: texts.request.title,
    sentence: texts.request.sentence,
    body: html`${form}<p class="quiet">${texts.request.when}</p>
`,
  };
}

/** A message is a page of its own, without the form. */
const messages: Messages<PortalContext> = {
  requested: ({ supportEmail }) => {
    const next = texts.received.next(supportEmail);
    return html`${renderNotice("good", texts.received.title, next)}
<p><a href="/docs">${texts.received.reference}</a></p>
`;
  },
};

/** The public form. An admin of an account requests keys on the developers page. */
export const showRequestForm: PublicHandler = async (context, { signedIn, query }) => {
  if (signedIn?.user.role === "admin") return redirect("/developers/request");
  const body = renderMessage(messages, query.text("done"), context);
  return answerPage(body === null ? formPage(freshForm()) : { title: texts.request.title, body });
};

export const receiveRequest: PublicHandler = async (context, { form, address, now }) => {
  const refuse = (faults: readonly FieldFault[], status: PageStatus) => {
    return answerPage(formPage({ value: form.text, faults }), status);
  };
  const read = readKeyRequest(form);
  if (!("email" in read)) return refuse(read, 422);
  const by = { address, isTrapped: form.text(trapField) !== "" };
  const waitS = await receiveKeyRequest(context, read, by, now);
  if (waitS === null) return redirect(`${path}?done=requested`);
  return refuse([{ field: "", text: describeWait(waitS) }], { waitS });
};
