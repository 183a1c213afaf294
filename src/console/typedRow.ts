// A form whose fields are the columns of an import file, checked like a row of the file.
import type { ConflictField } from "../html/conflict.ts";
import type { FieldFault } from "../html/form.ts";
import type { CellFault } from "../imports/feedRow.ts";
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
    const advice = suggestion === null ? "" : ` Write ${suggestion}.`;
    return { field: field ?? "", text: `${subject}${reason}.${advice}` };
  });
}

export function compareTypedRows<Column extends string>(
  columns: readonly Column[],
  labels: Readonly<Record<Column, string>>,
  current: Readonly<Record<Column, string>>,
  typed: Readonly<Record<Column, string>>,
): ConflictField[] {
  return columns.map((column) => ({
    label: labels[column],
    current: current[column] === "" ? "none" : current[column],
    typed: typed[column] === "" ? "none" : typed[column],
    differs: current[column] !== typed[column],
  }));
}
