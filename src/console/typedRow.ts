// A form whose fields are the columns of an import file, checked like a row of the file.
import { capitalize } from "../html/capitalize.ts";
import { renderConflict } from "../html/conflict.ts";
import { renderDefinitions } from "../html/definitions.ts";
import type { FieldFault } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { type Messages, renderNotice, renderUndo } from "../html/notice.ts";
import type { CellFault } from "../imports/feedRow.ts";
import type { RunId } from "../imports/importRun.ts";
import type { Fields } from "../site/fields.ts";

export function readTypedRow<Column extends string>(
  form: Fields,
  columns: readonly Column[],
): Readonly<Record<Column, string>> {
  const texts = columns.map((column) => [column, form.text(column)] as const);
  return Object.fromEntries(texts) as Record<Column, string>;
}

/** The faults of a row as faults of the form. `whole` names the row in faults without a column. */
export function toFieldFaults<Column extends string>(
  faults: readonly CellFault[],
  labels: Readonly<Record<Column, string>>,
  whole: string,
): FieldFault[] {
  const columns = Object.keys(labels) as Column[];
  return faults.map(({ column, value, reason, suggestion }) => {
    const field = columns.find((known) => known === column);
    const quoted = value.length > 0 && value.length <= 60 ? `“${value}” ` : "it ";
    const subject = field === undefined ? `${whole} ` : `${labels[field]}: ${quoted}`;
    const advice = suggestion === null ? "" : ` ${capitalize(suggestion)}.`;
    return { field: field ?? "", text: `${subject}${reason}.${advice}` };
  });
}

/** The columns of a row that have a text. */
export function renderTypedRow<Column extends string>(
  labels: Readonly<Record<Column, string>>,
  texts: Readonly<Record<Column, string>>,
): Html {
  const known = (Object.keys(labels) as Column[]).filter((column) => texts[column] !== "");
  return renderDefinitions(known.map((column) => ({ term: labels[column], value: texts[column] })));
}

/** Both versions of a row that someone else changed; `last` is their change. */
export function renderRowConflict<Column extends string>(
  name: string,
  labels: Readonly<Record<Column, string>>,
  current: Readonly<Record<Column, string>>,
  typed: Readonly<Record<Column, string>>,
  last: { readonly startedBy: string; readonly at: Date } | undefined,
): Html {
  const by =
    last === undefined
      ? `Someone changed the ${name} while you were editing it.`
      : html`Last changed by ${last.startedBy} on ${renderMoment(last.at)}.`;
  const fields = (Object.keys(labels) as Column[]).map((column) => ({
    label: labels[column],
    current: current[column] === "" ? "none" : current[column],
    typed: typed[column] === "" ? "none" : typed[column],
    differs: current[column] !== typed[column],
  }));
  return renderConflict(by, fields);
}

export function renderBusy(title: string): Html {
  const remedy = html`<p>Nothing changed. Try again when the import has finished.</p>`;
  return renderNotice("short", title, remedy);
}

/** What an edit leads to: the page of the row, and the run of the edit, if there is one. */
type Edited = { readonly address: string; readonly runId: RunId | undefined };

/** The messages of a page on which a row is edited. `change`: what an edit is called there. */
export function createEditMessages(words: {
  readonly name: string;
  readonly change: "change" | "edit";
  /** The name of the message after saving, and its text. */
  readonly saved: readonly [done: string, text: string];
  readonly busy: Html;
}): Messages<Edited> {
  const {
    name,
    change,
    saved: [done, text],
    busy,
  } = words;
  const remedy = `Someone else changed the ${name} in the meantime. Edit the ${name} instead.`;
  return {
    [done]: ({ address, runId }) =>
      runId === undefined
        ? null
        : renderUndo(text, { action: `${address}/undo`, hidden: { run: String(runId) } }),
    unchanged: () => renderNotice("neutral", "No changes."),
    undone: () => renderNotice("good", change === "edit" ? "Edit undone." : "Change undone."),
    "undone-already": () => renderNotice("neutral", `This ${change} was already undone.`),
    expired: () =>
      renderNotice("neutral", `This ${change} has expired, so it can no longer be undone.`),
    "changed-since": () =>
      renderNotice("short", `This ${change} cannot be undone`, html`<p>${remedy}</p>`),
    busy: () => busy,
  };
}
