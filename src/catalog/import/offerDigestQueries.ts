// What stands in the catalog as digests, each over all that a file can say of an offer. Invariant:
// the database and `digestOffer` make the same of the same offer.
import type { Queryable } from "../../db/database.ts";
import { digestText } from "../../imports/digestText.ts";
import type { OfferRow } from "./readOfferRecord.ts";

/** The bytes of a digest: half a SHA-256, so that nobody can make two offers of one digest. */
export const digestBytes = 16;

// No text of the catalog has a control character, see `cleanText`.
const betweenColumns = "\u001f";
const betweenNumbers = "\u001d";
const noValue = "\u001e";

const standingColumns = [
  ...["part_number_key", "vendor", "condition", "unit_of_measure", "part_number", "part_name"],
  ...["title", "description", "available_stock::text", "list_price::text", "currency", "status"],
  ...["min_quantity::text", "multiple::text", "lead_time_days::text"],
  ...[`array_to_string(alternates, '${betweenNumbers}')`],
  ...[`array_to_string(interchangeable, '${betweenNumbers}')`],
  ...["manufacturer", "cage", "nsn", "certificate", "to_char(shelf_life_expires, 'YYYY-MM-DD')"],
] as const;

function writeOffer(offer: OfferRow): string {
  return [
    ...[offer.partNumberKey, offer.vendor, offer.condition, offer.unitOfMeasure],
    ...[offer.partNumber, offer.partName, offer.title, offer.description, offer.availableStock],
    ...[offer.listPrice, offer.currency, offer.status, offer.minQuantity, offer.multiple],
    ...[offer.leadTimeDays, offer.alternates.join(betweenNumbers)],
    ...[offer.interchangeable.join(betweenNumbers), offer.manufacturer, offer.cage, offer.nsn],
    ...[offer.certificate, offer.shelfLifeExpires],
  ]
    .map((value) => value ?? noValue)
    .join(betweenColumns);
}

/**
 * The digest of a row, a character a byte, of which the first `digestBytes` are to be compared.
 * What supersedes it does not count.
 */
export function digestOffer(offer: OfferRow): string {
  return digestText(writeOffer(offer));
}

const ofVendors = "($1::text[] is null or vendor = any($1))";

/** How many offers the vendors have; null for all. */
export async function countOffers(
  db: Queryable,
  vendors: readonly string[] | null,
): Promise<number> {
  const text = `select count(*)::integer as count from offers where ${ofVendors}`;
  const rows = await db.query<{ count: number }>({
    name: "count_offers_of",
    text,
    values: [vendors],
  });
  return rows[0]?.count ?? 0;
}

/**
 * The digests of the offers of these vendors, null for all, that nothing supersedes: in no order,
 * some thousands in each piece.
 */
export async function selectOfferDigests(
  db: Queryable,
  vendors: readonly string[] | null,
): Promise<Buffer[]> {
  const rows = await db.query<{ digests: Buffer }>({
    name: "select_standing_digests",
    text: `select string_agg(digest, '') as digests
      from (
        select offer_id, substr(sha256(convert_to(array_to_string(
          array[${standingColumns.join(", ")}], '${betweenColumns}', '${noValue}'
        ), 'UTF8')), 1, ${digestBytes}) as digest
        from offers where superseded_by is null and ${ofVendors}
      ) standing
      group by offer_id % 256`,
    values: [vendors],
  });
  return rows.map(({ digests }) => digests);
}
