// The catalog as the rows of a file that the import takes back: the same columns, the same words.
import type { Session } from "../db/database.ts";
import { toWrittenCells } from "../files/toWrittenCells.ts";
import type { WrittenCell } from "../files/writtenCell.ts";
import { readExportedOffers } from "./exportQueries.ts";

const columns = [
  ...["part_number", "part_name", "title", "description", "condition", "unit_of_measure"],
  ...["available_stock", "price", "currency", "status", "vendor", "min_quantity", "multiple"],
  ...["lead_time_days", "superseded_by", "alternates", "interchangeable", "manufacturer", "cage"],
  ...["nsn", "certificate", "shelf_life_expires"],
];

/** What is reckoned with; all else is text, part numbers above all. */
const numbers: ReadonlySet<string> = new Set([
  ...["available_stock", "price", "min_quantity", "multiple", "lead_time_days"],
]);

/** Yields the header, then the offers of the vendor, of all where it is null, by part number. */
export async function* exportCatalog(
  session: Session,
  vendor: string | null,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const offers of readExportedOffers(session, vendor)) {
    for (const offer of offers) yield toWrittenCells(offer, columns, numbers);
  }
}
