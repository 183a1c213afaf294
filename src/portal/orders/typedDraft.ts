// What was typed into the form of a draft. It is kept until it is saved: over a refusal, and over a
// change that someone else made in the meantime. For that the form repeats what it showed.
import {
  listShownLines,
  markLines,
  markRemark,
  neededByField,
  quantityField,
  remarkField,
  type ShownLine,
} from "../../components/lineFields.ts";
import type { ConflictField } from "../../html/conflict.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { trimRemark } from "../../orders/lineInstructions.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { orderFields, writeOrderFields } from "./orderFields.ts";
import { texts } from "./texts.ts";

function textsOf(order: StoredOrder): Map<string, string> {
  return new Map([
    ...Object.entries(writeOrderFields(order)),
    ...order.lines.flatMap(({ quantity, remark, neededBy }, place): [string, string][] => [
      [quantityField(place + 1), String(quantity)],
      [remarkField(place + 1), remark ?? ""],
      [neededByField(place + 1), neededBy ?? ""],
    ]),
  ]);
}

/** The form of a draft as it is stored. */
export function formOfDraft(order: StoredOrder): FormState {
  return freshForm(Object.fromEntries(textsOf(order)));
}

/** The form of a draft as it was typed, with what is wrong with it. */
export function keepTyped(
  order: StoredOrder,
  form: Fields,
  faults: readonly FieldFault[] = [],
): FormState {
  const stored = formOfDraft(order);
  return { value: (name) => (form.has(name) ? form.text(name) : stored.value(name)), faults };
}

/**
 * Whether a form shows the lines of this version of the draft. Of another version, the number of a
 * line can belong to another part.
 */
export function showsVersion(order: StoredOrder, form: Fields): boolean {
  const marks = markLines(order);
  const isSame = ({ lineNumber, mark }: ShownLine) => marks[lineNumber - 1] === mark;
  return readFormVersion(form) === order.version && listShownLines(form).every(isSame);
}

/** What was typed into a field of a line; `field` names it by the number of the line. */
type TypedText = {
  readonly mark: string;
  readonly field: (lineNumber: number) => string;
  readonly label: string;
  readonly typed: string;
};

function listTypedOf(form: Fields, line: ShownLine): TypedText[] {
  const { lineNumber, mark, partNumber } = line;
  const isRemoved = form.text("remove") === String(lineNumber);
  const quantity = isRemoved ? "0" : form.text(quantityField(lineNumber)).trim();
  const remark = form.text(remarkField(lineNumber));
  const day = form.text(neededByField(lineNumber)).trim();
  const { quantityOf, remarkOf, dayOf } = texts.change;
  return [
    ...(quantity === line.quantity
      ? []
      : [{ mark, field: quantityField, label: quantityOf(partNumber), typed: quantity }]),
    ...(!form.has(remarkField(lineNumber)) || markRemark(trimRemark(remark)) === line.remarkMark
      ? []
      : [{ mark, field: remarkField, label: remarkOf(partNumber), typed: remark }]),
    ...(!form.has(neededByField(lineNumber)) || day === line.neededBy
      ? []
      : [{ mark, field: neededByField, label: dayOf(partNumber), typed: day }]),
  ];
}

/** What differs in the lines from what the form showed. */
function listTyped(form: Fields): TypedText[] {
  return listShownLines(form).flatMap((line) => listTypedOf(form, line));
}

/** `form` has what was typed over the current draft; `fields` compares the two. */
export type MergedDraft = { readonly form: FormState; readonly fields: readonly ConflictField[] };

/** Applies what was typed into the form of an earlier version to the current draft. */
export function mergeTyped(current: StoredOrder, form: Fields): MergedDraft {
  const merged = textsOf(current);
  const marks = markLines(current);
  const fields: ConflictField[] = [];
  for (const { name, label } of orderFields) {
    const typed = form.text(name);
    if (!form.has(`was-${name}`) || typed === form.text(`was-${name}`)) continue;
    const stored = merged.get(name) ?? "";
    fields.push({ label, current: stored, typed, differs: typed !== stored });
    merged.set(name, typed);
  }
  for (const { mark, field, label, typed } of listTyped(form)) {
    const lineNumber = marks.indexOf(mark) + 1;
    const name = field(lineNumber);
    const stored = merged.get(name) ?? texts.change.gone;
    fields.push({ label, current: stored, typed, differs: typed !== stored });
    if (lineNumber > 0) merged.set(name, typed);
  }
  return { form: freshForm(Object.fromEntries(merged)), fields };
}
