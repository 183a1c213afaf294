// What was typed into the form of a draft. It is kept until it is saved: over a refusal, and over a
// change that someone else made in the meantime. For that the form repeats what it showed.
import { quantityField, shownLineField } from "../../components/orderLines.ts";
import type { ConflictField } from "../../html/conflict.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { Fields } from "../../site/fields.ts";

const texts = [
  { name: "po_number", label: "PO number" },
  { name: "notes", label: "Notes" },
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

type TypedQuantity = {
  readonly lineNumber: number;
  readonly partNumber: string;
  readonly typed: string;
};

/** The lines whose quantity differs from the one that the form showed. */
function listTypedQuantities(form: Fields, maxLines: number): TypedQuantity[] {
  const removed = form.text("remove");
  return Array.from({ length: maxLines }, (_, place) => place + 1).flatMap((lineNumber) => {
    const [shown = "", ...part] = form.text(shownLineField(lineNumber)).split(" ");
    if (shown === "") return [];
    const field = form.text(quantityField(lineNumber)).trim();
    const typed = removed === String(lineNumber) ? "0" : field;
    return typed === shown ? [] : [{ lineNumber, partNumber: part.join(" "), typed }];
  });
}

/** The line of the current draft that a typed quantity is for: at its place, or the only one. */
function findLine({ lines }: StoredOrder, typed: TypedQuantity): number | undefined {
  if (lines[typed.lineNumber - 1]?.partNumber === typed.partNumber) return typed.lineNumber;
  const places = lines.flatMap(({ partNumber }, place) =>
    partNumber === typed.partNumber ? [place + 1] : [],
  );
  return places.length === 1 ? places[0] : undefined;
}

/** `form` has what was typed over the current draft; `fields` compares the two. */
export type MergedDraft = { readonly form: FormState; readonly fields: readonly ConflictField[] };

/** Applies what was typed into the form of an earlier version to the current draft. */
export function mergeTyped(current: StoredOrder, form: Fields, maxLines: number): MergedDraft {
  const merged = textsOf(current);
  const fields: ConflictField[] = [];
  for (const { name, label } of texts) {
    const typed = form.text(name);
    if (!form.has(`was-${name}`) || typed === form.text(`was-${name}`)) continue;
    fields.push({ label, current: merged[name], typed, differs: typed !== merged[name] });
    merged[name] = typed;
  }
  for (const quantity of listTypedQuantities(form, maxLines)) {
    const lineNumber = findLine(current, quantity);
    const name = quantityField(lineNumber ?? 0);
    const label = `Quantity of ${quantity.partNumber}`;
    const stored = merged[name] ?? "no longer in the draft";
    const { typed } = quantity;
    fields.push({ label, current: stored, typed, differs: typed !== stored });
    if (lineNumber !== undefined) merged[name] = typed;
  }
  return { form: freshForm(merged), fields };
}
