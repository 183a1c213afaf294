// Words for translated values.
import { priceColumns, thousandsMeaning } from "../../imports/values/cellValues.ts";

const emptyWords: Readonly<Record<string, string>> = {
  price: "Price on request",
  shelf_life_expires: "No date",
};

/** What a value is read as: a code, a number, or what an empty cell means. */
export function describeMeaning(column: string, meaning: string): string {
  const isPrice = priceColumns.has(column);
  if (meaning === thousandsMeaning) return `Thousands: ${isPrice ? "1250" : "5000"}`;
  if (/^#[.,]###$/.test(meaning)) return `Decimals: ${isPrice ? "1.25" : "5"}`;
  if (column === "price_per") return meaning === "1" ? "1 unit sold" : `${meaning} units sold`;
  return meaning === "" ? (emptyWords[column] ?? "Empty") : meaning;
}
