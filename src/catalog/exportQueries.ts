import type { Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import {
  toWrittenCells,
  type WrittenCell,
  type WrittenRecord,
} from "../reading/files/writtenCells.ts";
import { asOfColumn, onHandColumn } from "./feedStock.ts";
import { onHand, selectFileTexts } from "./offerFieldQueries.ts";
import { numberColumns, offerFileColumns } from "./offerFields.ts";

const columns = [...offerFileColumns, onHandColumn.name, asOfColumn];
const numbers = new Set([...numberColumns, onHandColumn.name]);

/**
 * Yields the header, then the offers of the vendor (null: all) by part number, with what is on hand
 * and the time: importing them again changes no stock, whatever orders did since (decision 153).
 */
export async function* exportCatalog(
  session: Session,
  vendor: string | null,
  now: Date,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const offers of readExportedOffers(session, vendor, now)) {
    for (const offer of offers) yield toWrittenCells(offer, columns, numbers);
  }
}

function readExportedOffers(
  session: Session,
  vendor: string | null,
  now: Date,
): AsyncGenerator<readonly WrittenRecord[]> {
  return readRows<WrittenRecord>(session, {
    name: "export_offers",
    text: `select ${selectFileTexts("|")}, ${onHand("")}::text as ${onHandColumn.name},
        $2::text as ${asOfColumn}
      from offers where $1::text is null or vendor = $1
      order by part_number_key, vendor, condition, unit_of_measure, offer_id`,
    values: [vendor, now.toISOString()],
  });
}
