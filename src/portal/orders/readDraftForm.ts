import {
  neededByField,
  quantityField,
  remarkField,
  wishField,
} from "../../components/lineFields.ts";
import { limits } from "../../contract/limits.ts";
import { printable } from "../../contract/orderLines.ts";
import { parseDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import type { FieldFault } from "../../html/form.ts";
import type { DraftEdit, TypedInstructions } from "../../orders/drafts/editLines.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import type { StoredLine, StoredOrder } from "../../orders/order.ts";
import type { Fields } from "../../site/fields.ts";
import { readOrderFields } from "./orderFields.ts";
import { texts } from "./texts.ts";

export type ReadDraftForm = { readonly edit: DraftEdit; readonly faults: readonly FieldFault[] };

/** A whole number of at least `least`, or undefined. */
export function readQuantity(text: string, least: 0 | 1): number | undefined {
  const quantity = /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : -1;
  return quantity >= least && quantity <= limits.quantity ? quantity : undefined;
}

/** The same of at least 1, also with commas between its thousands: "1,500". */
export function readGroupedQuantity(typed: string): number | undefined {
  const text = typed.trim();
  const isGrouped = /^\d{1,3}(,\d{3})+$/.test(text);
  return readQuantity(isGrouped ? text.replaceAll(",", "") : text, 1);
}

/** Undefined if the form does not have the field. */
function readText(form: Fields, name: string): string | null | undefined {
  if (!form.has(name)) return undefined;
  const text = form.text(name).trim();
  return text === "" ? null : text;
}

function readQuantities(form: Fields): {
  readonly quantities: ReadonlyMap<number, number>;
  readonly faults: readonly FieldFault[];
} {
  const quantities = new Map<number, number>();
  const faults: FieldFault[] = [];
  const removed = form.text("remove");
  for (let lineNumber = 1; lineNumber <= limits.orderLines; lineNumber += 1) {
    const field = quantityField(lineNumber);
    if (removed === String(lineNumber)) quantities.set(lineNumber, 0);
    else if (form.has(field)) {
      const quantity = readQuantity(form.text(field), 0);
      if (quantity !== undefined) quantities.set(lineNumber, quantity);
      else {
        const max = formatCount(limits.quantity);
        const text = texts.change.notWhole(lineNumber, max);
        faults.push({ field, text });
      }
    }
  }
  return { quantities, faults };
}

const isPrintable = new RegExp(printable, "u");

function findRemarkFault(remark: string | null, lineNumber: number): string | undefined {
  const length = [...(remark ?? "")].length;
  const max = limits.remarkLength;
  if (length > max) return texts.change.remarkTooLong(lineNumber, length, max);
  return isPrintable.test(remark ?? "") ? undefined : texts.change.remarkNotPrintable(lineNumber);
}

function findDayFault(day: string | null, lineNumber: number, now: Date): string | undefined {
  if (day === null) return undefined;
  if (parseDay(day) === undefined) return texts.change.noDay(lineNumber);
  return day < firstNeededDay(now) ? texts.change.pastDay(lineNumber) : undefined;
}

type ReadLine = {
  readonly changed: TypedInstructions;
  readonly faults: readonly FieldFault[];
};

/** Reads only what differs from the line: a day that has passed since can stay. */
function readLine(form: Fields, line: StoredLine, lineNumber: number, now: Date): ReadLine {
  const [remarkName, dayName] = [remarkField(lineNumber), neededByField(lineNumber)];
  const [remark, neededBy] = [readText(form, remarkName), readText(form, dayName)];
  const isNewRemark = remark !== undefined && remark !== line.remark;
  const isNewDay = neededBy !== undefined && neededBy !== line.neededBy;
  const faults = [
    [remarkName, isNewRemark ? findRemarkFault(remark, lineNumber) : undefined],
    [dayName, isNewDay ? findDayFault(neededBy, lineNumber, now) : undefined],
  ] as const;
  return {
    changed: {
      ...(isNewRemark ? { remark } : {}),
      ...(isNewDay ? { neededBy } : {}),
      ...(form.text(wishField(lineNumber)) === "yes" ? { condition: null } : {}),
    },
    faults: faults.flatMap(([field, text]) => (text === undefined ? [] : [{ field, text }])),
  };
}

/** Of removed lines, nothing is read. */
function readInstructions(
  form: Fields,
  { lines }: StoredOrder,
  quantities: ReadonlyMap<number, number>,
  now: Date,
): {
  readonly instructions: ReadonlyMap<number, TypedInstructions>;
  readonly faults: readonly FieldFault[];
} {
  const read = lines
    .map((line, place) => ({ line, lineNumber: place + 1 }))
    .filter(({ lineNumber }) => quantities.get(lineNumber) !== 0)
    .map(({ line, lineNumber }) => ({ lineNumber, ...readLine(form, line, lineNumber, now) }));
  return {
    instructions: new Map(read.map(({ lineNumber, changed }) => [lineNumber, changed])),
    faults: read.flatMap(({ faults }) => faults),
  };
}

/**
 * What the form of a draft changes at `now`; fields that it does not have stay as they are. The
 * form must show the lines of this version.
 */
export function readDraftForm(form: Fields, order: StoredOrder, now: Date): ReadDraftForm {
  const { quantities, faults } = readQuantities(form);
  const read = readInstructions(form, order, quantities, now);
  const ofOrder = readOrderFields(form);
  return {
    edit: { quantities, instructions: read.instructions, ...ofOrder.texts },
    faults: [...ofOrder.faults, ...faults, ...read.faults],
  };
}
