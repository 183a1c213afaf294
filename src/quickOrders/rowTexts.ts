// The texts of a row as its fields show them, and a mark of them: only what differs from what a
// page showed was typed, so a row that a colleague changed meanwhile is not changed back.
import { hash } from "node:crypto";
import { joinCondition } from "../reading/condition.ts";
import type { LineTexts } from "../reading/line.ts";
import { splitUnit } from "../reading/quantity.ts";
import type { RowOnPage } from "./pageQueries.ts";

type ShownTexts = Pick<
  RowOnPage,
  "partNumber" | "quantityText" | "quantity" | "condition" | "certificate"
>;

export function textsOfRow(row: ShownTexts): LineTexts {
  const { partNumber, quantityText, quantity, condition, certificate } = row;
  // What counts is the unit of the offer, which can be another one later.
  const isWritten = quantity === null || splitUnit(quantityText).unit !== null;
  const typed = isWritten ? quantityText : String(quantity);
  const shown = joinCondition(condition, certificate);
  return { partNumber: partNumber ?? "", quantity: typed, condition: shown };
}

export function markTexts({ partNumber, quantity, condition }: LineTexts): string {
  return hash("sha256", JSON.stringify([partNumber, quantity, condition]), "hex").slice(0, 12);
}
