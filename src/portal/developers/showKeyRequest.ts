import { renderTextArea, renderTextField } from "../../html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { keyNameLength, purposeLength, requestKey } from "../../keyRequests/requestKey.ts";
import { describeWait } from "../../signInPages/messages.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../../site/visit.ts";
import type { Handler } from "../portalContext.ts";
import { texts } from "./texts.ts";

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

function formPage(state: FormState): SitePage {
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
    above: { href: "/developers", text: texts.developers.title },
    body: renderForm({
      action: "/developers/request",
      state,
      body,
      button: { text: "Request key", kind: "primary" },
    }),
  };
}

export const showKeyRequest = async () => answerPage(formPage(freshForm()));

export const sendKeyRequest: Handler = async (context, { signedIn, form, now }) => {
  const wish = readKeyWish(form);
  const refuse = (faults: readonly FieldFault[], status: PageStatus) => {
    return answerPage(formPage({ value: form.text, faults }), status);
  };
  if (!("keyName" in wish)) return refuse(wish, 422);
  const requested = await requestKey(context, signedIn, wish, now);
  if (requested.outcome === "requested") return redirect("/developers?done=requested");
  return refuse([{ field: "", text: describeWait(requested.waitS) }], requested);
};
