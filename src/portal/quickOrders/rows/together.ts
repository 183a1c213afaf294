import { formatCount } from "../../../html/amount.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/**
 * The quantity that a row and the others of its offer have if it is rounded or reduced: "600 with
 * row 13", or "600 total" with several rows. Null if it is in no line with others.
 */
export function describeTogether(
  { rowNumber, nearestQuantity }: RowOnPage,
  { together }: Pick<RowSetting, "together">,
): string | null {
  const others = together.get(rowNumber);
  if (others === undefined || nearestQuantity === null) return null;
  const { rowNumbers, rows, quantity } = others;
  const sum = formatCount(quantity + nearestQuantity);
  return rows === 1 ? texts.together(sum, texts.rows(rowNumbers)) : texts.togetherTotal(sum);
}
