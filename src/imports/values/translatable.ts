/** Columns whose cells are codes or amounts, not what identifies or describes a part. */
const translatable: ReadonlySet<string> = new Set([
  "condition",
  "unit_of_measure",
  "available_stock",
  "on_hand",
  "price",
  "price_per",
  "currency",
  "status",
  "min_quantity",
  "multiple",
  "shelf_life_expires",
  "zero_price_is_free",
  "unit_price",
]);

/**
 * Whether values of a column can be translated in some type of file. What is remembered for a
 * vendor may name any of them, even if the type of a file has no such column.
 */
export function isTranslatable(column: string): boolean {
  return translatable.has(column);
}
