import { hash } from "node:crypto";
import { type OfferDetails, offerStatusWords } from "../catalog/offer.ts";
import { describeManufacturer, renderShortCertificates } from "../catalog/sharedOffers.ts";
import { limits } from "../kit/contract/limits.ts";
import { alignPrices, formatCount, formatCounted } from "../kit/html/amount.ts";
import {
  renderCellField,
  renderCheckbox,
  renderTextArea,
  renderTextField,
} from "../kit/html/field.ts";
import type { FormState } from "../kit/html/form.ts";
import { type FieldFault, renderButton } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { renderPager } from "../kit/html/pager.ts";
import { type Column, type Row, renderTable } from "../kit/html/table.ts";
import {
  comparePrices,
  formatBarePrice,
  formatMoney,
  isSamePrice,
  type Price,
} from "../kit/price.ts";
import type { Fields } from "../kit/site/fields.ts";
import { describeQuoteEnd } from "../prices/quote.ts";
import { type DraftReview, findLineStock, type ReviewedLine } from "./drafts/reviewDraft.ts";
import {
  findLeadTimeEnd,
  type LateDay,
  readWritten,
  type WrittenName,
  writtenFacts,
  writtenNames,
} from "./lineInstructions.ts";
import type { OrderTexts, StoredLine, StoredOrder } from "./order.ts";
import { type AskedLine, listRequested } from "./requested.ts";
import { renderNumber } from "./sharedOrders.ts";

// What is written to an order besides its lines.

/** The fields by name. Lengths are in characters. */
export const orderFields = [
  { name: "po_number", of: "poNumber", label: "PO number", max: limits.poNumberLength },
  { name: "ship_to", of: "shipTo", label: "Ship to", max: limits.shipToLength },
  { name: "notes", of: "notes", label: "Notes", max: limits.notesLength },
] as const satisfies readonly { readonly of: keyof OrderTexts; readonly [name: string]: unknown }[];

/** The name of the buttons of addresses that were used before. */
export const useAddress = "use_ship_to";

function renderUsed(values: readonly string[], action: string): Content {
  if (values.length === 0) return null;
  const buttons = values.map((value) =>
    renderButton({ text: value.replace(/\s*\n\s*/g, ", "), name: useAddress, value, action }),
  );
  return html`<div class="used"><span class="sub">Used before:</span>
${buttons}</div>
`;
}

/** The fields, and buttons for addresses that were used before, which save with `action`. */
export function renderOrderFields(form: FormState, used: readonly string[], action: string): Html {
  const [poNumber, shipTo, notes] = orderFields;
  return html`${renderTextField(form, {
    name: poNumber.name,
    label: poNumber.label,
    optional: true,
    maxLength: poNumber.max,
    autocomplete: "off",
  })}<div class="field">${renderTextArea(form, {
    name: shipTo.name,
    label: shipTo.label,
    hint: "If left blank, the distributor ships to the address it has on file.",
    optional: true,
    rows: 3,
  })}${renderUsed(used, action)}</div>
${renderTextArea(form, {
  name: notes.name,
  label: notes.label,
  optional: true,
  rows: 2,
})}`;
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
    return length <= max
      ? []
      : [{ field: name, text: `${label}: ${length} characters. The maximum is ${max}.` }];
  });
  return { texts: Object.fromEntries(read.map(({ of, text }) => [of, text])), faults };
}

// The fields of the lines in the form of a draft, and what the form repeats of each line as it
// showed it, so that what was typed can be told from what was only shown.

export function quantityField(lineNumber: number): string {
  return `quantity-${lineNumber}`;
}

/** The field of what a buyer writes. */
export function writtenField(name: WrittenName, lineNumber: number): string {
  return `${writtenFacts[name].name}-${lineNumber}`;
}

/** The box that removes a condition that was not read. */
export function wishField(lineNumber: number): string {
  return `unread-${lineNumber}`;
}

/** The hidden field with what the form shows of a line. */
function shownLineField(lineNumber: number): string {
  return `was-${lineNumber}`;
}

/**
 * A mark per line that names it in every version of the draft. Lines of the same offer have other
 * marks as soon as their number changes: which is which cannot be known then.
 */
export function markLines({ orderId, lines }: Pick<StoredOrder, "orderId" | "lines">): string[] {
  const sourceOf = ({ offerId, quote }: StoredLine) =>
    quote === null ? String(offerId) : `quote ${quote.optionId}`;
  const ofSource = Map.groupBy(lines, sourceOf);
  return lines.map((line) => {
    const same = ofSource.get(sourceOf(line)) ?? [];
    const parts = [orderId, sourceOf(line), same.indexOf(line), same.length];
    return hash("sha256", parts.join(" "), "hex").slice(0, 12);
  });
}

const nothing = "-";

/** Tells one text from another, because pages would double in size if they repeated remarks. */
export function markText(text: string | null): string {
  return text === null ? nothing : hash("sha256", text, "hex").slice(0, 12);
}

/** A line as the form showed it; `mark` names it in every version of the draft. */
export type ShownLine = {
  readonly lineNumber: number;
  readonly mark: string;
  readonly quantity: string;
  /** The marks of what was written. */
  readonly written: { readonly [Name in WrittenName]: string };
  readonly partNumber: string;
};

/** The text of the hidden field of a line. */
function writeShownLine(line: StoredLine, mark: string): string {
  const written = writtenNames.map((name) => markText(line[name]));
  return [mark, line.quantity, ...written, line.partNumber].join(" ");
}

/** The lines that a form showed. */
export function listShownLines(form: Fields): ShownLine[] {
  return Array.from({ length: limits.orderLines }, (_, place) => place + 1).flatMap(
    (lineNumber) => {
      const text = form.text(shownLineField(lineNumber));
      const [mark = "", quantity = "", ...rest] = text.split(" ");
      if (mark === "") return [];
      const written = readWritten((name) => rest[writtenNames.indexOf(name)] ?? "");
      const partNumber = rest.slice(writtenNames.length).join(" ");
      return [{ lineNumber, mark, quantity, written, partNumber }];
    },
  );
}

/** What a quantity must be, after "Enter". */
export const quantityRange = `a whole number from 1 to ${formatCount(limits.quantity)}`;

/** A hidden label names the struck price, because screen readers do not announce the line. */
function renderPrices(
  line: StoredLine,
  { after, today, faults }: Partial<ReviewedLine>,
  format: (price: Price) => string,
): Content {
  const { listPrice, unitPrice } = line;
  const write = (price: Price) =>
    price.currency === unitPrice.currency ? formatBarePrice(price) : formatMoney(price);
  if (faults?.some(({ code }) => code === "PRICE_ON_REQUEST")) {
    return html`<del><span class="unseen">before </span>${formatBarePrice(unitPrice)}</del>
<span class="short">on request</span>`;
  }
  const isLower =
    listPrice === null ||
    (listPrice.currency === unitPrice.currency && comparePrices(listPrice, unitPrice) <= 0);
  const list = isLower
    ? null
    : html`<s><span class="unseen">list price </span>${write(listPrice)}</s> `;
  if (after && !isSamePrice(after.unitPrice, unitPrice)) {
    return html`<del><span class="unseen">before </span>${formatBarePrice(unitPrice)}</del>
<ins><span class="unseen">now </span>${format(after.unitPrice)}</ins>`;
  }
  // A blocked line has no new price to accept.
  const moved =
    after && today && !isSamePrice(today, unitPrice)
      ? html`<br><span class="quiet">today ${write(today)}</span>`
      : null;
  return html`${list}${format(unitPrice)}${moved}`;
}

function renderStock(reviewed: ReviewedLine): Content {
  const { offer } = reviewed;
  if (offer === undefined) return renderBadge("short", "no longer offered");
  if (offer.status !== "ACTIVE") return renderBadge("short", offerStatusWords[offer.status]);
  if (offer.stock === null) return renderBadge("neutral", "to order");
  const count = formatCount(offer.stock);
  return findLineStock(reviewed) === "short"
    ? renderBadge("short", `only ${count} left`)
    : renderBadge("good", count);
}

/**
 * The days until there is enough of an offer or, of a line in stock, until there is more. For a
 * line that is needed by a day, also the day to compare with it.
 */
function describeLeadTime({ leadTimeDays }: OfferDetails, reviewed: ReviewedLine): Content {
  const stock = findLineStock(reviewed);
  if (leadTimeDays === null || stock === null) return null;
  const days = formatCounted(leadTimeDays, "day");
  if (reviewed.before.neededBy === null) {
    return stock === "enough" ? `Restock: ${days}` : `Lead time ${days}`;
  }
  const end = renderDay(findLeadTimeEnd(leadTimeDays, reviewed.reviewedAt));
  return stock !== "enough"
    ? html`Lead time ${days}, until ${end}`
    : html`Restock by ${end} (${days})`;
}

/**
 * Vendor, manufacturer, certificate and lead time, as far as they are stated. Without a review, the
 * stock of the order is allocated or no longer known, and a lead time would read as one of delivery.
 */
function describeDetails(line: StoredLine, reviewed: ReviewedLine | undefined): Content {
  const details = reviewed?.after ?? line;
  const facts = [
    line.vendor || null,
    describeManufacturer(details),
    renderShortCertificates(details.certificate),
    reviewed === undefined ? null : describeLeadTime(details, reviewed),
  ].filter((fact) => fact !== null);
  const joined = facts.map((fact, at) => (at === 0 ? fact : html` · ${fact}`));
  return html`<span class="sub">${joined}</span>`;
}

/** Why a needed-by day is too early, after the day. */
export function describeLateDay(late: LateDay): Html {
  if (late.kind === "passed") return html`<span class="short">This day has passed.</span>`;
  const days = formatCounted(late.days, "day");
  return html`<span class="short">Not all in stock: lead time ${days}, until ${renderDay(late.ends)}.</span>`;
}

/** The quote that a line came from, and of a draft until when it sets the price. */
function describeQuote(
  { quote }: StoredLine,
  reviewed: ReviewedLine | undefined,
  address: LinesTable["quoteAddress"],
): Content {
  if (quote === null) return null;
  const link = html`<a href="${address(quote.requestId)}">${quote.requestNumber}</a>`;
  const dated = reviewed?.quote ?? null;
  const end = dated && describeQuoteEnd(dated);
  if (end !== null) return html`<span class="sub short">${link}: ${end}</span>`;
  const until = dated && html`, valid until ${renderDay(dated.quote.validUntil)}`;
  return html`<span class="sub">Quote ${link}${until}</span>`;
}

/** What was asked for, in one line: what a draft does not have stands out. */
export function renderRequested(line: AskedLine, isDraft: boolean): Content {
  const facts = listRequested(line).map(({ text, isOther }, at) => {
    const shown = isDraft && isOther ? html`<span class="short">${text}</span>` : text;
    return html`${at > 0 && " · "}${shown}`;
  });
  return facts.length > 0 && html`<span class="sub typed">${facts}</span>`;
}

/** What was asked for, and what the buyer wrote to the line. */
function describeInstructions(line: StoredLine, reviewed: ReviewedLine | undefined): Content {
  const { late = null, offer = line } = reviewed ?? {};
  const today = { ...line, certificate: offer.certificate };
  const requested = renderRequested(today, reviewed !== undefined);
  const written = writtenNames.map((name) => {
    const text = line[name];
    if (text === null) return null;
    if (name !== "neededBy")
      return html`<span class="sub typed">${writtenFacts[name].write(text)}</span>`;
    const why = late && html`. ${describeLateDay(late)}`;
    return html`<span class="sub">Needed by ${renderDay(text)}${why}</span>`;
  });
  return html`${requested}${written}`;
}

/** The fields of what a buyer writes, folded until they are needed. */
function renderInstructionFields(form: FormState, lineNumber: number, line: StoredLine): Html {
  const { partNumber } = line;
  const written = writtenNames.map((name) => {
    const field = writtenField(name, lineNumber);
    return { ...writtenFacts[name], field, text: line[name] };
  });
  const isOpen = written.some(
    ({ field, text }) =>
      form.value(field) !== (text ?? "") || form.faults.some((fault) => fault.field === field),
  );
  const { condition } = line.requested.unread;
  const isSet = condition !== undefined || written.some(({ text }) => text !== null);
  const summary = isSet
    ? html`Change remark or date<span class="unseen">, line ${lineNumber}</span>`
    : html`Add remark or date<span class="unseen">, line ${lineNumber}</span>`;
  // Without a maximum, because browsers cut pasted text without a word.
  const fields = html`${written.map(({ field, label, type }) =>
    renderTextField(form, {
      name: field,
      label: html`${label}<span class="unseen">, line ${lineNumber}, ${partNumber}</span>`,
      ...(type === "date" ? { type } : { autocomplete: "off" }),
    }),
  )}${
    condition !== undefined &&
    renderCheckbox(form, {
      name: wishField(lineNumber),
      label: `Remove the wanted condition “${condition}” of line ${lineNumber}`,
    })
  }`;
  return html`<details class="remark"${isOpen && html` open`}>
<summary>${summary}</summary>
<div>${fields}</div>
</details>`;
}

function describePart(
  line: StoredLine,
  reviewed: ReviewedLine | undefined,
  { quoteAddress }: LinesTable,
): Content {
  const faults = reviewed?.faults.map(
    ({ message }) => html`<span class="sub flaw">${message}</span>`,
  );
  const title = line.title && html` <span class="quiet">${line.title}</span>`;
  return html`${title}
${describeDetails(line, reviewed)}${describeQuote(line, reviewed, quoteAddress)}${describeInstructions(line, reviewed)}${faults}`;
}

/** With a `form`, quantities can be edited and lines removed. */
export type LinesTable = {
  readonly order: StoredOrder;
  readonly review: DraftReview | null;
  readonly form: FormState | null;
  /** The lines to show, by index from 0. */
  readonly from: number;
  readonly to: number;
  readonly partAddress: (partNumber: string) => string;
  readonly quoteAddress: (requestId: string) => string;
  /** What explains the price of a line; absent: nothing. */
  readonly priceAddress?: (line: StoredLine) => string;
};

function renderQuantity(
  line: StoredLine,
  { lineNumber, mark }: { readonly lineNumber: number; readonly mark: string },
  form: FormState | null,
): Content {
  if (form === null) return html`${formatCount(line.quantity)} ${line.unitOfMeasure}`;
  const field = renderCellField(form, {
    name: quantityField(lineNumber),
    label: `Quantity of line ${lineNumber}, ${line.partNumber}`,
    digits: true,
    maxLength: 7,
    width: 6,
    unit: line.unitOfMeasure,
  });
  return html`<input type="hidden" name="${shownLineField(lineNumber)}"
 value="${writeShownLine(line, mark)}">${field}`;
}

function toRow(
  table: LinesTable,
  line: StoredLine,
  { place, mark }: { readonly place: number; readonly mark: string },
  format: (price: Price) => string,
): Row {
  const { review, form, partAddress, priceAddress } = table;
  const reviewed = review?.lines[place];
  const lineNumber = place + 1;
  const prices = renderPrices(line, reviewed ?? {}, format);
  const total = reviewed?.after?.lineTotal ?? line.lineTotal;
  const number = renderNumber(line.partNumber);
  const part =
    line.offerId === null ? number : html`<a href="${partAddress(line.partNumber)}">${number}</a>`;
  const remove =
    form &&
    html`<button class="button ghost danger" name="remove" value="${lineNumber}"
 aria-label="Remove line ${lineNumber}, ${line.partNumber}">${renderIcon("x")}</button>`;
  return {
    id: `line-${lineNumber}`,
    number: lineNumber,
    cells: [
      html`${part}${describePart(line, reviewed, table)}${form && renderInstructionFields(form, lineNumber, line)}`,
      line.condition,
      renderQuantity(line, { lineNumber, mark }, form),
      ...(reviewed === undefined ? [] : [renderStock(reviewed)]),
      priceAddress === undefined || line.offerId === null
        ? prices
        : html`<a href="${priceAddress(line)}" title="Explain price">${prices}</a>`,
      html`<strong>${formatBarePrice(total)}</strong>`,
      ...(form === null ? [] : [remove]),
    ],
  };
}

export function renderLines(table: LinesTable): Html {
  const { order, review, form, from, to } = table;
  const { currency } = order.subtotal;
  const columns: Column[] = [
    { title: "Part", kind: "code" },
    { title: "Condition", kind: "words" },
    { title: "Quantity", kind: "number" },
    ...(review === null ? [] : [{ title: "In stock now", kind: "words", titled: true } as const]),
    { title: `Unit price ${currency}`, kind: "number" },
    { title: `Line total ${currency}`, kind: "number", corner: true },
    ...(form === null ? [] : [{ title: "Remove", kind: "actions" } as const]),
  ];
  const shown = order.lines.slice(from, to);
  const reviewed = review?.lines.slice(from, to) ?? [];
  const changed = reviewed.flatMap(({ after }) => after?.unitPrice ?? []);
  const marks = form === null ? [] : markLines(order).slice(from, to);
  const format = alignPrices([...shown.map(({ unitPrice }) => unitPrice), ...changed]);
  return renderTable({
    caption: `Lines ${from + 1} to ${from + shown.length} of ${order.lines.length}`,
    numberHead: "Line",
    columns,
    rows: shown.map((line, index) =>
      toRow(table, line, { place: from + index, mark: marks[index] ?? "" }, format),
    ),
  });
}

/** Lines per page; many more would exceed 150 KB. */
export const linesOnPage = 75;

/** The index of the first line to show, from 0. */
export function readFrom(text: string): number {
  const place = /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;
  return place - (place % linesOnPage);
}

export function renderLinePager(order: StoredOrder, from: number, address: string): Content {
  const at = (place: number) => `${address}?from=${place + 1}`;
  const next = from + linesOnPage;
  return renderPager({
    back: from === 0 ? null : at(Math.max(0, from - linesOnPage)),
    on: next >= order.lines.length ? null : at(next),
    backText: "Previous lines",
    onText: "Next lines",
  });
}
