// What a row says now, in the columns of its list, so that it can be sent again.
import type { ListColumns, RowReading } from "./orderList.ts";

/** The cells of a row with its number, quantity and condition at their places; others stay. */
export function writeRowCells(
  { headers, numberPlace, quantityPlace, conditionPlace }: ListColumns,
  cells: readonly string[],
  { partNumber, quantityText, condition }: RowReading,
): string[] {
  const written = headers.map((_, place) => cells[place] ?? "");
  if (conditionPlace !== null) written[conditionPlace] = condition ?? "";
  if (quantityPlace !== null) {
    written[numberPlace] = partNumber;
    written[quantityPlace] = quantityText;
    return written;
  }
  const line = quantityText === "" ? partNumber : `${partNumber} x ${quantityText}`;
  const isApart = condition === null || conditionPlace !== null;
  written[numberPlace] = isApart ? line : `${line} ${condition}`;
  return written;
}
