// Offers for tests, written as the import writes them but one at a time.

import type { OfferStatus } from "../../src/catalog/offer.ts";
import { type OfferFacts, offerFacts } from "../../src/catalog/offerFacts.ts";
import { toOfferJson } from "../../src/catalog/offerFieldQueries.ts";
import { offerFields } from "../../src/catalog/offerFields.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { barePartNumber, partNumberKey } from "../../src/catalog/partNumber.ts";
import type { OfferRow } from "../../src/catalog/readOfferRecord.ts";
import type { Queryable } from "../../src/db/database.ts";
import { runSql } from "./runSql.ts";

export type OfferFields = Partial<OfferFacts> & {
  readonly partNumber: string;
  readonly vendor?: string;
  readonly condition?: string;
  readonly unit?: string;
  readonly partName?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly stock?: number;
  /** In minor units; null: on request. */
  readonly price?: number | null;
  readonly currency?: string;
  readonly status?: string;
  readonly minQuantity?: number;
  readonly multiple?: number;
  readonly supersededBy?: string | null;
  readonly alternates?: readonly string[];
  readonly interchangeable?: readonly string[];
  readonly leadTimeDays?: number | null;
  readonly lots?: number | null;
};

const noFacts = Object.fromEntries(
  offerFacts.map(({ property }) => [property, null]),
) as OfferFacts;

function toOfferRow(fields: OfferFields): OfferRow {
  const { unit = "EA", stock = 100, price = 1000, status = "ACTIVE", ...given } = fields;
  const { partNumber, partName = "PART", supersededBy = null } = given;
  return {
    vendor: "Example Supply",
    condition: "NE",
    title: partName,
    description: null,
    currency: "USD",
    minQuantity: 1,
    multiple: 1,
    leadTimeDays: null,
    lots: null,
    alternates: [],
    interchangeable: [],
    ...noFacts,
    ...given,
    partName,
    status: status as OfferStatus,
    supersededBy,
    unitOfMeasure: unit,
    quantity: stock,
    listPrice: price === null ? null : String(price),
    partNumberKey: partNumberKey(partNumber),
    partNumberBare: barePartNumber(partNumber),
    supersededByKey: supersededBy === null ? null : partNumberKey(supersededBy),
  };
}

const columns = offerFields.map(({ column }) => column).join(", ");

/** Inserts an offer, by default an active one with 100 in stock at USD 10.00. */
export async function insertOffer(db: Queryable, offer: OfferFields): Promise<OfferId> {
  const rows = await runSql<{ offer_id: string }>(
    db,
    `insert into offers (${columns}, updated_at)
      select ${columns}, now() from jsonb_populate_record(null::offers, $1)
      returning offer_id`,
    [toOfferJson(toOfferRow(offer))],
  );
  return Number(rows[0]?.offer_id) as OfferId;
}
