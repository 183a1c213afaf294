// A question before what cannot be taken back: it opens where its button stands, and needs no
// script to do so.
import { renderTextField } from "./field.ts";
import type { FieldFault, FormState } from "./form.ts";
import { type Content, type Html, html } from "./html.ts";

/** A question behind a button. `body` is the form that does it, and says what it does. */
export function renderQuestion(button: string, title: string, body: Content): Html {
  return html`<details class="question">
<summary class="button plain">${button}</summary>
<div role="group" aria-label="${title}">
<p><strong>${title}</strong></p>
${body}</div>
</details>
`;
}

const field = "typed_name";

/** The field; `name` is what is to be typed. */
export function renderTypedName(state: FormState, name: string): Html {
  return renderTextField(state, {
    name: field,
    label: `Type ${name} to go on`,
    autocomplete: "off",
    maxLength: 200,
  });
}

/** What is wrong with the name as it was typed; undefined where it is the one. */
export function findTypedNameFault(
  value: FormState["value"],
  name: string,
): FieldFault | undefined {
  if (value(field).trim() === name) return undefined;
  return { field, text: `Type ${name}, as it stands here.` };
}
