import type { FileRecord } from "../../files/fileRecord.ts";
import { readDecimalText } from "../../imports/decimalText.ts";
import { thousandsMeaning } from "../../imports/values/cellValues.ts";
import { createDecimalMarks } from "../../imports/values/decimalMarks.ts";
import { splitUnit } from "./quantityText.ts";

const wholeComma = /^[1-9]\d{0,2},(?!000)\d{3}$/;

/**
 * Returns a function that removes the comma of 1,000 or the point of 1.500 from quantities, if the
 * other numbers of the first records show that it separates thousands. All other texts, 1.000 too,
 * stay: decision 66. A quantity such as 1,500 in its own column shows it too, because it is read
 * as whole. Numbers of a spreadsheet show nothing, because its programs write them.
 */
export function createCommaReader(
  head: readonly FileRecord[],
  quantityColumn: number | null,
): (quantity: string) => string {
  const marks = createDecimalMarks();
  for (const { cells, kinds } of head) {
    for (const [place, cell] of cells.entries()) {
      const amount = cell.trim().replace(/^(?:[A-Z]{3}|[$€£¥]) ?| ?(?:[A-Z]{3}|[$€£¥])$/g, "");
      const isWritten = (kinds?.[place] ?? "text") === "text";
      if (isWritten && readDecimalText(amount) !== undefined) marks.add(amount);
      const quantity = place === quantityColumn && isWritten ? splitUnit(cell).amount : "";
      // As clear as 1,500,000.
      if (wholeComma.test(quantity)) marks.add(`${quantity},000`);
    }
  }
  const isThousands = marks.propose("on_hand", "#,###") === thousandsMeaning;
  const isPointThousands = marks.propose("on_hand", "#.###") === thousandsMeaning;
  return (quantity) => {
    const { amount } = splitUnit(quantity);
    const isGroup =
      (isThousands && /^[1-9]\d{0,2},000$/.test(amount)) ||
      (isPointThousands && /^[1-9]\d{0,2}\.(?!000)\d{3}$/.test(amount));
    return isGroup ? quantity.replace(amount, amount.replace(/[.,]/, "")) : quantity;
  };
}
