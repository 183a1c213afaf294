// Asking for a key: the form, and what of it cannot be taken.

import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { keyNameLength, purposeLength } from "../../keyRequests/requestKey.ts";
import type { Fields } from "../../site/fields.ts";
import type { SitePage } from "../../site/visit.ts";

/** A wish for a key, as a form holds it. */
export type KeyWish = { readonly keyName: string; readonly purpose: string | null };

/** The wish that a form holds, or what is wrong with it. */
export function readKeyWish(form: Fields): KeyWish | readonly FieldFault[] {
  const keyName = form.text("name").trim();
  const purpose = form.text("purpose").trim();
  const faults: FieldFault[] = [];
  if (keyName === "") faults.push({ field: "name", text: "Give the key a name." });
  if ([...keyName].length > keyNameLength) {
    faults.push({ field: "name", text: `Use ${keyNameLength} characters or fewer for the name.` });
  }
  if (/\p{Cc}/u.test(keyName)) {
    faults.push({ field: "name", text: "Type the name on one line, without control characters." });
  }
  if ([...purpose].length > purposeLength) {
    faults.push({ field: "purpose", text: `Use ${purposeLength} characters or fewer.` });
  }
  return faults.length > 0 ? faults : { keyName, purpose: purpose === "" ? null : purpose };
}

/** The page with the form. */
export function showKeyRequest(state: FormState): SitePage {
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Name of the key",
    hint: "What it is called here and in mails, as in ERP production.",
    autocomplete: "off",
    maxLength: keyNameLength,
    focused: true,
  })}${renderTextArea(state, {
    name: "purpose",
    label: "What it is for",
    optional: true,
    hint: "The system that will call, and how often.",
    maxLength: purposeLength,
  })}${renderActions(renderButton({ text: "Request the key", kind: "primary" }))}`;
  return {
    title: "Request a key",
    sentence: "We answer within one business day. The key comes by mail to your account's address.",
    above: { href: "/developers", text: "Developers" },
    body: html`${renderFaults(state)}${renderForm({ action: "/developers/request", body })}`,
  };
}
