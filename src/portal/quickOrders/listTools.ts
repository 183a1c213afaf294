// The bulk actions of a list and their undo. The buttons belong to the form of the rows, so that
// they save what was typed first.
import { renderButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { bulkActions, stateOfAction } from "../../quickOrders/bulk/bulkActions.ts";
import type { UndoFacts } from "../../quickOrders/bulk/undoQueries.ts";
import type { ListSummary } from "../../quickOrders/orderList.ts";
import { rowsForm } from "./rowSetting.ts";
import { texts } from "./texts.ts";

/**
 * The actions that may apply to rows of a list, except rounding, which shows its rows first;
 * nothing while they are being checked.
 */
export function renderListTools({ states }: ListSummary, undo: UndoFacts | undefined): Html {
  const form = rowsForm;
  const buttons = bulkActions.flatMap((value) =>
    value === "round" || states[stateOfAction[value]] === 0
      ? []
      : renderButton({ text: texts.bulk[value], name: "bulk", value, form }),
  );
  const text = undo === undefined ? "" : texts.undo(texts.bulkDone[undo.action](undo.rows));
  const back = undo === undefined ? [] : [renderButton({ text, name: "undo", value: "yes", form })];
  const shown = states.waiting > 0 ? [] : [...buttons, ...back];
  return html`<div class="actions" id="list-tools" role="group" aria-label="${texts.bulkActions}">
${shown.map((button) => html`${button}\n`)}</div>
`;
}
