/** Texts by column; null is an empty cell. */
export type WrittenRecord = Readonly<Record<string, string | null>>;

/** The cells of `columns` in order; those of `numbers` as numbers, all others as texts. */
export function toWrittenCells<Column extends string>(
  record: Readonly<Record<Column, string | null>>,
  columns: readonly Column[],
  numbers: ReadonlySet<string>,
): WrittenCell[] {
  return columns.map((column) => {
    const value = record[column] ?? "";
    return value !== "" && numbers.has(column) ? { number: value } : value;
  });
}

/** A text, or a number in plain decimal digits, such as "1250.00". */
export type WrittenCell = string | { readonly number: string };
