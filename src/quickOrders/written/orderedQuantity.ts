// What a button makes of a row's quantity, and what the row then says of the requested one. Pure.
// Invariant: a number is stored with the unit that it counts, so that an offer in another unit asks
// again; what was typed is never replaced.
import { nothingRequested, type Unread, writeRequested } from "../../orders/requested.ts";
import {
  convertQuantity,
  listMeantQuantities,
  nameWrittenUnit,
  replaceAmount,
  splitUnit,
} from "../../reading/quantity.ts";

/**
 * "nearest": another number, or a clear text; `asked` is the number that the row has, or that its
 * unclear quantity means, if more is ordered for it, to fill packs. "converted": `quantity` of
 * `unit` are ordered for the `asked` of it that the row's quantity is in another unit.
 */
export type QuantityRemedy =
  | { readonly kind: "nearest"; readonly text: string; readonly asked?: number }
  | {
      readonly kind: "converted";
      readonly quantity: number;
      readonly unit: string;
      readonly asked: number;
    };

type CountedRow = AskedQuantity & {
  readonly quantityText: string;
  readonly quantity: number | null;
};

/** Whether a quantity of a form is not the one that the row has. */
function isTyped(sent: string, { quantityText, quantity }: CountedRow): boolean {
  const typed = sent.replace(/\s/g, "");
  const isNumber = splitUnit(quantityText).unit === null && typed === String(quantity);
  return typed !== quantityText.replace(/\s/g, "") && !isNumber;
}

/** The text of a quantity with a remedy, or as it was sent if the remedy was for another one. */
export function applyQuantityRemedy(
  sent: string,
  remedy: QuantityRemedy | undefined,
  row: CountedRow,
): { readonly text: string; readonly applied: QuantityRemedy | undefined } {
  const unchanged = { text: sent, applied: undefined };
  if (remedy === undefined || isTyped(sent, row)) return unchanged;
  if (remedy.kind === "nearest") {
    const { asked } = remedy;
    const meant = [row, ...listMeantQuantities(row.quantityText)].map((one) => one.quantity);
    if (asked !== undefined && !meant.includes(asked)) return unchanged;
    const isNumber = /^\d{1,7}$/.test(remedy.text);
    const text = isNumber ? replaceAmount(row.quantityText, Number(remedy.text)) : remedy.text;
    return { text, applied: remedy };
  }
  const { quantity, unit, asked } = remedy;
  const isCertain = convertQuantity(row.quantityText, unit)?.count === asked && quantity >= asked;
  return isCertain ? { text: `${quantity} ${unit}`, applied: remedy } : unchanged;
}

/** What was asked for, before it was reduced or rounded, or converted to another unit. */
export type AskedQuantity = {
  readonly askedQuantity: number | null;
  readonly requestedQuantity: number | null;
  readonly requestedUnit: string | null;
};

/** What a row says of the requested quantity after it got another one. */
export function describeRequested(
  applied: QuantityRemedy | undefined,
  row: CountedRow,
  now: Pick<CountedRow, "quantityText" | "quantity">,
): AskedQuantity {
  const { askedQuantity, requestedQuantity, requestedUnit } = row;
  const requested = { requestedQuantity, requestedUnit };
  const isSameUnit = splitUnit(row.quantityText).unit === splitUnit(now.quantityText).unit;
  if (applied?.kind === "converted") {
    const isFirst = requestedQuantity === null;
    const written = isFirst ? readWritten(row.quantityText) : requested;
    return { askedQuantity: applied.asked, ...written };
  }
  if (applied?.kind === "nearest") {
    // A quantity in another unit is no smaller or larger one.
    const asked = applied.asked ?? (isSameUnit ? row.quantity : null);
    return { askedQuantity: askedQuantity ?? asked, ...requested };
  }
  if (isSameUnit && now.quantity === row.quantity) return { askedQuantity, ...requested };
  return { askedQuantity: null, requestedQuantity: null, requestedUnit: null };
}

/** What a row asked for that its fields do not show: a quantity in another unit, unread texts. */
export function writeRowRequest(
  row: Pick<AskedQuantity, "requestedQuantity" | "requestedUnit"> & { readonly unread: Unread },
): readonly string[] {
  const { requestedQuantity: quantity, requestedUnit: unit, unread } = row;
  const requested = { ...nothingRequested, quantity, unit, unread };
  const nothing = { condition: "", certificate: null, quantity: 0, unitOfMeasure: "" };
  return writeRequested({ ...nothing, requested });
}

/** A quantity that can be converted, with its unit. */
function readWritten(text: string): Omit<AskedQuantity, "askedQuantity"> {
  const amount = Number(splitUnit(text).amount.replace(",", "."));
  return { requestedQuantity: amount, requestedUnit: nameWrittenUnit(text) };
}
