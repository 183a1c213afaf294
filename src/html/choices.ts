// What can be done about a row by one click: buttons of the row's form that stand elsewhere.
import { type Html, html } from "./html.ts";

/** A choice: what its button sends, and what it says. */
export type Choice = { readonly name: string; readonly value: string; readonly text: string };

/** Buttons that send the form with this id; nothing where there is nothing to choose. */
export function renderChoices(form: string, choices: readonly Choice[]): Html | null {
  if (choices.length === 0) return null;
  const buttons = choices.map(
    ({ name, value, text }) =>
      html`<button class="button plain" form="${form}"
 name="${name}" value="${value}">${text}</button>
`,
  );
  return html`<div class="choices">
${buttons}</div>
`;
}
