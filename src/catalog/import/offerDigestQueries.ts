// Digests of offers, each over everything that a file can set. Invariant: the database and
// `digestOffer` compute the same digest for the same offer.
import type { Queryable } from "../../db/database.ts";
import { digestText } from "../../imports/digestText.ts";
import { onHand, selectFieldText } from "../offerFieldQueries.ts";
import { offerFields } from "../offerFields.ts";
import { withMovedStock } from "../stock/feedStockQueries.ts";
import type { OfferRow } from "./readOfferRecord.ts";

/** Half a SHA-256, so that nobody can construct two offers with one digest. */
export const digestBytes = 16;

// No text of the catalog contains a control character, see `cleanText`.
const betweenColumns = "\u001f";
const betweenNumbers = "\u001d";
const noValue = "\u001e";

/** Computed columns add nothing to what they are computed from. */
const digestFields = offerFields.filter(({ isIdentity, isComputed }) => isIdentity || !isComputed);
const digestTexts = digestFields.map((field) =>
  field.property === "quantity" ? `${onHand("")}::text` : selectFieldText(field, betweenNumbers),
);

function formatOffer(offer: OfferRow): string {
  let text = "";
  for (const field of digestFields) {
    const value = offer[field.property];
    text += betweenColumns;
    text += Array.isArray(value) ? value.join(betweenNumbers) : (value ?? noValue);
  }
  return text.slice(betweenColumns.length);
}

/**
 * The digest of a row, one character per byte. Only the first `digestBytes` are compared.
 */
export function digestOffer(offer: OfferRow): string {
  return digestText(formatOffer(offer));
}

function ofVendors(parameter: string): string {
  return `(${parameter}::text[] is null or vendor = any(${parameter}))`;
}

/** The number of offers of the vendors, null for all vendors. */
export async function countOffers(
  db: Queryable,
  vendors: readonly string[] | null,
): Promise<number> {
  const text = `select count(*)::integer as count from offers where ${ofVendors("$1")}`;
  const rows = await db.query<{ count: number }>({
    name: "count_offers_of",
    text,
    values: [vendors],
  });
  return rows[0]?.count ?? 0;
}

/**
 * The digests of the offers of these vendors, null for all, that are not superseded: in no order,
 * some thousands per piece. Offers of which orders were open at `asOf` or have ended since are left
 * out: the same quantity may mean another one now (decision 153).
 */
export async function selectOfferDigests(
  db: Queryable,
  vendors: readonly string[] | null,
  asOf: Date,
): Promise<Buffer[]> {
  const rows = await db.query<{ digests: Buffer }>({
    name: "select_offer_digests",
    text: `with ${withMovedStock}
      select string_agg(digest, '') as digests
      from (
        select offer_id, substr(sha256(convert_to(array_to_string(
          array[${digestTexts.join(", ")}], '${betweenColumns}', '${noValue}'
        ), 'UTF8')), 1, ${digestBytes}) as digest
        from offers
        where superseded_by is null and ${ofVendors("$2")}
          and not exists (select from moved where moved.offer_id = offers.offer_id)
      ) digests
      group by offer_id % 256`,
    values: [asOf, vendors],
  });
  return rows.map(({ digests }) => digests);
}
