// The form of an account.
import type { AccountTexts } from "../../accounts/operatorAccountQueries.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { hasCompleteDomain } from "../../mail/emailAddress.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import { parsePersonName } from "../../people/personName.ts";
import type { Fields } from "../../site/fields.ts";
import { texts } from "./texts.ts";

export const accountLabels: Readonly<Record<keyof AccountTexts, string>> = {
  name: texts.form.name,
  email: texts.form.email,
  notes: texts.form.notes,
};

const nameLength = 200;
const notesLength = 2_000;

/**
 * Returns the account as typed, or the faults. A new address names a complete domain; those of
 * `known` may be from before that rule.
 */
export function readAccount(
  form: Fields,
  known: readonly string[] = [],
): AccountTexts | readonly FieldFault[] {
  // Company names follow the rules of personal names: one line, visible characters.
  const name = parsePersonName(form.text("name"));
  const email = form.text("email").trim();
  const notes = form.text("notes").trim();
  const faults: FieldFault[] = [];
  if (name === undefined) {
    const text = `Enter a name of at most ${nameLength} characters on one line.`;
    faults.push({ field: "name", text });
  }
  if (!isMailbox(email) || (!known.includes(email) && !hasCompleteDomain(email))) {
    faults.push({ field: "email", text: "Enter one address, such as parts@example.com." });
  }
  if ([...notes].length > notesLength) {
    faults.push({ field: "notes", text: `Use at most ${notesLength} characters for the notes.` });
  }
  if (name === undefined || faults.length > 0) return faults;
  return { name, email, notes: notes === "" ? null : notes };
}

export function renderNameFields(state: FormState): Html {
  return html`${renderTextField(state, {
    name: "name",
    label: texts.form.name,
    hint: "Must be unique. Shown on orders and in e-mails.",
    autocomplete: "off",
    maxLength: nameLength,
    focused: true,
  })}${renderTextField(state, {
    name: "email",
    label: texts.form.email,
    type: "email",
    hint: "Receives keys and messages about the account.",
    autocomplete: "off",
    maxLength: 254,
  })}`;
}

export function renderNotesField(state: FormState): Html {
  return renderTextArea(state, {
    name: "notes",
    label: texts.form.notes,
    optional: true,
    hint: "Only visible to operators.",
    maxLength: notesLength,
  });
}
