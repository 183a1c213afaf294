// The columns of an offer in SQL: as texts, and as the JSON of a row.

import { fileFields, nameInFile, type OfferField, offerFields } from "./offerFields.ts";
import type { OfferRow } from "./readOfferRecord.ts";
import { freeOfCharge, zeroPriceColumn } from "./readOfferRecord.ts";

/** An offer as the JSON of a row of `offers`. */
export function toOfferJson(offer: OfferRow): string {
  const row = offerFields.map((field) => {
    const value = offer[field.property];
    return [field.column, typeof value === "bigint" ? String(value) : value] as const;
  });
  return JSON.stringify(Object.fromEntries(row));
}

/** A column as a text, the elements of a list with `separator` between. */
export function selectFieldText({ column, type }: OfferField, separator: string): string {
  if (type === "text[]") return `array_to_string(${column}, '${separator}')`;
  if (type === "date") return `to_char(${column}, 'YYYY-MM-DD')`;
  return type.startsWith("text") ? column : `${column}::text`;
}

const priceText = "price_text(list_price, currency_digits(currency))";
const zeroPriceText = `case when list_price = 0 then '${freeOfCharge}' end`;

/** SQL: the units on hand of an offer; `prefix` is the name of the row with a dot, or empty. */
export function onHand(prefix: "" | "f." | "o." | "old." | "new."): string {
  return `(${prefix}received - ${prefix}shipped)`;
}

/** How a catalog file states a column: the price in major units, the stock as it is available. */
function selectInFile(field: OfferField, separator: string): string {
  if (field.property === "listPrice") return priceText;
  if (field.property === "quantity") return "available_stock::text";
  return selectFieldText(field, separator);
}

/** Selects the columns of a catalog file as texts, each as `format` makes it of its expression. */
export function selectFileTexts(
  separator: string,
  format = (expression: string): string => expression,
): string {
  const texts = fileFields.map(
    (field) => `${format(selectInFile(field, separator))} as ${nameInFile(field)}`,
  );
  return [...texts, `${format(zeroPriceText)} as ${zeroPriceColumn}`].join(", ");
}
