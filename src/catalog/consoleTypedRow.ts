// A form whose fields are the columns of an import file, checked like a row of the file.

import { runAddress } from "../home/consoleAddresses.ts";
import { texts } from "../home/consoleTexts.ts";
import type { RunId } from "../imports/run.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderNotice } from "../kit/html/notice.ts";
import type { Fields } from "../kit/site/fields.ts";
import type { CellFault } from "../reading/row.ts";

export function readTypedRow<Column extends string>(
  form: Fields,
  columns: readonly Column[],
): Readonly<Record<Column, string>> {
  const cells = columns.map((column) => [column, form.text(column)] as const);
  return Object.fromEntries(cells) as Record<Column, string>;
}

const maxQuotedLength = 60;

function describeFault(
  { value, reason }: CellFault,
  label: string | undefined,
  whole: string,
): string {
  const { cell, longCell, row } = texts.typedRow;
  if (label === undefined) return row(whole, reason);
  const isQuoted = value.length > 0 && value.length <= maxQuotedLength;
  return isQuoted ? cell(label, value, reason) : longCell(label, reason);
}

/** The faults of a row as faults of the form. `whole` names the row in faults without a column. */
export function toFieldFaults<Column extends string>(
  faults: readonly CellFault[],
  labels: Readonly<Record<Column, string>>,
  whole: string,
): FieldFault[] {
  const columns = Object.keys(labels) as Column[];
  return faults.map((fault) => {
    const { column, suggestion } = fault;
    const field = columns.find((known) => known === column);
    const text = describeFault(fault, field && labels[field], whole);
    const { withAdvice } = texts.typedRow;
    return {
      field: field ?? "",
      text: suggestion === null ? text : withAdvice(text, capitalize(suggestion)),
    };
  });
}

/** The columns of a row that have a text. */
export function renderTypedRow<Column extends string>(
  labels: Readonly<Record<Column, string>>,
  row: Readonly<Record<Column, string>>,
): Html {
  const known = (Object.keys(labels) as Column[]).filter((column) => row[column] !== "");
  return renderDefinitions(known.map((column) => ({ term: labels[column], value: row[column] })));
}

/** Who made the last change of a row, if it is known. */
export function describeLastChange(
  name: string,
  last: { readonly startedBy: string; readonly at: Date } | undefined,
): Content {
  return last === undefined
    ? texts.typedRow.changed(name)
    : texts.typedRow.changedBy(last.startedBy, renderMoment(last.at));
}

export function renderBusy(title: string): Html {
  const remedy = html`<p>${texts.typedRow.busy}</p>`;
  return renderNotice("short", title, remedy);
}

/** The messages of a page on which a row is edited, with the run of the edit, if there is one. */
export function createEditMessages(words: {
  /** The name of the message after saving, and its text. */
  readonly saved: readonly [done: string, text: string];
  readonly busy: Html;
}): Messages<RunId | undefined> {
  const [done, text] = words.saved;
  return {
    [done]: (runId) => {
      if (runId === undefined) return null;
      const run = html`<p><a href="${runAddress(runId)}">Run ${runId}</a> can be reverted.</p>`;
      return renderNotice("good", text, run);
    },
    unchanged: () => renderNotice("neutral", texts.typedRow.unchanged),
    busy: () => words.busy,
  };
}
