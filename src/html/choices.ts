// One-click actions of a table row: buttons outside the form that they submit.
import { type Html, html } from "./html.ts";

export type Choice = { readonly name: string; readonly value: string; readonly text: string };

/** Renders buttons that submit the form with the id `form`. */
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
