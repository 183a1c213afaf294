// Offers for tests, written as the import writes them but one at a time.
import type { OfferId } from "../../src/catalog/partId.ts";
import { barePartNumber, partNumberKey } from "../../src/catalog/partNumber.ts";
import { nameKey, searchVector } from "../../src/catalog/search/searchWords.ts";
import type { Queryable } from "../../src/db/database.ts";

export type OfferFields = {
  readonly partNumber: string;
  readonly vendor?: string;
  readonly condition?: string;
  readonly unit?: string;
  readonly partName?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly stock?: number;
  readonly price?: number;
  readonly currency?: string;
  readonly status?: string;
  readonly minQuantity?: number;
  readonly multiple?: number;
  readonly supersededBy?: string | null;
  readonly alternates?: readonly string[];
  readonly interchangeable?: readonly string[];
  readonly shelfLifeExpires?: string | null;
  readonly nsn?: string | null;
  readonly cage?: string | null;
};

/** Keys as they are stored: null where there are none. */
function toKeys(numbers: readonly string[] = []): string[] | null {
  return numbers.length === 0 ? null : numbers.map(partNumberKey);
}

/** Inserts an offer; what is not given is a plain active one: 100 in stock at 10.00 USD. */
export async function insertOffer(db: Queryable, offer: OfferFields): Promise<OfferId> {
  const { partNumber, partName = "PART", title = partName, description = null } = offer;
  const { nsn = null, cage = null, condition = "NE", price = 1000 } = offer;
  const rows = await db.query<{ offer_id: string }>({
    name: "test_insert_offer",
    text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, name_key, title, description, search, available_stock,
        list_price, currency, status, min_quantity, multiple, superseded_by, alternates,
        shelf_life_expires, superseded_by_key, alternate_keys, interchangeable,
        interchangeable_keys, nsn, cage, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21, $22, $23, $24, $25, $26, now())
      returning offer_id`,
    values: [
      partNumber,
      partNumberKey(partNumber),
      barePartNumber(partNumber),
      offer.vendor ?? "Example Supply",
      condition,
      offer.unit ?? "EA",
      partName,
      nameKey(partName ?? ""),
      title,
      description,
      searchVector({
        partName,
        title,
        description,
        nsn,
        cage,
        condition,
        listPrice: BigInt(price),
      }),
      offer.stock ?? 100,
      price,
      offer.currency ?? "USD",
      offer.status ?? "ACTIVE",
      offer.minQuantity ?? 1,
      offer.multiple ?? 1,
      offer.supersededBy ?? null,
      offer.alternates ?? [],
      offer.shelfLifeExpires ?? null,
      offer.supersededBy == null ? null : partNumberKey(offer.supersededBy),
      toKeys(offer.alternates),
      offer.interchangeable ?? [],
      toKeys(offer.interchangeable),
      nsn,
      cage,
    ],
  });
  return Number(rows[0]?.offer_id) as OfferId;
}
