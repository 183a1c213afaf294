// Requesting a key on the site.

import type { Handler, PortalContext, PublicHandler } from "../home/portalContext.ts";
import { renderTextArea, renderTextField } from "../kit/html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import type { Fields } from "../kit/site/fields.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../kit/site/visit.ts";
import { describeWait } from "../signIn/sharedMessages.ts";
import { receiveKeyRequest } from "./receiveKeyRequest.ts";
import { keyNameLength, purposeLength, requestKey } from "./requestKey.ts";
import { readKeyRequest, renderKeyRequestFields } from "./sharedForm.ts";

// The public form has a hidden trap field: only robots fill it in, and they get the usual answer.

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
    title: "API key request",
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
  return answerPage(body === null ? formPage(freshForm()) : { title: "API key request", body });
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

type KeyWish = { readonly keyName: string; readonly purpose: string | null };

function readKeyWish(form: Fields): KeyWish | readonly FieldFault[] {
  const keyName = form.text("name").trim();
  const purpose = form.text("purpose").trim();
  const faults: FieldFault[] = [];
  if (keyName === "") faults.push({ field: "name", text: "Enter a name for the key." });
  if ([...keyName].length > keyNameLength) {
    faults.push({ field: "name", text: `Use ${keyNameLength} characters or fewer for the name.` });
  }
  if (/\p{Cc}/u.test(keyName)) {
    faults.push({ field: "name", text: "Enter the name on one line, without control characters." });
  }
  if ([...purpose].length > purposeLength) {
    faults.push({ field: "purpose", text: `Use ${purposeLength} characters or fewer.` });
  }
  return faults.length > 0 ? faults : { keyName, purpose: purpose === "" ? null : purpose };
}

function ownFormPage(state: FormState): SitePage {
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Key name",
    hint: "Shown here and in e-mails, such as ERP production.",
    autocomplete: "off",
    maxLength: keyNameLength,
    focused: true,
  })}${renderTextArea(state, {
    name: "purpose",
    label: "Purpose",
    optional: true,
    hint: "Which system will call the API, and how often.",
    maxLength: purposeLength,
  })}`;
  return {
    title: "API key request",
    sentence:
      "We reply within one business day and e-mail the key to you or to your account's address.",
    above: { href: "/developers", text: "Developers" },
    body: renderForm({
      action: "/developers/request",
      state,
      body,
      button: { text: "Request key", kind: "primary" },
    }),
  };
}

export const showKeyRequest = async () => answerPage(ownFormPage(freshForm()));

export const sendKeyRequest: Handler = async (context, { signedIn, form, now }) => {
  const wish = readKeyWish(form);
  const refuse = (faults: readonly FieldFault[], status: PageStatus) => {
    return answerPage(ownFormPage({ value: form.text, faults }), status);
  };
  if (!("keyName" in wish)) return refuse(wish, 422);
  const requested = await requestKey(context, signedIn, wish, now);
  if (requested.outcome === "requested") return redirect("/developers?done=requested");
  return refuse([{ field: "", text: describeWait(requested.waitS) }], requested);
};
