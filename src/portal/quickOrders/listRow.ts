import type { Offer } from "../../catalog/offer.ts";
import { describeManufacturer } from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellField } from "../../html/field.ts";
import { type FormState, freshForm, renderButton } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { Row } from "../../html/table.ts";
import { formatMoney } from "../../price.ts";
import type { OfferChoice, RowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { RowState } from "../../quickOrders/orderList.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { describeReading } from "../../quickOrders/resolveReadings.ts";
import { orderAddress, partAddress } from "../addresses.ts";

/** What rows are rendered with. `state` is that of a refused form. */
export type RowSetting = {
  readonly address: string;
  readonly view: Readonly<Record<string, string>>;
  readonly offers: RowOffers;
  readonly mintPartId: (choice: OfferChoice) => string;
  readonly refused: { readonly rowNumber: number; readonly state: FormState } | null;
};

const maxChoices = 8;
const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

/** The price does not wrap. */
function describeOffer({ offer, unitPrice }: OfferChoice): string {
  const { vendor, condition, unitOfMeasure, stock } = offer;
  const price =
    unitPrice === null
      ? "price on request"
      : `${formatMoney(unitPrice)} / ${unitOfMeasure}`.replaceAll(" ", "\u00a0");
  const made = describeManufacturer(offer);
  const from = made === null ? vendor : `${made}, ${vendor}`;
  return `${from}, ${condition}, ${price}, ${formatCount(stock)} in stock`;
}

type Remedy = readonly [name: string, value: string, text: string];

function listRemedies(row: RowOnPage, setting: RowSetting): Remedy[] {
  const { rowNumber, nearestQuantity, readings, suggestions } = row;
  const choices = setting.offers.choices.get(rowNumber) ?? [];
  const possible = row.state === "ambiguous" ? (readings ?? []) : [];
  const nearest = nearestQuantity === null ? [] : [nearestQuantity];
  return [
    ...choices
      .slice(0, maxChoices)
      .map((one): Remedy => ["offer", setting.mintPartId(one), describeOffer(one)]),
    ...possible.map((one, index): Remedy => ["reading", String(index), describeReading(one)]),
    ...suggestions.map((one): Remedy => ["instead", one, `Use ${one}`]),
    ...nearest.map((one): Remedy => ["nearest", String(one), `Order ${formatCount(one)}`]),
  ];
}

/** Buttons that submit the form of their row, which is in another cell. */
function renderRemedies(row: RowOnPage, setting: RowSetting): Html | null {
  const buttons = listRemedies(row, setting).map(
    ([name, value, text]) =>
      html`<button class="button plain" form="row-${row.rowNumber}-form"
 name="${name}" value="${value}">${text}</button>
`,
  );
  return buttons.length === 0 ? null : html`<div class="choices">\n${buttons}</div>\n`;
}

function describeMeant({ unitPrice }: RowOnPage, offer: Offer): Html {
  const { title, partNumber, vendor, condition, unitOfMeasure } = offer;
  const price = unitPrice === null ? null : ` · ${formatMoney(unitPrice)} / ${unitOfMeasure}`;
  const part = html`<a href="${partAddress(partNumber)}">${title ?? partNumber}</a>`;
  return html` ${part} <span class="sub">${vendor} · ${condition}${price}</span>`;
}

function renderFindings(row: RowOnPage, setting: RowSetting): Html {
  const { word, meaning } = stateWords[row.state];
  const { rowNumber, orderId, orderNumber, reason, note } = row;
  const offer = setting.offers.named.get(rowNumber);
  const order =
    orderId === null ? null : html` <a href="${orderAddress(orderId)}">${orderNumber}</a>`;
  const isAsSent = row.state === "unreadable" || row.readings !== null;
  const sent = isAsSent ? html` <q>${clip(row.cells.join(" "))}</q>` : null;
  const what = offer === undefined ? null : describeMeant(row, offer);
  const how = note === null ? null : html`<span class="sub">${clip(note)}</span>`;
  // After an offer the reason starts a new line.
  const text = reason === null ? null : clip(reason);
  const why = text === null || offer === undefined ? text : html`<p class="reason">${text}</p>`;
  const remedies = renderRemedies(row, setting);
  return html`${renderBadge(meaning, word)}${order}${sent}${what}${how} ${why}${remedies}`;
}

function formStateOf(row: RowOnPage, { refused }: RowSetting): FormState {
  const prefix = `row-${row.rowNumber}`;
  if (refused?.rowNumber === row.rowNumber) return { ...refused.state, prefix };
  const { partNumber, quantityText, quantity, condition } = row;
  const typed = quantity === null ? quantityText : String(quantity);
  const texts = { number: partNumber ?? "", quantity: typed, condition: condition ?? "" };
  return { ...freshForm(texts), prefix };
}

function renderFields(row: RowOnPage, setting: RowSetting): Content[] {
  if (row.state === "added") {
    return [row.partNumber, formatCount(row.quantity ?? 0), row.condition];
  }
  const state = formStateOf(row, setting);
  const form = `row-${row.rowNumber}-form`;
  const label = (what: string) => `${what} of row ${row.rowNumber}`;
  return [
    renderCellField(state, {
      name: "number",
      label: label("Part number"),
      form,
      code: true,
      width: 18,
      maxLength: 200,
    }),
    renderCellField(state, {
      name: "quantity",
      label: label("Quantity"),
      form,
      digits: true,
      width: 5,
      maxLength: 40,
    }),
    renderCellField(state, {
      name: "condition",
      label: label("Condition"),
      form,
      width: 2,
      maxLength: 40,
    }),
  ];
}

function renderRowForm(
  { rowNumber, state }: RowOnPage,
  { address, view }: RowSetting,
): Html | null {
  if (state === "added") return null;
  const hidden = Object.entries(view).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const save = renderButton({ text: "Save", label: `Save row ${rowNumber}` });
  const remove = html`<button class="button ghost danger" name="remove" value="yes"
 aria-label="Remove row ${rowNumber}">${renderIcon("x")}</button>`;
  return html`<form id="row-${rowNumber}-form" method="post"
 action="${address}/rows/${rowNumber}" data-once>${hidden}${save} ${remove}</form>`;
}

/** Enter presses the first button of a form, which must not be a remedy. */
function renderDefaultButton({ rowNumber, state }: RowOnPage): Html | null {
  return state === "added" ? null : html`<button form="row-${rowNumber}-form" hidden></button>`;
}

export function renderListRow(row: RowOnPage, setting: RowSetting): Row {
  const { rowNumber, lineTotal } = row;
  return {
    id: `row-${rowNumber}`,
    cells: [
      html`${formatCount(rowNumber)}${renderDefaultButton(row)}`,
      ...renderFields(row, setting),
      renderFindings(row, setting),
      lineTotal === null ? null : formatMoney(lineTotal),
      renderRowForm(row, setting),
    ],
  };
}

export type StateWords = {
  readonly word: string;
  readonly meaning: Meaning;
};

export const stateWords: Readonly<Record<RowState, StateWords>> = {
  waiting: { word: "Checking", meaning: "neutral" },
  ready: { word: "Ready", meaning: "good" },
  ambiguous: { word: "Several offers", meaning: "short" },
  not_found: { word: "Not found", meaning: "fault" },
  short: { word: "Not enough stock", meaning: "short" },
  bad_quantity: { word: "Wrong quantity", meaning: "short" },
  not_orderable: { word: "Not for sale", meaning: "fault" },
  on_request: { word: "Price on request", meaning: "short" },
  unreadable: { word: "Unreadable", meaning: "fault" },
  added: { word: "In a draft", meaning: "neutral" },
};
