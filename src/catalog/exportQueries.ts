// The SQL of the catalog's export.
import type { Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import type { WrittenRecord } from "../files/toWrittenCells.ts";

/** The offers of a vendor, or of all where it is null, by part number, in batches. */
export function readExportedOffers(
  session: Session,
  vendor: string | null,
): AsyncGenerator<readonly WrittenRecord[]> {
  return readRows<WrittenRecord>(session, {
    name: "export_offers",
    text: `select part_number, part_name, title, description, condition, unit_of_measure,
        available_stock::text, amount_text(list_price, currency_digits(currency)) as price,
        currency, status, vendor, min_quantity::text, multiple::text, lead_time_days::text,
        superseded_by, array_to_string(alternates, '|') as alternates,
        array_to_string(interchangeable, '|') as interchangeable, manufacturer, cage, nsn,
        certificate, shelf_life_expires::text
      from offers where $1::text is null or vendor = $1
      order by part_number_key, vendor, condition, unit_of_measure`,
    values: [vendor],
  });
}
