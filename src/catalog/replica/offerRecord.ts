// An offer as a replica stores it, computed from its row in the database.
import type { CopiedRow } from "../../db/readCopy.ts";
import type { Currency } from "../../kit/money.ts";
import { readStoredPrice, toWirePrice } from "../../kit/price.ts";
import { type FactColumn, factColumns } from "../offerFacts.ts";
import { partNumberKey } from "../partNumber.ts";
import { nameKey } from "../search/searchWords.ts";
import { hitRank, type RankBasis } from "./hitRank.ts";

const copiedFacts = Object.fromEntries(
  factColumns.map((column) => [column, `o.${column}`]),
) as Readonly<Record<FactColumn, string>>;

/** What a replica copies of offers `o`: a name, and its expression. */
const copied = {
  offer_id: "o.offer_id",
  part_number: "o.part_number",
  part_number_key: "o.part_number_key",
  part_number_bare: "o.part_number_bare",
  vendor: "o.vendor",
  condition: "o.condition",
  unit_of_measure: "o.unit_of_measure",
  part_name: "o.part_name",
  title: "o.title",
  description: "o.description",
  status: "o.status",
  available_stock: "o.available_stock",
  list_price: "o.list_price",
  currency: "o.currency",
  min_quantity: "o.min_quantity",
  multiple: "o.multiple",
  lead_time_days: "o.lead_time_days",
  lots: "o.lots",
  ...copiedFacts,
  superseded_by: "o.superseded_by",
  superseded_by_key: "o.superseded_by_key",
  alternates: "array_to_json(o.alternates)",
  interchangeable: "array_to_json(o.interchangeable)",
  on_hand: "o.received - o.shipped",
  allocated: "o.allocated",
  updated_at: "extract(epoch from o.updated_at) * 1000",
} as const;

/** The expressions to copy. */
export const copiedOffer = Object.values(copied).join(", ");

type CopiedColumn = keyof typeof copied;
const copiedColumns = Object.keys(copied) as CopiedColumn[];
const at = Object.fromEntries(copiedColumns.map((name, place) => [name, place])) as Readonly<
  Record<CopiedColumn, number>
>;

/** The columns that never change for an offer: an update does not touch their indexes. */
export const fixedColumns = [
  "offer_id",
  "part_number_key",
  "part_number_bare",
  "vendor",
  "condition",
  "unit_of_measure",
] as const;

/** The other columns, except the rank. */
export const changingColumns = [
  "name_key",
  "status",
  "available_stock",
  "list_price",
  "exact_price",
  "currency",
  "wire",
  "min_quantity",
  "multiple",
  "lead_time_days",
  "lots",
  ...factColumns,
  "superseded_by",
  "superseded_by_key",
  "alternates",
  "alternate_keys",
  "interchangeable",
  "interchangeable_keys",
  "on_hand",
  "allocated",
  "updated_at",
] as const;

/** The columns of a replica except the rank. */
export const replicatedColumns = [...fixedColumns, ...changingColumns] as const;

const maxInteger = Number.MAX_SAFE_INTEGER;

export type Value = string | number | null;
export type ReplicaOffer = Readonly<Record<(typeof replicatedColumns)[number], Value>>;

/** The values that determine the rank of an offer and how it is found. */
export type FoundBy = Pick<
  ReplicaOffer,
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

/** The nearest integer that readers get exactly: SQLite's bindings refuse to read any other. */
function readInteger(cell: string | null | undefined): number {
  return Math.max(-maxInteger, Math.min(Number(cell), maxInteger));
}

function readNumber(cell: string | null | undefined): number | null {
  return cell == null ? null : readInteger(cell);
}

/** SQL of a replica's offers `o`: the list price as the database stores it, a number or a text. */
export const exactListPrice = "coalesce(o.exact_price, o.list_price)";

/** The list price in whole minor units, and as stored if that differs. */
function toListPrice(stored: string | null, currency: string | null) {
  if (stored === null || currency === null) return { list_price: null, exact_price: null };
  const { minor } = readStoredPrice(stored, currency as Currency);
  const whole = readInteger(String(minor));
  return { list_price: whole, exact_price: String(whole) === stored ? null : stored };
}

/** The keys of part numbers; both are lists as JSON. */
function toKeys(numbers: string | null | undefined): string {
  if (numbers == null || numbers === "[]") return "[]";
  return JSON.stringify((JSON.parse(numbers) as string[]).map(partNumberKey));
}

/** The JSON of an offer's list price. */
function formatPrice(row: CopiedRow): string {
  const [minor, currency] = [row[at.list_price], row[at.currency]];
  if (minor == null || currency == null) return "null";
  return JSON.stringify(toWirePrice(readStoredPrice(minor, currency as Currency)));
}

/** All but what JSON writes as it is; JSON.stringify takes twice as long to find that out. */
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A text as JSON. */
function quote(text: string | null | undefined): string {
  if (text == null) return "null";
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The offer as the API shows it: its JSON from the part number to the closing brace. */
function toWire(row: CopiedRow): string {
  const text = (place: number): string => quote(row[place]);
  return (
    `"part_number":${text(at.part_number)},"part_name":${text(at.part_name)},` +
    `"title":${text(at.title)},"description":${text(at.description)},` +
    `"condition":"${row[at.condition]}","unit_of_measure":"${row[at.unit_of_measure]}",` +
    `"available_stock":${row[at.available_stock]},"price":${formatPrice(row)},` +
    `"status":"${row[at.status]}","vendor":${text(at.vendor)}}`
  );
}

/** Converts a row that was copied with `copiedOffer` to an offer as a replica stores it. */
export function toReplicaOffer(row: CopiedRow): ReplicaOffer {
  const text = (place: number): string | null => row[place] ?? null;
  const facts = {} as Record<FactColumn, string | null>;
  for (const column of factColumns) facts[column] = text(at[column]);
  return {
    offer_id: Number(row[at.offer_id]),
    part_number_key: text(at.part_number_key),
    part_number_bare: text(at.part_number_bare),
    vendor: text(at.vendor),
    condition: text(at.condition),
    unit_of_measure: text(at.unit_of_measure),
    name_key: nameKey(text(at.part_name) ?? ""),
    status: text(at.status),
    available_stock: Number(row[at.available_stock]),
    ...toListPrice(text(at.list_price), text(at.currency)),
    currency: text(at.currency),
    wire: toWire(row),
    min_quantity: Number(row[at.min_quantity]),
    multiple: Number(row[at.multiple]),
    lead_time_days: readNumber(row[at.lead_time_days]),
    lots: readNumber(row[at.lots]),
    ...facts,
    superseded_by: text(at.superseded_by),
    superseded_by_key: text(at.superseded_by_key),
    alternates: text(at.alternates),
    alternate_keys: toKeys(row[at.alternates]),
    interchangeable: text(at.interchangeable),
    interchangeable_keys: toKeys(row[at.interchangeable]),
    on_hand: readInteger(row[at.on_hand]),
    allocated: readInteger(row[at.allocated]),
    updated_at: Number(row[at.updated_at]),
  };
}

/** The rank of an offer among hits. */
export function rankOfOffer(
  offer: Pick<FoundBy, "available_stock" | "shelf_life_expires" | "condition" | "list_price">,
  { day, conditionRanks }: RankBasis,
): number {
  const { available_stock: stock, shelf_life_expires: expires, condition } = offer;
  const isExpired = expires !== null && String(expires) < day;
  return hitRank({
    isInStock: Number(stock) > 0 && !isExpired,
    conditionRank: conditionRanks.get(String(condition)) ?? Number.POSITIVE_INFINITY,
    listPrice: offer.list_price === null ? null : Number(offer.list_price),
  });
}
