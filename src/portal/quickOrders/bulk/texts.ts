import { formatCounted } from "../../../html/amount.ts";

/** The words of bulk actions that name each row before they are done. */
export const texts = {
  /** "250 → 300". */
  fromTo: (before: string, now: string) => `${before} → ${now}`,
  rounding: {
    summary: (rows: number) => `Round ${formatCounted(rows, "row")} to pack size`,
    summaryOf: (rows: number, difference: string) =>
      `Round ${formatCounted(rows, "row")} to pack size: ${difference}`,
    hint: "Clear the box of each row that should stay as it is.",
    others: (rows: number) => `${formatCounted(rows, "more row")} can be rounded after these.`,
    caption: "Rows to round to pack size",
    pick: "Round",
    row: "Row",
    partNumber: "Part number",
    quantity: "Quantity",
    packs: "Sold in",
    cost: "Cost",
    difference: "Difference",
    round: (row: number, quantity: string) => `Round row ${row} to ${quantity}`,
    together: (quantity: string) => `${quantity} with other rows`,
    more: (amount: string) => `${amount} more`,
    less: (amount: string) => `${amount} less`,
    same: "same cost",
    button: "Round checked rows",
  },
  converting: {
    summary: (rows: number) => `Convert ${formatCounted(rows, "quantity", "quantities")}`,
    hint: "Clear the box of each row that should stay as it is.",
    others: (rows: number) => `${formatCounted(rows, "more row")} may be converted after these.`,
    caption: "Quantities in another unit than that of the part",
    pick: "Convert",
    row: "Row",
    partNumber: "Part number",
    written: "In your list",
    ordered: "Ordered",
    why: "Rounded up from",
    cost: "Cost",
    exact: (amount: string, unit: string) => `${amount} ${unit}`,
    convert: (row: number, quantity: string) => `Convert row ${row} to ${quantity}`,
    button: "Convert checked quantities",
  },
};
