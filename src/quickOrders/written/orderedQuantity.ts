// What a row says of the quantity that was requested, after another one is ordered. Pure.
import { nothingRequested, type Unread, writeRequested } from "../../orders/requested.ts";
import { nameWrittenUnit, splitUnit } from "../../reading/quantity.ts";
import type { Change } from "../fixes/planFixes.ts";

type CountedRow = AskedQuantity & {
  readonly quantityText: string;
  readonly quantity: number | null;
};

/** What was asked for, before it was reduced or rounded, or converted to another unit. */
export type AskedQuantity = {
  readonly askedQuantity: number | null;
  readonly requestedQuantity: number | null;
  readonly requestedUnit: string | null;
};

/** Of a change that orders another quantity: what is needed in the unit that it is ordered in. */
function findNeeded(
  change: Change,
): { readonly needed: number | null; isConverted: boolean } | null {
  if (change.kind === "convert") return { needed: change.conversion.asked, isConverted: true };
  if (change.kind === "quantity") return { needed: change.asked, isConverted: false };
  if (change.kind !== "offer" || change.ordered === null) return null;
  return { needed: change.ordered.needed, isConverted: change.ordered.isConverted };
}

/** What a row says of the requested quantity after a change, or after another one was typed. */
export function describeRequested(
  change: Change | undefined,
  row: CountedRow,
  now: Pick<CountedRow, "quantityText" | "quantity">,
): AskedQuantity {
  const { askedQuantity, quantity, requestedQuantity, requestedUnit } = row;
  const requested = { requestedQuantity, requestedUnit };
  const isSameUnit = splitUnit(row.quantityText).unit === splitUnit(now.quantityText).unit;
  const ordered = change && findNeeded(change);
  if (ordered?.isConverted === true) {
    const isFirst = requestedQuantity === null;
    return {
      askedQuantity: ordered.needed,
      ...(isFirst ? readWritten(row.quantityText) : requested),
    };
  }
  if (ordered != null) {
    // A quantity in another unit is no smaller or larger one.
    const asked = ordered.needed ?? (isSameUnit ? quantity : null);
    return { askedQuantity: askedQuantity ?? asked, ...requested };
  }
  if (isSameUnit && now.quantity === quantity) return { askedQuantity, ...requested };
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
