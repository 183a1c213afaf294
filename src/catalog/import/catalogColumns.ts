// The columns of files about offers, by the names that vendors give them.
import type { ColumnRule } from "../../imports/feedColumns.ts";
import type { ContentKind } from "../../imports/layout/contentKind.ts";
import { pricePerRule } from "../../imports/readPrice.ts";
import { fileFields, nameInFile, type OfferFileColumn } from "../offerFields.ts";
import { zeroPriceRule } from "../readListPrice.ts";
import { asOfColumn } from "../stock/feedStock.ts";
import { onHandColumn } from "../stock/readQuantity.ts";
import { foreignSynonyms, pricedSynonyms, weakSynonyms } from "./headerSynonyms.ts";

const contents: Readonly<Partial<Record<string, ContentKind>>> = {
  part_number: "part number",
  condition: "condition",
  unit_of_measure: "unit of measure",
  available_stock: "quantity",
  price: "price",
  currency: "currency",
  cage: "cage",
  nsn: "nsn",
  shelf_life_expires: "day",
};
/** Columns of whole numbers, which many columns have. */
const numbers: ReadonlySet<string> = new Set([
  "min_quantity",
  "multiple",
  "lead_time_days",
  "lots",
]);
const rules = fileFields.map((field): ColumnRule => {
  const { isRequired = false, synonyms = "" } = field;
  const name = nameInFile(field);
  const content = contents[name];
  return {
    name,
    required: isRequired,
    synonyms: [...synonyms.split(", "), ...(foreignSynonyms[name] ?? [])],
    weak: weakSynonyms[name] ?? [],
    ...(content === undefined ? {} : { content }),
    ...(content === "price" ? { priced: pricedSynonyms } : {}),
    ...(numbers.has(name) ? { looks: "quantity" } : {}),
    ...(name === "part_name" ? { filledBy: "description" } : {}),
  };
});
/** A file can state the quantity on hand beside the available one, or alone. */
export const onHandRule: ColumnRule = {
  name: onHandColumn.name,
  required: "either",
  looks: "quantity",
  synonyms: [...onHandColumn.synonyms.split(", "), ...(foreignSynonyms["on_hand"] ?? [])],
};
export const asOfRule: ColumnRule = {
  name: asOfColumn.name,
  required: false,
  synonyms: asOfColumn.synonyms.split(", "),
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

export function catalogColumns(hasVendor: boolean): readonly ColumnRule[] {
  return requiredFirst.map((rule) =>
    rule.name === "vendor" ? { ...rule, required: !hasVendor } : rule,
  );
}
