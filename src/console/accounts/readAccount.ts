// What is typed of an account: the form, and what it holds when it comes back.
import type { AccountTexts } from "../../accounts/operatorAccountQueries.ts";
import { parsePersonName } from "../../accounts/personName.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import type { Fields } from "../../site/fields.ts";

const nameLength = 200;
const notesLength = 2_000;

/** What a form holds, or what is wrong with it. */
export function readAccount(form: Fields): AccountTexts | readonly FieldFault[] {
  // A company is named as a person is: on one line, in characters that show.
  const name = parsePersonName(form.text("name"));
  const email = form.text("email").trim();
  const notes = form.text("notes").trim();
  const faults: FieldFault[] = [];
  if (name === undefined) {
    const text = `Give the account a name of at most ${nameLength} characters, on one line.`;
    faults.push({ field: "name", text });
  }
  if (!isMailbox(email)) {
    faults.push({ field: "email", text: "Type one address as parts@example.com." });
  }
  if ([...notes].length > notesLength) {
    faults.push({ field: "notes", text: `Use ${notesLength} characters or fewer for the notes.` });
  }
  if (name === undefined || faults.length > 0) return faults;
  return { name, email, notes: notes === "" ? null : notes };
}

/** Name and address: what an account is told by. */
export function renderNameFields(state: FormState): Html {
  return html`${renderTextField(state, {
    name: "name",
    label: "Name",
    hint: "The company, as its orders and mails name it. No other account has it.",
    autocomplete: "off",
    maxLength: nameLength,
    focused: true,
  })}${renderTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    hint: "Keys and what concerns the account go there.",
    autocomplete: "off",
    maxLength: 254,
  })}`;
}

/** The notes of operators. */
export function renderNotesField(state: FormState): Html {
  return renderTextArea(state, {
    name: "notes",
    label: "Notes",
    optional: true,
    hint: "For operators alone: the account's people never see them.",
    maxLength: notesLength,
  });
}
