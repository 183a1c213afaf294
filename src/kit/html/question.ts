// Confirmation before something that cannot be undone. It works without JavaScript.
import { renderTextField } from "./field.ts";
import type { FieldFault, FormState } from "./form.ts";
import { type Content, type Html, html } from "./html.ts";
import { texts } from "./texts.ts";

/**
 * A question that opens below its button. `body` is the form, with what it does. It is open from
 * the start if the form was refused.
 */
export function renderQuestion(
  button: string,
  title: string,
  body: Content,
  state?: FormState,
): Html {
  const isRefused = state !== undefined && state.faults.length > 0;
  return html`<details class="question"${isRefused ? html` open` : null}>
<summary class="button plain">${button}</summary>
<div role="group" aria-label="${title}">
<p><strong>${title}</strong></p>
${body}</div>
</details>
`;
}

const field = "typed_name";

/** A field into which `name` must be typed. */
export function renderTypedName(state: FormState, name: string): Html {
  return renderTextField(state, {
    name: field,
    label: texts.question.typeName(name),
    autocomplete: "off",
    maxLength: 200,
  });
}

export function findTypedNameFault(
  value: FormState["value"],
  name: string,
): FieldFault | undefined {
  if (value(field).trim() === name) return undefined;
  return { field, text: texts.question.typeNameFault(name) };
}
