// A table of what a bulk action would do: a person clears the boxes of some rows, then does the
// rest at once. The boxes belong to the form of the rows.
import { renderButton } from "../../../html/form.ts";
import { type Content, type Html, html } from "../../../html/html.ts";
import { type Column, type Row, renderTable } from "../../../html/table.ts";
import { rowsForm } from "../rowSetting.ts";

/** The box of a row. `text` names it for screen readers. */
export function renderCheckedBox(name: string, value: string, text: string): Html {
  return html`<input type="checkbox" form="${rowsForm}" name="${name}" checked
 value="${value}" autocomplete="off" aria-label="${text}">`;
}

type CheckedTable = {
  readonly id: string;
  readonly summary: string;
  readonly hint: Content;
  readonly caption: string;
  readonly pick: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly button: string;
  /** The bulk action that the button names. */
  readonly action: string;
};

/** Closed, because it would move the rows down. The script keeps it open and what was cleared. */
export function renderCheckedTable(shown: CheckedTable): Html {
  const { id, summary, hint, caption, pick, columns, rows, button, action } = shown;
  if (rows.length === 0) return html`<div id="${id}" hidden></div>\n`;
  const pickHead = html`<span class="unseen">${pick}</span>`;
  const table = renderTable({ caption, pickHead, columns, rows });
  const submit = { text: button, name: "bulk", value: action, form: rowsForm };
  return html`<details id="${id}">
<summary>${summary}</summary>
<section class="card">
<p>${hint}</p>
${table}<footer>${renderButton({ ...submit, kind: "primary" })}</footer>
</section>
</details>
`;
}
