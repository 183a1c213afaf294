// The bulk actions of a list and their undo. The buttons belong to the form of the rows, so that
// they save what was typed first.
import { renderButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { ChangeCounts } from "../../quickOrders/bulk/countChanges.ts";
import type { ListSummary } from "../../quickOrders/orderList.ts";
import { rowsForm } from "./rowSetting.ts";
import { texts } from "./texts.ts";

/** The actions that change rows of a list; nothing while its rows are being checked. */
export function renderListTools(
  { states }: ListSummary,
  counts: ChangeCounts,
  isUndoable: boolean,
): Html {
  const form = rowsForm;
  const buttons = (Object.keys(counts) as (keyof ChangeCounts)[]).flatMap((value) => {
    const count = counts[value];
    const text = count === null ? texts.bulk[value] : texts.bulkOf(texts.bulk[value], count);
    return count === 0 ? [] : renderButton({ text, name: "bulk", value, form });
  });
  const undo = renderButton({ text: texts.undo, name: "undo", value: "yes", form });
  const back = isUndoable ? [undo] : [];
  const shown = states.waiting > 0 ? [] : [...buttons, ...back];
  return html`<div class="actions" id="list-tools" role="group" aria-label="${texts.bulkActions}">
${shown.map((button) => html`${button}\n`)}</div>
`;
}
