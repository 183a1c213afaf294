// The columns of a catalog file and what vendors call them.
import type { ColumnRule } from "../../imports/feedColumns.ts";

function column(name: string, required: boolean, ...synonyms: string[]): ColumnRule {
  return { name, required, synonyms };
}

const partNumberNames = [
  "P/N",
  "PN",
  "PN #",
  "part",
  "part no",
  "part num",
  "part #",
  "MPN",
  "manufacturer part number",
  "mfr part number",
  "mfg part number",
];

/** The columns that say which part and of whom, shared by all files about parts. */
export const sharedColumns = {
  partNumber: (required: boolean) => column("part_number", required, ...partNumberNames),
  vendor: (required: boolean) =>
    column("vendor", required, "vendor name", "supplier", "supplier name", "seller"),
  condition: (required: boolean) =>
    column("condition", required, "cond", "condition code", "cond code", "CC"),
  currency: (required: boolean) => column("currency", required, "currency code", "curr", "ccy"),
} as const;

const unitNames = ["UOM", "U/M", "UM", "unit", "unit of issue", "U/I", "UI"];

/** The unit in which an offer is sold. */
export function unitOfMeasureColumn(required: boolean): ColumnRule {
  return column("unit_of_measure", required, ...unitNames);
}

/** How many of an offer there are. */
export const availableStockColumn = column(
  "available_stock",
  true,
  ...["stock", "qty", "quantity", "available", "available qty", "available quantity"],
  ...["qty available", "quantity available", "on hand", "qty on hand", "quantity on hand"],
  ...["QOH", "stock qty", "stock quantity", "inventory"],
);

const optionalColumns = [
  column("title", false, "headline"),
  column("description", false, "desc", "long description", "details"),
  column("status", false, "part status", "lifecycle", "lifecycle status"),
  column("min_quantity", false, "min qty", "minimum quantity", "minimum order quantity", "MOQ"),
  column("multiple", false, "order multiple", "pack size", "pack qty", "package quantity", "SPQ"),
  column("lead_time_days", false, "lead time", "lead days", "lead time (days)", "LT days"),
  column("superseded_by", false, "replaced by", "replacement", "supersedure", "new part number"),
  column(
    "alternates",
    false,
    ...["alternate", "alternate part numbers", "alt PN", "alternate PN", "one-way alternates"],
  ),
  column(
    "interchangeable",
    false,
    ...["interchangeable with", "interchangeables", "interchangeable part numbers"],
    ...["two-way alternates", "two-way alternate"],
  ),
  column("manufacturer", false, "manufacturer name", "mfr", "mfg", "maker", "make", "OEM"),
  column("cage", false, "cage code", "ncage"),
  column("nsn", false, "national stock number"),
  column("certificate", false, "certificates", "cert", "certification", "trace", "traceability"),
  column(
    "shelf_life_expires",
    false,
    "shelf life",
    "shelf life expiry",
    "expiry",
    "expiry date",
    "expires",
    "expiration date",
  ),
];

/**
 * The columns of a catalog file. It must have a vendor column where no vendor is given beside it.
 */
export function offerColumns(hasVendor: boolean): readonly ColumnRule[] {
  return [
    sharedColumns.partNumber(true),
    column("part_name", true, "name", "nomenclature", "noun", "keyword", "part description"),
    sharedColumns.condition(true),
    unitOfMeasureColumn(true),
    availableStockColumn,
    column("price", true, "unit price", "list price", "price each", "catalog price"),
    sharedColumns.currency(true),
    sharedColumns.vendor(!hasVendor),
    ...optionalColumns,
  ];
}
