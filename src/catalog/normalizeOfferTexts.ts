import { type CatalogRules, type OfferRow, readOfferRecord } from "./import/readOfferRecord.ts";
import { type EditedOfferColumn, fileFields, nameInFile } from "./offerFields.ts";
import {
  type EditedOfferTexts,
  offerGroups,
  type StoredOfferTexts,
  toFeedRow,
} from "./offerTexts.ts";
import { onHandColumn } from "./stock/readQuantity.ts";

const properties = new Map<string, keyof OfferRow>([
  ...fileFields.map((field) => [nameInFile(field), field.property] as const),
  [onHandColumn.name, "quantity"],
]);

/**
 * Writes the texts of an offer so that texts which are stored as the same are the same: "11" and
 * "11.00", an NSN with and without dashes. Texts that cannot be read, and those that mean no value,
 * stay as they are.
 */
export function normalizeOfferTexts(
  texts: EditedOfferTexts,
  stored: StoredOfferTexts,
  feed: CatalogRules,
): EditedOfferTexts {
  // A fault in one group keeps no other group from being read.
  const normalized = offerGroups.flatMap((group) => {
    const typed = Object.fromEntries(group.map((column) => [column, texts[column]]));
    const { offer } = readOfferRecord(toFeedRow({ ...stored, ...typed }), feed);
    return group.map((column): [EditedOfferColumn, string] => {
      const property = properties.get(column);
      const value = offer === null || property === undefined ? null : offer[property];
      return [column, value === null ? texts[column] : JSON.stringify(value)];
    });
  });
  return Object.fromEntries(normalized) as EditedOfferTexts;
}
