// The SQL of the catalog's export.
import type { Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import type { WrittenRecord } from "../files/toWrittenCells.ts";
import { selectFileTexts } from "./offerFieldQueries.ts";

/** The offers of a vendor, or of all where it is null, by part number, in batches. */
export function readExportedOffers(
  session: Session,
  vendor: string | null,
): AsyncGenerator<readonly WrittenRecord[]> {
  return readRows<WrittenRecord>(session, {
    name: "export_offers",
    text: `select ${selectFileTexts("|")}
      from offers where $1::text is null or vendor = $1
      order by part_number_key, vendor, condition, unit_of_measure`,
    values: [vendor],
  });
}
