// Rows with a quantity in another unit than that of their part: a person compares what was written
// with what is ordered, and then converts all at once.
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { OrderList } from "../orderList.ts";
import { type RowOnPage, selectConvertibleRows } from "../pageQueries.ts";
import { type Conversion, planConversion } from "./planConversion.ts";
import { loadOffers } from "./planRows.ts";

/** Rows that a person compares at a time. */
const maxConverted = 40;

export type ConvertedRow = { readonly row: RowOnPage; readonly conversion: Conversion };

/** `others` counts the rows that may be converted after these. */
export type Converting = { readonly rows: readonly ConvertedRow[]; readonly others: number };

/** The first rows of a list that can be converted, of `convertible` that may be. */
export async function selectConvertedRows(
  access: CatalogAccess,
  list: OrderList,
  convertible: number,
  now: Date,
): Promise<Converting> {
  const found = await selectConvertibleRows(access.db, list.listId, maxConverted);
  const { choices, named } = await loadOffers({ ...access, list, now }, found);
  const rows = found.flatMap((row): ConvertedRow[] => {
    const { rowNumber } = row;
    const conversion = planConversion(row, choices.get(rowNumber) ?? [], named.get(rowNumber));
    return conversion === null ? [] : [{ row, conversion }];
  });
  return { rows, others: Math.max(0, convertible - found.length) };
}
