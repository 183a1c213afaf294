import { quantityField } from "../../components/orderLines.ts";
import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import type { FieldFault } from "../../html/form.ts";
import type { DraftEdit } from "../../orders/drafts/editLines.ts";
import type { Fields } from "../../site/fields.ts";
import { texts } from "./texts.ts";

/** In characters. */
const maxLengths = { po_number: limits.poNumberLength, notes: limits.notesLength } as const;

export type ReadDraftForm = { readonly edit: DraftEdit; readonly faults: readonly FieldFault[] };

/** A whole number of at least `least`, or undefined. */
export function readQuantity(text: string, least: 0 | 1): number | undefined {
  const quantity = /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : -1;
  return quantity >= least && quantity <= limits.quantity ? quantity : undefined;
}

/** Undefined if the form does not have the field. */
function readText(form: Fields, name: keyof typeof maxLengths): string | null | undefined {
  if (!form.has(name)) return undefined;
  const text = form.text(name).trim();
  return text === "" ? null : text;
}

function checkLength(
  text: string | null | undefined,
  name: keyof typeof maxLengths,
  what: string,
): FieldFault[] {
  const length = [...(text ?? "")].length;
  if (length <= maxLengths[name]) return [];
  return [{ field: name, text: texts.change.tooLong(what, length, maxLengths[name]) }];
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

/** What a form of a draft changes; fields that it does not have stay as they are. */
export function readDraftForm(form: Fields): ReadDraftForm {
  const { quantities, faults } = readQuantities(form);
  const [poNumber, notes] = [readText(form, "po_number"), readText(form, "notes")];
  return {
    edit: {
      quantities,
      ...(poNumber === undefined ? {} : { poNumber }),
      ...(notes === undefined ? {} : { notes }),
    },
    faults: [
      ...checkLength(poNumber, "po_number", texts.order.poNumber),
      ...checkLength(notes, "notes", texts.order.notes),
      ...faults,
    ],
  };
}
