// What the form of a page says of each row, and a mark of what the page showed: only what differs
// from it was typed, so a row that a colleague changed meanwhile is not changed back.
import { hash } from "node:crypto";
import type { ConfirmedChanges } from "../../quickOrders/bulk/planRows.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { joinCondition } from "../../reading/condition.ts";
import type { LineTexts } from "../../reading/line.ts";
import { splitUnit } from "../../reading/quantity.ts";
import type { Fields } from "../../site/fields.ts";

type ShownTexts = Pick<
  RowOnPage,
  "partNumber" | "quantityText" | "quantity" | "condition" | "certificate"
>;

/** The texts of a row as its fields show them. */
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

/**
 * `seen` is the mark of the texts that the page showed. `fix` is the remedy that was chosen, as a
 * name and a value; null if none was.
 */
export type SentRow = {
  readonly rowNumber: number;
  readonly texts: LineTexts;
  readonly seen: string;
  readonly isTyped: boolean;
  readonly fix: { readonly name: string; readonly value: string } | null;
};

function readFix(text: string): SentRow["fix"] {
  const [, name = "", value = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  return name === "" ? null : { name, value };
}

/** The rows of a form. A remedy is the value of the button that was pressed. */
export function readSentRows(form: Fields): SentRow[] {
  const [, pressed = "", remedy = ""] = /^(\d{1,9}):(.*)$/s.exec(form.text("fix")) ?? [];
  return form.names().flatMap((name): SentRow[] => {
    const [, text] = /^was-(\d{1,9})$/.exec(name) ?? [];
    if (text === undefined) return [];
    const texts = {
      partNumber: form.text(`number-${text}`),
      quantity: form.text(`quantity-${text}`),
      condition: form.text(`condition-${text}`),
    };
    const fix = pressed === text ? readFix(remedy) : null;
    const seen = form.text(name);
    return [{ rowNumber: Number(text), texts, seen, isTyped: markTexts(texts) !== seen, fix }];
  });
}

/** Rounds the rows whose boxes are checked. */
export const roundChecked = "round_checked";

/** Converts the quantities whose boxes are checked. */
export const convertChecked = "convert_checked";

export const roundedField = "rounded";

export const convertedField = "converted";

/** The rows whose boxes of a field are checked, and what was shown beside them. */
export function readConfirmed(
  form: Fields,
  field: typeof roundedField | typeof convertedField,
): ConfirmedChanges {
  const pairs = form.all(field).flatMap((text): [number, string][] => {
    const [, row, shown = ""] = /^([1-9]\d{0,8}):(.+)$/s.exec(text) ?? [];
    return row === undefined ? [] : [[Number(row), shown]];
  });
  return new Map(pairs);
}
