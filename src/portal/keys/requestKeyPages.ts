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
<label for="field-${trapField}">Leave this empty</label>
<input id="field-${trapField}" name="${trapField}" tabindex="-1" autocomplete="off">
</div>
`;
}

function formPage(state: FormState): SitePage {
  const form = renderForm({
    action: path,
    label: "API key request",
    state,
    body: [renderKeyRequestFields(state, true), renderTrap()],
    button: { text: "Request key", kind: "primary" },
    beside: html`<a href="/docs">API reference</a>`,
  });
  return {
    title: texts.request.title,
    sentence: "Your systems use the key to look up parts and place draft orders.",
    body: html`${form}<p class="quiet">We reply by e-mail within one business day.</p>
`,
  };
}

/** A message is a page of its own, without the form. */
const messages: Messages<PortalContext> = {
  requested: ({ supportEmail }) => {
    const next = html`We reply by e-mail within one business day with your key and a sample request,
or with a question. If you don't hear from us, write to
<a href="mailto:${supportEmail}">${supportEmail}</a>.`;
    return html`${renderNotice("good", "Request received.", next)}
<p><a href="/docs">Read the API reference</a></p>
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
