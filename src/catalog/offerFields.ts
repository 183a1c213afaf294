// The columns of an offer, each once, in the order of an exported file. To add a column: write its
// migration, add it to `OfferRow` and read it in `readOfferRecord`, and add its entry here. The
// staging table, COPY, the digest of unchanged offers, edits by hand, history, export and the
// tests' offers are made from this table.
import type { OfferRow } from "./import/readOfferRecord.ts";
import { zeroPriceColumn } from "./readListPrice.ts";
import { onHandColumn } from "./stock/readQuantity.ts";

/** A column of `offers` that a catalog file sets. */
export type OfferField = {
  readonly column: string;
  readonly property: keyof OfferRow;
  readonly type: "text" | 'text collate "C"' | "text[]" | "integer" | "bigint" | "numeric" | "date";
  /** Part of what identifies the offer (decision 16), so no import or edit changes it. */
  readonly isIdentity?: true;
  /** Computed from other columns: a difference only in it is no change. */
  readonly isComputed?: true;
  /** Its label in a form; without one it cannot be edited. */
  readonly label?: string;
  /** Other names for it in vendors' files; without synonyms no file has it. */
  readonly synonyms?: string;
  /** Its name in a file, if not `column`. */
  readonly fileName?: string;
  /** Whether a catalog file must have it; of those with "either" it needs one. */
  readonly isRequired?: true | "either";
};

const fields = [
  {
    column: "part_number",
    property: "partNumber",
    type: "text",
    isRequired: true,
    synonyms:
      "P/N, PN, PN #, part, part no, part num, part #, MPN, manufacturer part number, " +
      "mfr part number, mfg part number",
  },
  {
    column: "part_number_key",
    property: "partNumberKey",
    type: 'text collate "C"',
    isIdentity: true,
    isComputed: true,
  },
  {
    column: "part_number_bare",
    property: "partNumberBare",
    type: 'text collate "C"',
    isComputed: true,
  },
  {
    column: "part_name",
    property: "partName",
    type: "text",
    label: "Part name",
    isRequired: true,
    synonyms: "name, nomenclature, noun, keyword, part description",
  },
  { column: "title", property: "title", type: "text", label: "Title", synonyms: "headline" },
  {
    column: "description",
    property: "description",
    type: "text",
    label: "Description",
    synonyms: "desc, long description, details",
  },
  {
    column: "condition",
    property: "condition",
    type: "text",
    isIdentity: true,
    isRequired: true,
    synonyms: "cond, condition code, cond code, cond cd, CND, CND code, CC",
  },
  {
    column: "unit_of_measure",
    property: "unitOfMeasure",
    type: "text",
    isIdentity: true,
    isRequired: true,
    synonyms: "UOM, U/M, UM, unit, unit of issue, U/I, UI",
  },
  {
    column: "received",
    property: "quantity",
    type: "bigint",
    fileName: "available_stock",
    isRequired: "either",
    synonyms:
      "stock, qty, quantity, available, available qty, available quantity, " +
      "qty available, quantity available, stock qty, stock quantity, inventory, stk, stk qty",
  },
  {
    column: "list_price",
    property: "listPrice",
    type: "numeric",
    label: "List price",
    fileName: "price",
    isRequired: true,
    synonyms: "unit price, list price, price each, catalog price",
  },
  {
    column: "currency",
    property: "currency",
    type: "text",
    label: "Currency",
    isRequired: true,
    synonyms: "currency code, curr, ccy",
  },
  {
    column: "status",
    property: "status",
    type: "text",
    label: "Status",
    synonyms: "part status, lifecycle, lifecycle status",
  },
  {
    column: "vendor",
    property: "vendor",
    type: "text",
    isIdentity: true,
    isRequired: true,
    synonyms: "vendor name, supplier, supplier name, seller",
  },
  {
    column: "min_quantity",
    property: "minQuantity",
    type: "integer",
    label: "Minimum quantity",
    synonyms: "min qty, minimum quantity, minimum order quantity, MOQ",
  },
  {
    column: "multiple",
    property: "multiple",
    type: "integer",
    label: "Multiple",
    synonyms: "order multiple, pack size, pack qty, package quantity, SPQ",
  },
  {
    column: "lead_time_days",
    property: "leadTimeDays",
    type: "integer",
    label: "Lead time in days",
    synonyms: "lead time, lead days, lead time (days), LT days",
  },
  {
    column: "lots",
    property: "lots",
    type: "integer",
    synonyms: "number of lots, lot count, no of lots",
  },
  {
    column: "superseded_by",
    property: "supersededBy",
    type: "text",
    label: "Superseded by",
    synonyms: "replaced by, replacement, supersedure, new part number",
  },
  {
    column: "superseded_by_key",
    property: "supersededByKey",
    type: 'text collate "C"',
    isComputed: true,
  },
  {
    column: "alternates",
    property: "alternates",
    type: "text[]",
    label: "Alternates",
    synonyms: "alternate, alternate part numbers, alt PN, alternate PN, one-way alternates",
  },
  {
    column: "interchangeable",
    property: "interchangeable",
    type: "text[]",
    label: "Interchangeable with",
    synonyms:
      "interchangeable with, interchangeables, interchangeable part numbers, " +
      "two-way alternates, two-way alternate",
  },
  {
    column: "manufacturer",
    property: "manufacturer",
    type: "text",
    label: "Manufacturer",
    synonyms: "manufacturer name, mfr, mfg, maker, make, OEM",
  },
  { column: "cage", property: "cage", type: "text", label: "CAGE", synonyms: "cage code, ncage" },
  { column: "nsn", property: "nsn", type: "text", label: "NSN", synonyms: "national stock number" },
  {
    column: "certificate",
    property: "certificate",
    type: "text",
    label: "Certificate",
    synonyms: "certificates, cert, certification, trace, traceability",
  },
  {
    column: "shelf_life_expires",
    property: "shelfLifeExpires",
    type: "date",
    label: "Shelf life ends",
    synonyms: "shelf life, shelf life expiry, expiry, expiry date, expires, expiration date",
  },
] as const satisfies readonly OfferField[];

type Field = (typeof fields)[number];
type FileField = Extract<Field, { readonly synonyms: string }>;
type NameInFile<One extends Field> = One extends { readonly fileName: infer Name }
  ? Name
  : One["column"];

export type OfferFileColumn = NameInFile<FileField> | typeof zeroPriceColumn;

/** A column that an operator can edit, by its name in a file. */
export type EditedOfferColumn =
  | NameInFile<Extract<Field, { readonly label: string }>>
  | typeof onHandColumn.name
  | typeof zeroPriceColumn;

type Unlisted = Exclude<keyof OfferRow, Field["property"]>;

/** Every column; it compiles only if every property of an offer has one. */
export const offerFields: [Unlisted] extends [never] ? readonly OfferField[] : never = fields;
export const fileFields = offerFields.filter(({ synonyms }) => synonyms !== undefined);

export function nameInFile({ column, fileName }: OfferField): string {
  return fileName ?? column;
}

function listColumns(isListed: (field: OfferField) => boolean): readonly string[] {
  return offerFields.filter(isListed).map(({ column }) => column);
}

export const identityColumns = listColumns(({ isIdentity }) => isIdentity === true);
export const givenColumns = listColumns(({ isIdentity }) => isIdentity !== true);
export const storedColumns = [...identityColumns, ...givenColumns];
export const columnsBesideStock = givenColumns.filter((column) => column !== "received");
export const computedColumns = listColumns(({ isComputed }) => isComputed === true);
export const comparedColumns = listColumns(
  ({ isIdentity, isComputed }) => isIdentity !== true && isComputed !== true,
);

export const offerFileColumns = [
  ...fileFields.map(nameInFile),
  zeroPriceColumn,
] as readonly OfferFileColumn[];

const editedFields = fileFields.filter(({ label }) => label !== undefined);
export const offerLabels = Object.fromEntries([
  [onHandColumn.name, onHandColumn.label],
  ...editedFields.map((field) => [nameInFile(field), field.label]),
  [zeroPriceColumn, "Free of charge"],
]) as Readonly<Record<EditedOfferColumn, string>>;

export const editedOfferColumns = Object.keys(offerLabels) as readonly EditedOfferColumn[];

/** Exported as numbers; everything else is text, above all part numbers. */
export const numberColumns: ReadonlySet<string> = new Set(
  fileFields.filter(({ type }) => ["integer", "bigint", "numeric"].includes(type)).map(nameInFile),
);
