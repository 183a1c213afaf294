// A row of a list as a line of the table: what it says, in fields that can be changed, what became
// of it, and what can be done about that by one click.
import { formatBareAmount, formatCount, formatMoney } from "../../html/amount.ts";
import { writeCellField } from "../../html/field.ts";
import { type FormState, freshForm, writeButton } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeBadge } from "../../html/notice.ts";
import type { Row } from "../../html/table.ts";
import type { OfferChoice, RowOffers } from "../../lists/loadRowOffers.ts";
import type { ShownRow } from "../../lists/pageQueries.ts";
import { describeReading } from "../../lists/resolveReadings.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import { stateWords } from "./stateWords.ts";

/** What a row is written with. `state` has what was typed, where that was refused. */
export type RowSetting = {
  readonly address: string;
  /** The view the row stands in, to which its form leads back. */
  readonly view: Readonly<Record<string, string>>;
  readonly offers: RowOffers;
  readonly mintPartId: (choice: OfferChoice) => string;
  readonly refused: { readonly rowNumber: number; readonly state: FormState } | null;
};

const mostChoices = 10;
const longestShown = 300;

function clip(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown).toWellFormed()}…`;
}

function describeOffer({ offer, unitPrice }: OfferChoice): string {
  const { vendor, condition, unitOfMeasure, stock } = offer;
  const price = `${formatMoney(unitPrice)} a ${unitOfMeasure}`;
  return `${vendor}, ${condition}, ${price}, ${formatCount(stock)} in stock`;
}

type RemedyButton = { readonly name: string; readonly value: string; readonly text: string };

/** What can be done about a row by one click. */
function listRemedies(row: ShownRow, setting: RowSetting): RemedyButton[] {
  const { rowNumber, nearestQuantity, readings, suggestions } = row;
  const choices = setting.offers.choices.get(rowNumber) ?? [];
  return [
    ...choices.slice(0, mostChoices).map((choice) => ({
      name: "offer",
      value: setting.mintPartId(choice),
      text: describeOffer(choice),
    })),
    ...(row.state === "ambiguous" ? (readings ?? []) : []).map((reading, index) => ({
      name: "reading",
      value: String(index),
      text: describeReading(reading),
    })),
    ...suggestions.map((partNumber) => ({
      name: "instead",
      value: partNumber,
      text: `Use ${partNumber}`,
    })),
    ...(nearestQuantity === null
      ? []
      : [
          {
            name: "nearest",
            value: String(nearestQuantity),
            text: `Order ${formatCount(nearestQuantity)}`,
          },
        ]),
  ];
}

function writeRemedies(row: ShownRow, setting: RowSetting): Html | null {
  const remedies = listRemedies(row, setting);
  if (remedies.length === 0) return null;
  const form = `row-${row.rowNumber}-form`;
  return html`<div class="remedies">${remedies.map(
    ({ name, value, text }) =>
      html`<button class="button plain" form="${form}" name="${name}" value="${value}">${text}</button>\n`,
  )}</div>`;
}

/** What became of a row: its state, what it means, and why it is not ready. */
function writeFindings(row: ShownRow, setting: RowSetting): Html {
  const { word, meaning } = stateWords[row.state];
  const offer = setting.offers.meant.get(row.rowNumber);
  const what =
    offer === undefined
      ? null
      : html` ${offer.title} <span class="quiet">${offer.vendor}, ${offer.condition}</span>`;
  const order =
    row.orderId === null
      ? null
      : html` <a href="/orders/${row.orderId}">${shortOrderId(row.orderId)}</a>`;
  const isAsSent = row.partNumber === null || row.readings !== null;
  const sent = isAsSent ? html` <q>${clip(row.cells.join(" "))}</q>` : null;
  return html`${writeBadge(meaning, word)}${order}${sent}${what}${
    row.reason === null ? null : html` ${clip(row.reason)}`
  }${row.note === null ? null : html` <span class="quiet">${clip(row.note)}</span>`}${writeRemedies(
    row,
    setting,
  )}`;
}

function formStateOf(row: ShownRow, { refused }: RowSetting): FormState {
  const prefix = `row-${row.rowNumber}`;
  if (refused?.rowNumber === row.rowNumber) return { ...refused.state, prefix };
  const { partNumber, quantityText, quantity, condition } = row;
  const typed = quantity === null ? quantityText : String(quantity);
  const texts = { number: partNumber ?? "", quantity: typed, condition: condition ?? "" };
  return { ...freshForm(texts), prefix };
}

function writeFields(row: ShownRow, setting: RowSetting): Content[] {
  if (row.state === "added") {
    return [row.partNumber, formatCount(row.quantity ?? 0), row.condition];
  }
  const state = formStateOf(row, setting);
  const form = `row-${row.rowNumber}-form`;
  const label = (what: string) => `${what} of row ${row.rowNumber}`;
  return [
    writeCellField(state, {
      ...{ name: "number", label: label("Part number"), form, code: true, width: 16 },
      maxLength: 200,
    }),
    writeCellField(state, {
      ...{ name: "quantity", label: label("Quantity"), form, digits: true, width: 6 },
      maxLength: 40,
    }),
    writeCellField(state, {
      ...{ name: "condition", label: label("Condition"), form, width: 3, maxLength: 40 },
    }),
  ];
}

function writeRowForm({ rowNumber, state }: ShownRow, { address, view }: RowSetting): Html | null {
  if (state === "added") return null;
  const hidden = Object.entries(view).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const save = writeButton({ text: "Save", label: `Save row ${rowNumber}` });
  const remove = writeButton({
    ...{ text: "Remove", name: "remove", value: "yes", label: `Remove row ${rowNumber}` },
  });
  return html`<form id="row-${rowNumber}-form" method="post" action="${address}/rows/${rowNumber}" data-once>${hidden}${save} ${remove}</form>`;
}

/** The button that Enter in a field presses: the first of a form, which must not be a remedy. */
function writeDefaultButton({ rowNumber, state }: ShownRow): Html | null {
  return state === "added" ? null : html`<button form="row-${rowNumber}-form" hidden></button>`;
}

/** A row of the table, with its form. */
export function writeListRow(row: ShownRow, setting: RowSetting): Row {
  const { rowNumber, unitPrice, lineTotal } = row;
  return {
    id: `row-${rowNumber}`,
    cells: [
      html`${formatCount(rowNumber)}${writeDefaultButton(row)}`,
      ...writeFields(row, setting),
      writeFindings(row, setting),
      unitPrice === null ? null : formatBareAmount(unitPrice),
      lineTotal === null ? null : formatMoney(lineTotal),
      writeRowForm(row, setting),
    ],
  };
}
