// What was just done and can be taken back: a sentence with the button that does so.
import { renderButton, renderForm } from "./form.ts";
import { type Html, html } from "./html.ts";

/** A notice of what was done. The form posts `hidden` to `action`, which does the opposite. */
export function renderUndo(
  sentence: string,
  form: { readonly action: string; readonly hidden?: Readonly<Record<string, string>> },
): Html {
  const undo = renderForm({
    ...form,
    body: renderButton({ text: "Undo", label: `Undo: ${sentence}` }),
  });
  return html`<div class="notice good" role="status">
<p><strong>${sentence}</strong></p>
${undo}</div>
`;
}
