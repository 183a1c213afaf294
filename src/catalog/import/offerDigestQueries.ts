// What stands in the catalog as digests, each over all that a file can say of an offer. Invariant:
// the database and `digestOffer` make the same of the same offer.
import type { Queryable } from "../../db/database.ts";
import { digestText } from "../../imports/digestText.ts";
import { readOfferField, selectFieldText } from "../offerFieldQueries.ts";
import { offerFields } from "../offerFields.ts";
import type { OfferRow } from "./readOfferRecord.ts";

/** The bytes of a digest: half a SHA-256, so that nobody can make two offers of one digest. */
export const digestBytes = 16;

// No text of the catalog contains a control character, see `cleanText`.
const betweenColumns = "\u001f";
const betweenNumbers = "\u001d";
const noValue = "\u001e";

/** What a file can set: what is computed from it says nothing more. */
const digestFields = offerFields.filter(({ isIdentity, isComputed }) => isIdentity || !isComputed);
const digestTexts = digestFields.map((field) => selectFieldText(field, betweenNumbers));

function formatOffer(offer: OfferRow): string {
  let text = "";
  for (const field of digestFields) {
    const value = readOfferField(field, offer);
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
    name: "select_existing_digests",
    text: `select string_agg(digest, '') as digests
      from (
        select offer_id, substr(sha256(convert_to(array_to_string(
          array[${digestTexts.join(", ")}], '${betweenColumns}', '${noValue}'
        ), 'UTF8')), 1, ${digestBytes}) as digest
        from offers where superseded_by is null and ${ofVendors}
      ) standing
      group by offer_id % 256`,
    values: [vendors],
  });
  return rows.map(({ digests }) => digests);
}
