import { asOfColumn, onHandColumn, type StockDeclaration } from "../catalog/feedStock.ts";
import { fileFields, nameInFile, type OfferFileColumn } from "../catalog/offerFields.ts";
import { zeroPriceRule } from "../catalog/readOfferRecord.ts";
import type { Looks } from "../reading/looks.ts";
import { pricePerRule } from "../reading/priceCell.ts";
import type { ColumnRule } from "../reading/row.ts";
import {
  type HeaderWords,
  headersOf,
  pricedWords,
  weakHeadersOf,
} from "../reading/words/headers.ts";
import type { RunKind } from "./run.ts";

declare const fileIdBrand: unique symbol;

/** The id of an uploaded file, a UUID of version 7. */
export type FileId = string & { readonly [fileIdBrand]: true };

/** What a file contains and how it is imported; an agreement is never replaced as a whole. */
export type FileSubject = {
  readonly kind: RunKind;
  readonly mode: "merge" | "replace";
  /** The vendor of every row; null if the file has a vendor column or is an agreement. */
  readonly vendor: string | null;
  /** The account of an agreement; otherwise null. */
  readonly accountId: string | null;
};

/** Whether more files of the same vendor or account are expected. */
export function hasSubject({ vendor, accountId }: FileSubject): boolean {
  return vendor !== null || accountId !== null;
}

/** The columns of a file. It needs no vendor column if the import names the vendor. */
export function columnRules({
  kind,
  vendor,
}: Pick<FileSubject, "kind" | "vendor">): readonly ColumnRule[] {
  if (kind === "agreement") return agreementColumns;
  return kind === "catalog" ? catalogColumns(vendor) : stockColumns(vendor);
}

/** `sheet` is absent unless a workbook has several visible sheets. */
export type HeadRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/** An uploaded file. `head` is null until it was inspected, or if it cannot be read. */
export type ImportFile = FileSubject & {
  readonly fileId: FileId;
  readonly accountName: string | null;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly sha256: Buffer;
  readonly sentBy: string;
  readonly sentAt: Date;
  readonly head: readonly HeadRecord[] | null;
  readonly unreadable: string | null;
  /** As `describeMapping` writes it; empty for no mapping. */
  readonly mapping: string;
  readonly stock: StockDeclaration;
  readonly version: number;
};

// The columns of files about offers, by the names that vendors give them.

const contents: ReadonlyMap<string, Looks> = new Map([
  ["part_number", "part number"],
  ["condition", "condition"],
  ["unit_of_measure", "unit of measure"],
  ["available_stock", "quantity"],
  ["price", "price"],
  ["currency", "currency"],
  ["cage", "cage"],
  ["nsn", "nsn"],
  ["shelf_life_expires", "day"],
]);
/** The headers of columns that are named by those of several meanings. */
const headers: ReadonlyMap<string, readonly HeaderWords[]> = new Map([
  ["available_stock", ["quantity", "stock", "available"]],
  ["price", ["price", "net_price", "list_price"]],
  ["min_quantity", ["min_quantity", "order_min"]],
]);

const rules = fileFields.map((field): ColumnRule => {
  const name = nameInFile(field);
  const content = contents.get(name);
  return {
    name,
    required: field.isRequired ?? false,
    synonyms: headersOf(...(headers.get(name) ?? [name as HeaderWords])),
    weak: weakHeadersOf(name),
    ...(content === undefined ? {} : { content }),
    ...(content === "price" ? { priced: pricedWords } : {}),
    ...(field.type === "integer" ? { looks: "quantity" } : {}),
    ...(name === "part_name" ? { filledBy: "description" } : {}),
  };
});
/** A file can state the quantity on hand beside the available one, or alone. */
const onHandRule: ColumnRule = {
  name: onHandColumn.name,
  required: "either",
  looks: "quantity",
  synonyms: headersOf("on_hand"),
};
const asOfRule: ColumnRule = {
  name: asOfColumn,
  required: false,
  synonyms: headersOf("as_of"),
};
const requiredFirst: readonly ColumnRule[] = [
  ...rules.filter(({ required }) => required),
  onHandRule,
  ...rules.filter(({ required }) => !required),
  pricePerRule,
  zeroPriceRule,
  asOfRule,
];

/** One column of an offer, for a file of another kind. */
export function offerColumn(name: OfferFileColumn, required: ColumnRule["required"]): ColumnRule {
  const rule = rules.find((known) => known.name === name);
  return { ...rule, name, required, synonyms: rule?.synonyms ?? [] };
}

/** The column of vendors, which a file needs unless all of its rows are of one. */
function vendorColumn(vendor: string | null): ColumnRule {
  const rule = offerColumn("vendor", vendor === null);
  return vendor === null ? rule : { ...rule, only: vendor };
}

export function catalogColumns(vendor: string | null): readonly ColumnRule[] {
  return requiredFirst.map((rule) => (rule.name === "vendor" ? vendorColumn(vendor) : rule));
}

function namedColumn(
  name: string,
  words: readonly HeaderWords[],
  required: ColumnRule["required"] = false,
): ColumnRule {
  return { name, required, synonyms: headersOf(...words) };
}

/** The columns of an agreement file, which requires `unit_price` or `discount_percent`. */
export const agreementColumns: readonly ColumnRule[] = [
  offerColumn("part_number", false),
  offerColumn("vendor", false),
  offerColumn("condition", false),
  namedColumn("min_quantity", ["min_quantity", "from_quantity", "quantity"]),
  {
    ...namedColumn("unit_price", ["price", "net_price", "contract_price"], "either"),
    content: "price",
  },
  pricePerRule,
  offerColumn("currency", false),
  namedColumn("order_min", ["order_min", "order_minimum"]),
  namedColumn("order_multiple", ["multiple"]),
  namedColumn("discount_percent", ["discount"], "either"),
  namedColumn("valid_from", ["valid_from"]),
  namedColumn("valid_to", ["valid_to"]),
  zeroPriceRule,
];

export function stockColumns(vendor: string | null): readonly ColumnRule[] {
  return [
    offerColumn("part_number", true),
    vendorColumn(vendor),
    offerColumn("condition", true),
    offerColumn("unit_of_measure", false),
    offerColumn("manufacturer", false),
    offerColumn("cage", false),
    offerColumn("available_stock", "either"),
    onHandRule,
    asOfRule,
  ];
}
