import type { Offer } from "../../catalog/offer.ts";
import { describeManufacturer } from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellField, renderCellSelect } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
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
import { markTexts, textsOfRow } from "./rowTexts.ts";
import type { RefusedRows } from "./saveRows.ts";

/** What rows are rendered with. */
export type RowSetting = {
  readonly offers: RowOffers;
  readonly mintPartId: (choice: OfferChoice) => string;
  readonly refused: RefusedRows;
};

/** The id of the form of all rows of a page. */
export const rowsForm = "rows";

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

type Remedy = { readonly value: string; readonly text: string };

function listRemedies(row: RowOnPage, setting: RowSetting): Remedy[] {
  const { rowNumber, nearestQuantity, readings, suggestions } = row;
  const choices = setting.offers.choices.get(rowNumber) ?? [];
  const possible = row.state === "ambiguous" ? (readings ?? []) : [];
  const nearest = nearestQuantity === null ? [] : [nearestQuantity];
  const remedy = (name: string, value: string, text: string) => ({
    value: `${name}:${value}`,
    text,
  });
  return [
    ...choices
      .slice(0, maxChoices)
      .map((one) => remedy("offer", setting.mintPartId(one), describeOffer(one))),
    ...possible.map((one, index) => remedy("reading", String(index), describeReading(one))),
    ...nearest.map((one) => remedy("nearest", String(one), `Order ${formatCount(one)}`)),
    ...suggestions.map((one) => remedy("instead", one, `Use ${one}`)),
  ];
}

/** One remedy is a button, several are a choice. */
function renderRemedies(row: RowOnPage, setting: RowSetting): Html | null {
  const remedies = listRemedies(row, setting);
  const [only] = remedies;
  if (only === undefined) return null;
  const { rowNumber } = row;
  if (remedies.length === 1 && !only.value.startsWith("offer")) {
    return html`<button class="button primary" form="${rowsForm}" name="fix"
 value="${rowNumber}:${only.value}">${only.text}</button>`;
  }
  const options = [{ value: "", text: `Choose one of ${remedies.length}` }, ...remedies];
  const state = { ...freshForm(), prefix: "row" };
  const label = `Choice for row ${rowNumber}`;
  return renderCellSelect(state, { name: `choice-${rowNumber}`, label, options, form: rowsForm });
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
  const sent = isAsSent ? html` <q>${clip(row.cells.join(" ").trim())}</q>` : null;
  const what = offer === undefined ? null : describeMeant(row, offer);
  const how = note === null ? null : html` <span class="sub">${clip(note)}</span>`;
  const why = reason === null ? null : html` <span class="why">${clip(reason)}</span>`;
  return html`<div class="findings">${renderBadge(meaning, word)}${order}${why}${sent}${what}${how}
</div>`;
}

function formStateOf(row: RowOnPage, { refused }: RowSetting): FormState {
  const { rowNumber } = row;
  const { partNumber, quantity, condition } = textsOfRow(row);
  const texts = {
    [`number-${rowNumber}`]: partNumber,
    [`quantity-${rowNumber}`]: quantity,
    [`condition-${rowNumber}`]: condition,
  };
  return refused.get(rowNumber) ?? { ...freshForm(texts), prefix: "row" };
}

function renderFields(row: RowOnPage, setting: RowSetting): Content[] {
  if (row.state === "added") {
    return [row.partNumber, formatCount(row.quantity ?? 0), row.condition];
  }
  const { rowNumber } = row;
  const state = formStateOf(row, setting);
  const field = (name: string, label: string, width: number, maxLength: number) => ({
    name: `${name}-${rowNumber}`,
    label: `${label} of row ${rowNumber}`,
    form: rowsForm,
    width,
    maxLength,
  });
  const was = html`<input type="hidden" name="was-${rowNumber}" form="${rowsForm}"
 value="${markTexts(textsOfRow(row))}">`;
  const number = { ...field("number", "Part number", 18, 200), code: true };
  return [
    html`${was}${renderCellField(state, number)}`,
    renderCellField(state, { ...field("quantity", "Quantity", 6, 40), digits: true }),
    renderCellField(state, field("condition", "Condition", 3, 40)),
  ];
}

function renderActions(row: RowOnPage, setting: RowSetting): Html | null {
  const { rowNumber, state } = row;
  if (state === "added") return null;
  return html`<div class="fixes">${renderRemedies(row, setting)}<button class="button ghost danger"
 form="${rowsForm}" name="remove" value="${rowNumber}"
 aria-label="Remove row ${rowNumber}">${renderIcon("x")}</button></div>`;
}

export function renderListRow(row: RowOnPage, setting: RowSetting): Row {
  const { rowNumber, lineTotal } = row;
  return {
    id: `row-${rowNumber}`,
    cells: [
      formatCount(rowNumber),
      ...renderFields(row, setting),
      renderFindings(row, setting),
      lineTotal === null ? null : formatMoney(lineTotal),
      renderActions(row, setting),
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
  other_condition: { word: "Other condition", meaning: "short" },
  short: { word: "Not enough stock", meaning: "short" },
  bad_quantity: { word: "Wrong quantity", meaning: "short" },
  not_orderable: { word: "Not for sale", meaning: "fault" },
  on_request: { word: "Price on request", meaning: "short" },
  unreadable: { word: "Unreadable", meaning: "fault" },
  added: { word: "In a draft", meaning: "neutral" },
};
