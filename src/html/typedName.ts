// Before what cannot be taken back: the name of what it is done to, typed by hand.
import { renderTextField } from "./field.ts";
import type { FieldFault, FormState } from "./form.ts";
import type { Html } from "./html.ts";

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
