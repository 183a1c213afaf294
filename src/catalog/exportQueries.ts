import type { Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import { toWrittenCells, type WrittenCell, type WrittenRecord } from "../files/writtenCells.ts";
import { selectFileTexts } from "./offerFieldQueries.ts";
import { numberColumns, offerFileColumns } from "./offerFields.ts";

/** Yields the header, then the offers of the vendor (null: all) by part number. */
export async function* exportCatalog(
  session: Session,
  vendor: string | null,
): AsyncGenerator<readonly WrittenCell[]> {
  yield offerFileColumns;
  for await (const offers of readExportedOffers(session, vendor)) {
    for (const offer of offers) yield toWrittenCells(offer, offerFileColumns, numberColumns);
  }
}

function readExportedOffers(
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
