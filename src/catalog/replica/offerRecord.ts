// An offer as a replica stores it, made of the database's copy of it.
import type { CopiedRow } from "../../db/readCopy.ts";
import { searchForms } from "../search/searchWords.ts";
import { hitRank } from "./hitRank.ts";

/** The columns of a replica but the rank, and the expression over offers `o` that each copies. */
const copied = {
  offer_id: "o.offer_id",
  part_number_key: "o.part_number_key",
  part_number_bare: "o.part_number_bare",
  vendor: "o.vendor",
  condition: "o.condition",
  unit_of_measure: "o.unit_of_measure",
  name_key: "o.name_key",
  status: "o.status",
  available_stock: "o.available_stock",
  shelf_life_expires: "o.shelf_life_expires",
  list_price: "o.list_price",
  currency: "o.currency",
  wire: "o.wire",
  min_quantity: "o.min_quantity",
  multiple: "o.multiple",
  lead_time_days: "o.lead_time_days",
  manufacturer: "o.manufacturer",
  cage: "o.cage",
  nsn: "o.nsn",
  certificate: "o.certificate",
  superseded_by: "o.superseded_by",
  superseded_by_key: "o.superseded_by_key",
  alternates: "coalesce(array_to_json(o.alternates), '[]')",
  alternate_keys: "coalesce(array_to_json(o.alternate_keys), '[]')",
  interchangeable: "coalesce(array_to_json(o.interchangeable), '[]')",
  interchangeable_keys: "coalesce(array_to_json(o.interchangeable_keys), '[]')",
  on_hand: "o.received - o.shipped",
  allocated: "o.allocated",
  updated_at: "extract(epoch from o.updated_at) * 1000",
} as const;

type Column = keyof typeof copied;

export const replicatedColumns = Object.keys(copied) as readonly Column[];

/** The expressions to copy, in the order of `replicatedColumns`. */
export const copiedOffer = Object.values(copied).join(", ");

const numeric: ReadonlySet<Column> = new Set([
  "offer_id",
  "available_stock",
  "list_price",
  "min_quantity",
  "multiple",
  "lead_time_days",
  "on_hand",
  "allocated",
  "updated_at",
]);

export type OfferValues = Readonly<Record<Column, string | number | null>>;

/** A row that was copied with `copiedOffer`, as the values of the replica's columns. */
export function readOfferValues(row: CopiedRow): OfferValues {
  const values: Partial<Record<Column, string | number | null>> = {};
  for (const [place, column] of replicatedColumns.entries()) {
    const cell = row[place] ?? null;
    values[column] = cell !== null && numeric.has(column) ? Number(cell) : cell;
  }
  const wire = String(values.wire);
  // The database stores the offer's id before the JSON.
  values.wire = wire.slice(wire.indexOf("\u0001") + 1);
  return values as OfferValues;
}

/** The rank of an offer among hits on a day. */
export function rankOfOffer(
  offer: Pick<OfferValues, "available_stock" | "shelf_life_expires" | "condition" | "list_price">,
  conditionRanks: ReadonlyMap<string, number>,
  day: string,
): number {
  const { available_stock: stock, shelf_life_expires: expires, condition } = offer;
  const isExpired = expires !== null && String(expires) < day;
  return hitRank({
    isInStock: Number(stock) > 0 && !isExpired,
    conditionRank: conditionRanks.get(String(condition)) ?? Number.POSITIVE_INFINITY,
    listPrice: offer.list_price === null ? null : Number(offer.list_price),
  });
}

type WireTexts = {
  readonly part_name: string | null;
  readonly title: string | null;
  readonly description: string | null;
};

/** The words by which an offer is found. */
export function formsOfOffer({
  wire,
  nsn,
  cage,
}: Pick<OfferValues, "wire" | "nsn" | "cage">): string {
  const { part_name: partName, title, description } = JSON.parse(`{${wire}`) as WireTexts;
  return searchForms({
    partName,
    title,
    description,
    nsn: nsn === null ? null : String(nsn),
    cage: cage === null ? null : String(cage),
  });
}
