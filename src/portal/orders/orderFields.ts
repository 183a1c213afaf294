// The fields of an order besides its lines: on the page of a draft, and on its review.
import { limits } from "../../contract/limits.ts";
import type { Queryable } from "../../db/database.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import { type FieldFault, type FormState, renderButton } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { OrderTexts } from "../../orders/orderTexts.ts";
import { selectPosOfSameLists, selectShipTos } from "../../orders/queries.ts";
import type { Fields } from "../../site/fields.ts";
import { texts } from "./texts.ts";

/** The fields by name. Lengths are in characters. */
export const orderFields = [
  { name: "po_number", of: "poNumber", label: texts.order.poNumber, max: limits.poNumberLength },
  { name: "ship_to", of: "shipTo", label: texts.order.shipTo, max: limits.shipToLength },
  { name: "notes", of: "notes", label: texts.order.notes, max: limits.notesLength },
] as const satisfies readonly { readonly of: keyof OrderTexts; readonly [name: string]: unknown }[];

/** The name of the buttons of texts for a field that were used before. */
const nameUse = (field: string) => `use_${field}`;

/** The texts that are offered for a field, at most. */
const maxUsed = 3;

/** Addresses of the account, and PO numbers of orders of the same list, that were used before. */
export type UsedTexts = {
  readonly poNumbers: readonly string[];
  readonly shipTos: readonly string[];
};

export const nothingUsed: UsedTexts = { poNumbers: [], shipTos: [] };

function writeFields(order: OrderTexts, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(orderFields.map(({ name, of }) => [prefix + name, order[of] ?? ""]));
}

/** What the fields show of an order, by name. */
export function writeOrderFields(order: OrderTexts): Readonly<Record<string, string>> {
  return writeFields(order, "");
}

/** The hidden fields that repeat what the fields show. */
export function repeatShown(order: OrderTexts): Readonly<Record<string, string>> {
  return writeFields(order, "was-");
}

/** What can be used for an order: what it has already is not offered. */
export async function loadUsedTexts(db: Queryable, order: StoredOrder): Promise<UsedTexts> {
  const [poNumbers, shipTos] = await Promise.all([
    selectPosOfSameLists(db, order, maxUsed),
    selectShipTos(db, order.accountId),
  ]);
  return { poNumbers, shipTos: shipTos.filter((one) => one !== order.shipTo).slice(0, maxUsed) };
}

function renderUsed(
  field: string,
  { label, values }: { readonly label: string; readonly values: readonly string[] },
  action: string,
): Content {
  if (values.length === 0) return null;
  const buttons = values.map((one) =>
    renderButton({
      text: one.replace(/\s*\n\s*/g, ", "),
      name: nameUse(field),
      value: one,
      action,
    }),
  );
  return html`<div class="used"><span class="sub">${label}</span>
${buttons}</div>
`;
}

/** The fields, and buttons for texts that were used before, which save with `action`. */
export function renderOrderFields(form: FormState, used: UsedTexts, action: string): Html {
  const [poNumber, shipTo, notes] = orderFields;
  const poNumbers = { label: texts.order.usedPoNumbers, values: used.poNumbers };
  const shipTos = { label: texts.order.usedShipTos, values: used.shipTos };
  return html`<div class="field">${renderTextField(form, {
    name: poNumber.name,
    label: poNumber.label,
    optional: true,
    maxLength: poNumber.max,
    autocomplete: "off",
  })}${renderUsed(poNumber.name, poNumbers, action)}</div>
<div class="field">${renderTextArea(form, {
    name: shipTo.name,
    label: shipTo.label,
    hint: texts.order.shipToHint,
    optional: true,
    rows: 3,
  })}${renderUsed(shipTo.name, shipTos, action)}</div>
${renderTextArea(form, {
  name: notes.name,
  label: notes.label,
  optional: true,
  rows: 2,
})}`;
}

/** The form as if the text whose button was pressed had been typed. */
export function typeUsedText(form: Fields): Fields {
  const pressed = orderFields.map(({ name }) => name).find((name) => form.has(nameUse(name)));
  if (pressed === undefined) return form;
  const source = (name: string) => (name === pressed ? nameUse(name) : name);
  return {
    text: (name) => form.text(source(name)),
    all: (name) => form.all(source(name)),
    has: (name) => form.has(source(name)),
    names: form.names,
  };
}

/** What a form says of the order; fields that it does not have are missing. */
export function readOrderFields(form: Fields): {
  readonly texts: Partial<OrderTexts>;
  readonly faults: readonly FieldFault[];
} {
  const read = orderFields.flatMap((field) => {
    const { name } = field;
    return form.has(name) ? [{ ...field, text: form.text(name).trim() || null }] : [];
  });
  const faults = read.flatMap(({ name, label, max, text }) => {
    const length = [...(text ?? "")].length;
    return length <= max ? [] : [{ field: name, text: texts.change.tooLong(label, length, max) }];
  });
  return { texts: Object.fromEntries(read.map(({ of, text }) => [of, text])), faults };
}

/** What was typed into the fields but not saved: what differs from what the form showed. */
export function readUnsaved(form: Fields): Partial<OrderTexts> {
  // As a browser's field changes what it shows: a PO number that a system sent may have spaces.
  const read = (name: string, isLine: boolean) => {
    const text = form.text(name);
    return (isLine ? text.replace(/\n+/g, "") : text).trim();
  };
  const unsaved = orderFields.flatMap(({ name, of }) => {
    const isLine = of === "poNumber";
    const typed = read(name, isLine);
    if (!form.has(name) || typed === read(`was-${name}`, isLine)) return [];
    return [[of, typed || null]];
  });
  return Object.fromEntries(unsaved);
}
