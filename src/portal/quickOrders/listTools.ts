// The bulk actions of a list and their undo. The buttons belong to the form of the rows, so that
// they save what was typed first.
import { formatCounted } from "../../html/amount.ts";
import { renderButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import {
  type BulkAction,
  bulkActions,
  stateOfAction,
  type UndoableAction,
} from "../../quickOrders/bulk/bulkActions.ts";
import type { UndoFacts } from "../../quickOrders/bulk/undoQueries.ts";
import type { ListSummary } from "../../quickOrders/orderList.ts";
import { rowsForm } from "./listRow.ts";

const buttonTexts: Readonly<Record<BulkAction, string>> = {
  prefer_ne: "Prefer NE",
  cheapest: "Choose cheapest in stock",
  reduce: "Reduce to available stock",
  round: "Round to pack size",
  remove_not_found: "Remove not found",
};

const doneTexts: Readonly<Record<UndoableAction, string>> = {
  prefer_ne: "set to NE",
  cheapest: "set to cheapest in stock",
  reduce: "reduced to available stock",
  round: "rounded to pack size",
  remove_not_found: "removed",
  remove: "removed",
};

/** What was done by the last action. */
function describeUndo({ action, rows }: UndoFacts): string {
  return `${formatCounted(rows, "row")} ${doneTexts[action]}`;
}

/** The actions that may apply to rows of a list; nothing while they are being checked. */
export function renderListTools({ states }: ListSummary, undo: UndoFacts | undefined): Html {
  const form = rowsForm;
  const due = bulkActions.filter((action) => states[stateOfAction[action]] > 0);
  const buttons = due.map((value) =>
    renderButton({ text: buttonTexts[value], name: "bulk", value, form }),
  );
  const text = undo === undefined ? "" : `Undo: ${describeUndo(undo)}`;
  const back = undo === undefined ? [] : [renderButton({ text, name: "undo", value: "yes", form })];
  const shown = states.waiting > 0 ? [] : [...buttons, ...back];
  return html`<div class="actions" id="list-tools" role="group" aria-label="Bulk actions">
${shown.map((button) => html`${button}\n`)}</div>
`;
}
