// What was typed into the form of a draft. It is kept until it is saved: over a refusal, and over a
// change that someone else made in the meantime. For that the form repeats what it showed.
import { markLines, quantityField, shownLineField } from "../../components/orderLines.ts";
import { limits } from "../../contract/limits.ts";
import type { ConflictField } from "../../html/conflict.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { texts } from "./texts.ts";

const textFields = [
  { name: "po_number", label: texts.order.poNumber },
  { name: "notes", label: texts.order.notes },
] as const;

type DraftTexts = Record<string, string>;

function textsOf({ poNumber, notes, lines }: StoredOrder): DraftTexts {
  return Object.fromEntries([
    ["po_number", poNumber ?? ""],
    ["notes", notes ?? ""],
    ...lines.map(({ quantity }, place) => [quantityField(place + 1), String(quantity)]),
  ]);
}

/** The form of a draft as it is stored. */
export function formOfDraft(order: StoredOrder): FormState {
  return freshForm(textsOf(order));
}

/** The hidden fields that repeat what the form shows besides its lines. */
export function repeatShown({ poNumber, notes }: StoredOrder): Readonly<Record<string, string>> {
  return { "was-po_number": poNumber ?? "", "was-notes": notes ?? "" };
}

/** The form of a draft as it was typed, with what is wrong with it. */
export function keepTyped(
  order: StoredOrder,
  form: Fields,
  faults: readonly FieldFault[] = [],
): FormState {
  const stored = textsOf(order);
  return { value: (name) => (form.has(name) ? form.text(name) : (stored[name] ?? "")), faults };
}

/** A line as the form showed it; `mark` names it in every version of the draft. */
type ShownLine = {
  readonly lineNumber: number;
  readonly mark: string;
  readonly quantity: string;
  readonly partNumber: string;
};

function listShownLines(form: Fields): ShownLine[] {
  return Array.from({ length: limits.orderLines }, (_, place) => place + 1).flatMap(
    (lineNumber) => {
      const [mark = "", quantity = "", ...part] = form.text(shownLineField(lineNumber)).split(" ");
      return mark === "" ? [] : [{ lineNumber, mark, quantity, partNumber: part.join(" ") }];
    },
  );
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

type TypedQuantity = Omit<ShownLine, "quantity"> & { readonly typed: string };

/** The lines whose quantity differs from the one that the form showed. */
function listTypedQuantities(form: Fields): TypedQuantity[] {
  const removed = form.text("remove");
  return listShownLines(form).flatMap(({ quantity, ...line }) => {
    const field = form.text(quantityField(line.lineNumber)).trim();
    const typed = removed === String(line.lineNumber) ? "0" : field;
    return typed === quantity ? [] : [{ ...line, typed }];
  });
}

/** `form` has what was typed over the current draft; `fields` compares the two. */
export type MergedDraft = { readonly form: FormState; readonly fields: readonly ConflictField[] };

/** Applies what was typed into the form of an earlier version to the current draft. */
export function mergeTyped(current: StoredOrder, form: Fields): MergedDraft {
  const merged = textsOf(current);
  const marks = markLines(current);
  const fields: ConflictField[] = [];
  for (const { name, label } of textFields) {
    const typed = form.text(name);
    if (!form.has(`was-${name}`) || typed === form.text(`was-${name}`)) continue;
    fields.push({ label, current: merged[name], typed, differs: typed !== merged[name] });
    merged[name] = typed;
  }
  for (const quantity of listTypedQuantities(form)) {
    const lineNumber = marks.indexOf(quantity.mark) + 1;
    const name = quantityField(lineNumber);
    const label = texts.change.quantityOf(quantity.partNumber);
    const stored = merged[name] ?? texts.change.gone;
    const { typed } = quantity;
    fields.push({ label, current: stored, typed, differs: typed !== stored });
    if (lineNumber > 0) merged[name] = typed;
  }
  return { form: freshForm(merged), fields };
}
