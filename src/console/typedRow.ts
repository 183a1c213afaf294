// A row of a file as a form: its fields are the columns, judged as a row of a file is.
import type { ConflictField } from "../html/conflict.ts";
import type { FieldFault } from "../html/form.ts";
import type { CellFault } from "../imports/feedRow.ts";
import type { Fields } from "../site/fields.ts";

/** What a form sent for each column. */
export function readTypedRow<Column extends string>(
  form: Fields,
  columns: readonly Column[],
): Readonly<Record<Column, string>> {
  const texts = columns.map((column) => [column, form.text(column)] as const);
  return Object.fromEntries(texts) as Record<Column, string>;
}

/**
 * What the rules of imports say of a row, as faults of the form's fields. `whole` is what the row
 * is called, where a fault is of no column.
 */
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
    const advice = suggestion === null ? "" : ` Write ${suggestion}.`;
    return { field: field ?? "", text: `${subject}${reason}.${advice}` };
  });
}

/** The two versions of a row, column by column. */
export function compareTypedRows<Column extends string>(
  columns: readonly Column[],
  labels: Readonly<Record<Column, string>>,
  stands: Readonly<Record<Column, string>>,
  typed: Readonly<Record<Column, string>>,
): ConflictField[] {
  return columns.map((column) => ({
    label: labels[column],
    stands: stands[column] === "" ? "nothing" : stands[column],
    typed: typed[column] === "" ? "nothing" : typed[column],
    differs: stands[column] !== typed[column],
  }));
}
