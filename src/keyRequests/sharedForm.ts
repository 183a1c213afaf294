import { renderEmailField, renderTextArea, renderTextField } from "../kit/html/field.ts";
import type { FieldFault, FormState } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import type { Fields } from "../kit/site/fields.ts";
import { parseTypedEmail } from "../mail/emailAddress.ts";
import { parsePersonName } from "../people/personName.ts";
import { companyLength, type RequestedKey } from "./receiveKeyRequest.ts";
import { purposeLength } from "./requestKey.ts";

export function readKeyRequest(form: Fields): RequestedKey | readonly FieldFault[] {
  const company = parsePersonName(form.text("company"));
  const person = parsePersonName(form.text("person"));
  const email = parseTypedEmail(form.text("email"));
  const purpose = form.text("purpose").trim().toWellFormed();
  const faults: FieldFault[] = [];
  if (company === undefined) {
    faults.push({
      field: "company",
      text: `Enter the company name on one line, with at most ${companyLength} characters.`,
    });
  }
  if (person === undefined) {
    faults.push({
      field: "person",
      text: `Enter a name on one line, with at most ${companyLength} characters.`,
    });
  }
  if (email === undefined) {
    faults.push({ field: "email", text: "Enter an e-mail address such as ann@example.com." });
  }
  if ([...purpose].length > purposeLength) {
    faults.push({ field: "purpose", text: `Use ${purposeLength} characters or fewer.` });
  }
  if (faults.length > 0 || company === undefined || person === undefined || email === undefined) {
    return faults;
  }
  return { company, person, email, purpose: purpose === "" ? null : purpose };
}

/** The fields of a key request. `own`: the person filling it in is the one requesting. */
export function renderKeyRequestFields(state: FormState, own: boolean): Html {
  const complete = (name: string): string => (own ? name : "off");
  return html`${[
    renderTextField(state, {
      name: "company",
      label: "Company",
      autocomplete: complete("organization"),
      maxLength: companyLength,
    }),
    renderTextField(state, {
      name: "person",
      label: own ? "Your name" : "Person",
      autocomplete: complete("name"),
      maxLength: companyLength,
    }),
    renderEmailField(state, {
      hint: own ? "We send the key to this address." : undefined,
      autocomplete: complete("email"),
    }),
    renderTextArea(state, {
      name: "purpose",
      label: "Purpose",
      optional: true,
      hint: own ? "Which system will call the API, and how often." : undefined,
      maxLength: purposeLength,
    }),
  ]}`;
}
