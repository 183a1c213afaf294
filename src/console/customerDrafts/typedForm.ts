// What the form of a customer's draft says.
import type { OfferId } from "../../catalog/partId.ts";
import { limits } from "../../contract/limits.ts";
import type { FieldFault } from "../../html/form.ts";
import type { OrderTexts } from "../../orders/orderTexts.ts";
import type { TypedRow } from "../../quickOrders/operators/checkTypedList.ts";
import type { Fields } from "../../site/fields.ts";
import { texts } from "./texts.ts";

type Marked = Pick<TypedRow, "mark">;

export function offerField({ mark }: Marked): string {
  return `offer-${mark}`;
}

function readOfferId(text: string): OfferId | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as OfferId) : null;
}

/** The offers that were chosen for rows, by their marks. */
function readChoices(form: Fields): Map<string, OfferId> {
  const marks = form.names().flatMap((name) => /^offer-([0-9a-f]{16})$/.exec(name)?.[1] ?? []);
  return new Map(
    marks.flatMap((mark): [string, OfferId][] => {
      const offerId = readOfferId(form.text(offerField({ mark })));
      return offerId === null ? [] : [[mark, offerId]];
    }),
  );
}

export type TypedForm = OrderTexts & {
  readonly text: string;
  readonly choices: ReadonlyMap<string, OfferId>;
  readonly faults: readonly FieldFault[];
};

function checkLength(field: string, label: string, text: string | null, max: number): FieldFault[] {
  const length = [...(text ?? "")].length;
  return length <= max ? [] : [{ field, text: texts.tooLong(label, length, max) }];
}

export function readTypedForm(form: Fields): TypedForm {
  const text = form.text("lines");
  const poNumber = form.text("po_number").replace(/\s+/g, " ").trim() || null;
  const shipTo = form.text("ship_to").trim() || null;
  const notes = form.text("notes").trim() || null;
  const faults = [
    ...(text.trim() === ""
      ? [{ field: "lines", text: "Enter at least one part number with its quantity." }]
      : []),
    ...checkLength("po_number", texts.po, poNumber, limits.poNumberLength),
    ...checkLength("ship_to", texts.shipTo, shipTo, limits.shipToLength),
    ...checkLength("notes", texts.notes, notes, limits.notesLength),
  ];
  return { text, choices: readChoices(form), poNumber, shipTo, notes, faults };
}
