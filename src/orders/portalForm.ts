import type { Offer } from "../catalog/offer.ts";
import type { Queryable } from "../db/database.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import { limits } from "../kit/contract/limits.ts";
import { formatCount } from "../kit/html/amount.ts";
import type { ConflictField } from "../kit/html/conflict.ts";
import { type Option, renderSelect, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { formatMoney } from "../kit/price.ts";
import { type Fields, readFormVersion } from "../kit/site/fields.ts";
import type { DraftEdit, TypedInstructions } from "./drafts/editDraft.ts";
import { trimRemark, writtenFacts, writtenNames } from "./lineInstructions.ts";
import type { OrderTexts, StoredLine, StoredOrder } from "./order.ts";
import { selectShipTos } from "./queries.ts";
import {
  listShownLines,
  markLines,
  markText,
  orderFields,
  quantityField,
  readOrderFields,
  type ShownLine,
  useAddress,
  wishField,
  writtenField,
} from "./sharedLines.ts";

// The fields of an order besides its lines: on the page of a draft, and on its review.

/** The addresses that are offered, at most. */
const maxUsed = 3;

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

/** The addresses that the account used last: what the order has already is not offered. */
export async function loadUsedAddresses(db: Queryable, order: StoredOrder): Promise<string[]> {
  const used = await selectShipTos(db, order.accountId);
  return used.filter((one) => one !== order.shipTo).slice(0, maxUsed);
}

/** The form as if the address whose button was pressed had been typed. */
export function typeUsedAddress(form: Fields): Fields {
  if (!form.has(useAddress)) return form;
  const source = (name: string) => (name === "ship_to" ? useAddress : name);
  return {
    text: (name) => form.text(source(name)),
    all: (name) => form.all(source(name)),
    has: (name) => form.has(source(name)),
    names: form.names,
  };
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
      const quantity = readQuantity(form.all(field).at(-1) ?? "", 0);
      if (quantity !== undefined) quantities.set(lineNumber, quantity);
      else {
        const max = formatCount(limits.quantity);
        const text = `Line ${lineNumber}: enter a whole number up to ${max}. 0 removes it.`;
        faults.push({ field, text });
      }
    }
  }
  return { quantities, faults };
}

type ReadLine = {
  readonly changed: TypedInstructions;
  readonly faults: readonly FieldFault[];
};

/** Reads only what differs from the line: a day that has passed since can stay. */
function readLine(form: Fields, line: StoredLine, lineNumber: number, now: Date): ReadLine {
  const changes = writtenNames.flatMap((name) => {
    const field = writtenField(name, lineNumber);
    const text = readText(form, field);
    return text === undefined || text === line[name] ? [] : [{ name, field, text }];
  });
  const faults = changes.flatMap(({ name, field, text }) => {
    const fault = text === null ? undefined : writtenFacts[name].findFault(text, now);
    return fault === undefined ? [] : [{ field, text: `Line ${lineNumber}: ${fault}` }];
  });
  return {
    changed: {
      ...Object.fromEntries(changes.map(({ name, text }) => [name, text])),
      ...(form.text(wishField(lineNumber)) === "yes" ? { condition: null } : {}),
    },
    faults,
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

// What was typed into the form of a draft. It is kept until it is saved: over a refusal, and over a
// change that someone else made in the meantime. For that the form repeats what it showed.

function textsOf(order: StoredOrder): Map<string, string> {
  return new Map([
    ...Object.entries(writeOrderFields(order)),
    ...order.lines.flatMap((line, place): [string, string][] => [
      [quantityField(place + 1), String(line.quantity)],
      ...writtenNames.map(
        (name) => [writtenField(name, place + 1), line[name] ?? ""] satisfies [string, string],
      ),
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
  const written = writtenNames.flatMap((name) => {
    const typed = form.text(writtenField(name, lineNumber));
    const isSame = markText(trimRemark(typed)) === line.written[name];
    if (!form.has(writtenField(name, lineNumber)) || isSame) return [];
    const field = (number: number) => writtenField(name, number);
    return [{ mark, field, label: `${writtenFacts[name].label}, ${partNumber}`, typed }];
  });
  return [
    ...(quantity === line.quantity
      ? []
      : [{ mark, field: quantityField, label: `Quantity of ${partNumber}`, typed: quantity }]),
    ...written,
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
    const stored = merged.get(name) ?? "no longer in the draft";
    fields.push({ label, current: stored, typed, differs: typed !== stored });
    if (lineNumber > 0) merged.set(name, typed);
  }
  return { form: freshForm(Object.fromEntries(merged)), fields };
}

/** The form's state, and the offers to choose from if the number has several. */
export type AddForm = { readonly state: FormState; readonly options: readonly Option[] };

/** The id of the form of a draft. */
export const draftForm = "draft";

/** An offer as an option; `partId` is its value. */
export function toOfferOption(offer: Offer, partId: string): Option {
  const { condition, vendor, stock, unitOfMeasure, listPrice } = offer;
  const price = listPrice === null ? "no list price" : `list ${formatMoney(listPrice)}`;
  const text = `${condition} · ${vendor} · ${stock} ${unitOfMeasure} in stock · ${price}`;
  return { value: partId, text };
}

/** A part of the draft's form, so that adding a part saves what else was typed. */
export function renderAddForm({ orderId }: StoredOrder, adding?: AddForm): Html {
  const { state, options } = adding ?? {
    state: { ...freshForm({ quantity: "1" }), prefix: "add" },
    options: [],
  };
  const choice =
    options.length === 0
      ? null
      : renderSelect(state, { name: "part_id", label: "Offer", options, form: draftForm });
  return html`<section class="card unprinted" aria-label="Add a part">
<header><h2>Add part</h2></header>
${renderFaults(state)}<div class="form">
<div class="fields">${renderTextField(state, {
    name: "part_number",
    label: "Part number",
    code: true,
    maxLength: 200,
    autocomplete: "off",
    form: draftForm,
  })}${renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 7,
    autocomplete: "off",
    form: draftForm,
  })}${choice}</div>
${renderActions(
  renderButton({ text: "Add part", action: orderAddress(orderId, "/add"), form: draftForm }),
)}</div>
</section>
`;
}
