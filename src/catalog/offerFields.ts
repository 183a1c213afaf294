// The columns of an offer, each once, in the order of an exported file. A column that only says
// something of the part is one of `offerFacts`. To add another: write its migration, add it to
// `OfferRow` and read it in `readOfferRecord`, and add its entry here. The staging table, COPY, the
// digest of unchanged offers, edits by hand, history, export and the tests' offers are made from this
// table.

import { onHandColumn } from "./feedStock.ts";
import { offerFacts } from "./offerFacts.ts";
import type { OfferRow } from "./readOfferRecord.ts";
import { zeroPriceColumn } from "./readOfferRecord.ts";

/** A column of `offers` that a catalog file sets. */
export type OfferField = {
  readonly column: string;
  readonly property: keyof OfferRow;
  readonly type: "text" | 'text collate "C"' | "text[]" | "integer" | "bigint" | "numeric" | "date";
  /** Part of what identifies the offer, so no import or edit changes it. */
  readonly isIdentity?: true;
  /** Computed from other columns: a difference only in it is no change, and no file has it. */
  readonly isComputed?: true;
  /** Its label in a form; without one it cannot be edited. */
  readonly label?: string;
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
  },
  { column: "title", property: "title", type: "text", label: "Title" },
  {
    column: "description",
    property: "description",
    type: "text",
    label: "Description",
  },
  {
    column: "condition",
    property: "condition",
    type: "text",
    isIdentity: true,
    isRequired: true,
  },
  {
    column: "unit_of_measure",
    property: "unitOfMeasure",
    type: "text",
    isIdentity: true,
    isRequired: true,
  },
  {
    column: "received",
    property: "quantity",
    type: "bigint",
    fileName: "available_stock",
    isRequired: "either",
  },
  {
    column: "list_price",
    property: "listPrice",
    type: "numeric",
    label: "List price",
    fileName: "price",
    isRequired: true,
  },
  {
    column: "currency",
    property: "currency",
    type: "text",
    label: "Currency",
    isRequired: true,
  },
  {
    column: "status",
    property: "status",
    type: "text",
    label: "Status",
  },
  {
    column: "vendor",
    property: "vendor",
    type: "text",
    isIdentity: true,
    isRequired: true,
  },
  {
    column: "min_quantity",
    property: "minQuantity",
    type: "integer",
    label: "Minimum quantity",
  },
  {
    column: "multiple",
    property: "multiple",
    type: "integer",
    label: "Multiple",
  },
  {
    column: "lead_time_days",
    property: "leadTimeDays",
    type: "integer",
    label: "Lead time in days",
  },
  {
    column: "lots",
    property: "lots",
    type: "integer",
  },
  {
    column: "superseded_by",
    property: "supersededBy",
    type: "text",
    label: "Superseded by",
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
  },
  {
    column: "interchangeable",
    property: "interchangeable",
    type: "text[]",
    label: "Interchangeable with",
  },
  ...offerFacts,
] as const satisfies readonly OfferField[];

type Field = (typeof fields)[number];
type FileField = Exclude<Field, { readonly isComputed: true }>;
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
export const fileFields = offerFields.filter(({ isComputed }) => isComputed !== true);

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
export const integerColumns = listColumns(({ type }) => type === "integer");
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
