// The columns of files about offers, by the names that vendors give them.
import type { ColumnRule } from "../../imports/feedColumns.ts";
import { fileFields, nameInFile, type OfferFileColumn } from "../offerFields.ts";
import { zeroPriceRule } from "../readListPrice.ts";
import { asOfColumn } from "../stock/feedStock.ts";
import { onHandColumn } from "../stock/readQuantity.ts";

const rules = fileFields.map((field): ColumnRule => {
  const { isRequired = false, synonyms = "" } = field;
  return { name: nameInFile(field), required: isRequired, synonyms: synonyms.split(", ") };
});
/** A file can state the quantity on hand beside the available one, or alone. */
export const onHandRule: ColumnRule = {
  name: onHandColumn.name,
  required: "either",
  synonyms: onHandColumn.synonyms.split(", "),
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
  zeroPriceRule,
  asOfRule,
];

/** One column of an offer, for a file of another kind. */
export function offerColumn(name: OfferFileColumn, required: ColumnRule["required"]): ColumnRule {
  const synonyms = rules.find((rule) => rule.name === name)?.synonyms ?? [];
  return { name, required, synonyms };
}

export function catalogColumns(hasVendor: boolean): readonly ColumnRule[] {
  return requiredFirst.map((rule) =>
    rule.name === "vendor" ? { ...rule, required: !hasVendor } : rule,
  );
}
