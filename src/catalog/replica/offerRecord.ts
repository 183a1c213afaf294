// An offer as a replica stores it, made of the database's copy of it.
import type { CopiedRow } from "../../db/readCopy.ts";
import { tokensOfOffer } from "../search/nameTokens.ts";
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
const isNumeric = replicatedColumns.map((column) => numeric.has(column));
const wirePlace = replicatedColumns.indexOf("wire");

type Value = string | number | null;

/** The values of a row that was copied with `copiedOffer`, in the order of `replicatedColumns`. */
export function readValues(row: CopiedRow): Value[] {
  const values: Value[] = new Array(row.length);
  for (let place = 0; place < row.length; place += 1) {
    const cell = row[place] ?? null;
    values[place] = cell !== null && isNumeric[place] ? Number(cell) : cell;
  }
  const wire = String(values[wirePlace]);
  // The database stores the offer's id before the JSON.
  values[wirePlace] = wire.slice(wire.indexOf("\u0001") + 1);
  return values;
}

type OfferValues = Readonly<Record<Column, Value>>;

const places = Object.fromEntries(
  replicatedColumns.map((column, place) => [column, place]),
) as Readonly<Record<Column, number>>;

/** The values that say where an offer ranks and what finds it. */
export type FoundBy = Pick<
  OfferValues,
  | "offer_id"
  | "condition"
  | "available_stock"
  | "shelf_life_expires"
  | "list_price"
  | "wire"
  | "cage"
  | "nsn"
  | "name_key"
  | "vendor"
  | "interchangeable_keys"
>;

export function toFoundBy(values: readonly Value[]): FoundBy {
  const read = (column: Column): Value => values[places[column]] ?? null;
  return {
    offer_id: read("offer_id"),
    condition: read("condition"),
    available_stock: read("available_stock"),
    shelf_life_expires: read("shelf_life_expires"),
    list_price: read("list_price"),
    wire: read("wire"),
    cage: read("cage"),
    nsn: read("nsn"),
    name_key: read("name_key"),
    vendor: read("vendor"),
    interchangeable_keys: read("interchangeable_keys"),
  };
}

/** The rank of an offer among hits on a day. */
export function rankOfOffer(
  offer: Pick<FoundBy, "available_stock" | "shelf_life_expires" | "condition" | "list_price">,
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

// Inside a JSON string every quote is escaped, so this can only be the field.
const afterTexts = ',"condition":"';

/** The beginning of an offer's JSON, up to its description. */
export function textsOfWire(wire: Value): string {
  const text = String(wire);
  return text.slice(0, text.indexOf(afterTexts));
}

/** What decides by which words an offer is found. */
export type WordSource = Pick<FoundBy, "wire" | "nsn" | "cage" | "name_key" | "vendor">;

/** The words by which an offer is found, with one space between. */
export function formsOfOffer({ wire, nsn, cage, name_key: key, vendor }: WordSource): string {
  const texts = JSON.parse(`{${textsOfWire(wire)}}`) as WireTexts;
  const forms = searchForms({
    partName: texts.part_name,
    title: texts.title,
    description: texts.description,
    nsn: nsn === null ? null : String(nsn),
    cage: cage === null ? null : String(cage),
  });
  const tokens = tokensOfOffer(String(key), String(vendor)).join(" ");
  return forms === "" ? tokens : `${forms} ${tokens}`;
}
