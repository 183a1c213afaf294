// Leaving rows of a checked file out of its import, and including them again: boxes in the tables
// of rows, and a form with one button below each table. It needs no script.
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type CellColumn, renderTable } from "../../html/table.ts";
import { canExcludeRows } from "../../importFiles/excludeRows.ts";
import type { LeftOutRow } from "../../imports/excluded/excludedRows.ts";
import type { ImportRun } from "../../imports/importRun.ts";
import { runAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

/** A table whose rows can be left out, or included again; several of a page differ in `id`. */
export type RowChoice = {
  readonly run: ImportRun;
  readonly id: string;
  readonly action: "leave-out" | "include";
};

/** What names a row: its line in the file, null if it has none, and its part number. */
type NamedRow = { readonly line: number | null; readonly name: string };

function renderBox({ id, action }: RowChoice, { line, name }: NamedRow): Html | null {
  if (line === null) return null;
  const label = texts.leaveOut.box[action](name, formatCount(line));
  return html`<input type="checkbox" form="${id}" name="line" value="${line}"
 aria-label="${label}" autocomplete="off">`;
}

/** As `renderRows`; with a choice, each row that `nameRow` names a line of has a box. */
export function renderChoiceRows<Item>(
  caption: string,
  items: readonly Item[],
  columns: readonly CellColumn<Item>[],
  choice: (RowChoice & { readonly nameRow: (item: Item) => NamedRow }) | null,
): Html {
  const rows = items.map((item) => ({
    ...(choice && { pick: renderBox(choice, choice.nameRow(item)) }),
    cells: columns.map(({ cell }): Content => cell(item)),
  }));
  const pickHead = choice && html`<span class="unseen">Leave out or include</span>`;
  const table = renderTable({ caption, columns, rows, ...(pickHead && { pickHead }) });
  return html`${table}${choice && renderChoiceForm(choice)}`;
}

function renderChoiceForm({ run, id, action }: RowChoice): Html {
  return renderForm({
    id,
    action: runAddress(run.runId, `/${action}`),
    body: html`<p class="hint">${texts.leaveOut.hint[action]}</p>\n`,
    button: { text: texts.leaveOut.button[action] },
  });
}

/** The choice for the rows of a run; null if they cannot be left out. */
export function chooseRows(
  run: ImportRun,
  mayExclude: boolean,
  id: string,
  action: RowChoice["action"] = "leave-out",
): RowChoice | null {
  return mayExclude && canExcludeRows(run) ? { run, id, action } : null;
}

const shownRows = 10;

/** The rows that a run leaves out, or has left out; null without any. `hasFile`: of such rows. */
export function renderLeftOut(run: ImportRun, mayExclude: boolean, hasFile: boolean): Html | null {
  const { report, state, runId } = run;
  const { leftOut = [] } = report ?? {};
  if (leftOut.length === 0) return null;
  const named = chooseRows(run, mayExclude, "included", "include");
  const nameRow = ({ line, partNumber }: LeftOutRow) => ({ line, name: partNumber });
  const title = state === "committed" ? "Rows that were left out" : "Rows left out";
  const table = renderChoiceRows(
    title,
    leftOut.slice(0, shownRows),
    [
      { title: texts.rows.partNumber, kind: "code", cell: ({ partNumber }) => partNumber },
      { title: "Line", kind: "number", cell: ({ line }) => formatCount(line) },
      { title: "Left out by", kind: "text", titled: true, cell: ({ by }) => by },
    ],
    named && { ...named, nameRow },
  );
  const address = runAddress(runId, "/rows?kind=left_out");
  const link = "View their changes";
  return renderCard({
    title,
    body: html`<p>The offers of these rows stay exactly as they are.</p>
${table}<p><a href="${address}">${link}</a></p>
${
  hasFile
    ? html`<p><a href="${runAddress(runId, "/refused.csv")}">Download them</a> as CSV, with
refused rows. Correct the rows and import the file.</p>\n`
    : null
}`,
  });
}
