// The catalog as the rows of a file that the import takes back: the same columns, the same words.
import type { Session } from "../db/database.ts";
import { toWrittenCells } from "../files/toWrittenCells.ts";
import type { WrittenCell } from "../files/writtenCell.ts";
import { readExportedOffers } from "./exportQueries.ts";
import { numberColumns, offerFileColumns } from "./offerFields.ts";

/** Yields the header, then the offers of the vendor, of all where it is null, by part number. */
export async function* exportCatalog(
  session: Session,
  vendor: string | null,
): AsyncGenerator<readonly WrittenCell[]> {
  yield offerFileColumns;
  for await (const offers of readExportedOffers(session, vendor)) {
    for (const offer of offers) yield toWrittenCells(offer, offerFileColumns, numberColumns);
  }
}
