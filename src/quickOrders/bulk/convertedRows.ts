// Rows with a quantity in another unit than that of their part: a person compares what was written
// with what is ordered, and then converts all at once.
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { OrderList } from "../orderList.ts";
import { type RowOnPage, selectConvertibleRows } from "../pageQueries.ts";
import { type Conversion, planConversion } from "./planConversion.ts";
import { loadOffers } from "./planRows.ts";

/** Rows that a person compares at a time. */
const maxConverted = 40;
/** Rows are read in batches of `maxConverted`. */
const maxBatches = 5;

export type ConvertedRow = { readonly row: RowOnPage; readonly conversion: Conversion };

/** `others` counts the rows that may be converted after these. */
export type Converting = { readonly rows: readonly ConvertedRow[]; readonly others: number };

/**
 * The first rows of a list that can be converted, of `convertible` that may be. Those of which it
 * is not certain are passed over, a few times.
 */
export async function selectConvertedRows(
  access: CatalogAccess,
  list: OrderList,
  convertible: number,
  now: Date,
): Promise<Converting> {
  const rows: ConvertedRow[] = [];
  let read = 0;
  let after = 0;
  for (let batch = 0; batch < maxBatches && read < convertible; batch += 1) {
    const found = await selectConvertibleRows(access.db, list.listId, after, maxConverted);
    const { choices, named } = await loadOffers({ ...access, list, now }, found);
    for (const row of found) {
      if (rows.length === maxConverted) break;
      const { rowNumber } = row;
      const conversion = planConversion(row, choices.get(rowNumber) ?? [], named.get(rowNumber));
      if (conversion !== null) rows.push({ row, conversion });
      after = rowNumber;
      read += 1;
    }
    if (found.length < maxConverted || rows.length === maxConverted) break;
  }
  return { rows, others: Math.max(0, convertible - read) };
}
