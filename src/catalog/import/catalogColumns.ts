// The columns of files about offers, by the names that vendors give them.
import type { ColumnRule } from "../../imports/feedColumns.ts";
import { pricePerRule } from "../../imports/readPrice.ts";
import type { Looks } from "../../reading/looks.ts";
import {
  type HeaderWords,
  headersOf,
  pricedWords,
  weakHeadersOf,
} from "../../reading/words/headers.ts";
import { fileFields, nameInFile, type OfferFileColumn } from "../offerFields.ts";
import { zeroPriceRule } from "../readListPrice.ts";
import { asOfColumn } from "../stock/feedStock.ts";
import { onHandColumn } from "../stock/readQuantity.ts";

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
/** Columns of whole numbers, which many columns have. */
const numbers: ReadonlySet<string> = new Set([
  "min_quantity",
  "multiple",
  "lead_time_days",
  "lots",
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
    ...(numbers.has(name) ? { looks: "quantity" } : {}),
    ...(name === "part_name" ? { filledBy: "description" } : {}),
  };
});
/** A file can state the quantity on hand beside the available one, or alone. */
export const onHandRule: ColumnRule = {
  name: onHandColumn.name,
  required: "either",
  looks: "quantity",
  synonyms: headersOf("on_hand"),
};
export const asOfRule: ColumnRule = {
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
export function vendorColumn(vendor: string | null): ColumnRule {
  const rule = offerColumn("vendor", vendor === null);
  return vendor === null ? rule : { ...rule, only: vendor };
}

export function catalogColumns(vendor: string | null): readonly ColumnRule[] {
  return requiredFirst.map((rule) => (rule.name === "vendor" ? vendorColumn(vendor) : rule));
}
