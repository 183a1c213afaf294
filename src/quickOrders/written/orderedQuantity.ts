// What a button makes of a row's quantity, and what the row then says of the requested one. Pure.
// Invariant: a number is stored with the unit that it counts, so that an offer in another unit asks
// again; what was typed is never replaced.
import { readConvertedRemark, writeConvertedRemark } from "../../orders/convertedRemark.ts";
import { startRemark } from "../../orders/lineInstructions.ts";
import { quoteCell } from "./firstRequest.ts";
import { convertQuantity, listMeantQuantities, replaceAmount, splitUnit } from "./quantityText.ts";

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

type CountedRow = {
  readonly quantityText: string;
  readonly quantity: number | null;
  /** Before it was reduced or rounded. */
  readonly askedQuantity: number | null;
  readonly remark: string | null;
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

/** Whether a part of a remark names a conversion; texts of people are none. */
function isConverted(part: string): boolean {
  const read = readConvertedRemark(part);
  return read !== undefined && convertQuantity(read.text, read.unit)?.count === read.count;
}

/** What a row says of a quantity that was converted first; a second conversion changes nothing. */
function writeConverted(
  { asked, unit }: QuantityRemedy & { readonly kind: "converted" },
  { quantityText, remark }: CountedRow,
): string | null {
  if (remark?.split("; ").some(isConverted) === true) return remark;
  const requested = { text: quoteCell(quantityText), count: asked, unit, times: 1 };
  return startRemark(writeConvertedRemark(requested), remark);
}

/** What a row says of the requested quantity after it got another one. */
export function describeRequested(
  applied: QuantityRemedy | undefined,
  row: CountedRow,
  now: Pick<CountedRow, "quantityText" | "quantity">,
): Pick<CountedRow, "askedQuantity" | "remark"> {
  const { askedQuantity, remark } = row;
  const isSameUnit = splitUnit(row.quantityText).unit === splitUnit(now.quantityText).unit;
  if (applied?.kind === "converted") {
    return { askedQuantity: applied.asked, remark: writeConverted(applied, row) };
  }
  if (applied?.kind === "nearest") {
    // A quantity in another unit is no smaller or larger one.
    const asked = applied.asked ?? (isSameUnit ? row.quantity : null);
    return { askedQuantity: askedQuantity ?? asked, remark };
  }
  if (isSameUnit && now.quantity === row.quantity) return { askedQuantity, remark };
  const parts = remark?.split("; ").filter((part) => !isConverted(part)) ?? [];
  return { askedQuantity: null, remark: parts.length === 0 ? null : parts.join("; ") };
}
