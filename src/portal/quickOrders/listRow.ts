import { nameCertificates } from "../../catalog/nameCertificates.ts";
import type { Offer } from "../../catalog/offer.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDay } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { Row } from "../../html/table.ts";
import { formatMoney } from "../../price.ts";
import type { RowState } from "../../quickOrders/orderList.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { hasCertificate } from "../../quickOrders/written/certificateWish.ts";
import { isReworded } from "../../quickOrders/written/quantityText.ts";
import { findRowName } from "../../quickOrders/written/rowName.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import { formatResultsAddress, searchFor } from "../parts/resultsQuery.ts";
import { markTexts, textsOfRow } from "./readSentRows.ts";
import { describeOffer, findOnlyChoice, renderRemedies } from "./rowRemedies.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { texts } from "./texts.ts";

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function describeMeant({ unitPrice }: RowOnPage, offer: Offer): Html {
  const { title, partNumber, vendor, condition, unitOfMeasure } = offer;
  const price = unitPrice === null ? null : ` · ${formatMoney(unitPrice)} / ${unitOfMeasure}`;
  const part = html`<a href="${partAddress(partNumber)}">${title ?? partNumber}</a>`;
  return html` ${part} <span class="sub">${vendor} · ${condition}${price}</span>`;
}

/** A way to the parts that the name of a row may mean. */
function renderSearch(
  { state, cells, partNumber }: RowOnPage,
  { headers, listId }: RowSetting,
): Html | null {
  const name = state === "not_found" ? findRowName(headers, cells, partNumber) : null;
  if (name === null) return null;
  const shown = clip(name);
  const href = formatResultsAddress({ ...searchFor(shown), quickOrder: listId });
  return html` <a href="${href}">${texts.row.searchFor(shown)}</a>`;
}

/** What the buyer asked for, if the quantity that is ordered was reduced, rounded or reworded. */
function describeQuantity({ quantity, quantityText, askedQuantity }: RowOnPage): string | null {
  if (askedQuantity !== null) return texts.row.asked(formatCount(askedQuantity));
  if (quantity === null || !isReworded(quantityText)) return null;
  return texts.row.written(clip(quantityText));
}

/** A second row of an offer may be meant once: the offer is ordered for both. */
function describeSharing({ rowNumber, offerId, state }: RowOnPage, { sharing }: RowSetting) {
  if (offerId === null || state === "added") return null;
  const others = sharing.get(offerId)?.filter((row) => row !== rowNumber) ?? [];
  return others.length === 0 ? null : texts.row.sameOffer(texts.row.rows(others));
}

function describeCertificate(
  { certificate, state, reason }: RowOnPage,
  offer: Offer | undefined,
): string | null {
  if (certificate === null) return null;
  const names = nameCertificates(certificate);
  // A row that has to choose without it names it as its reason.
  if (state === "ambiguous" && reason?.includes(names) === true) return null;
  const isListed = offer === undefined || hasCertificate(offer, certificate);
  return isListed ? texts.row.certificate(names) : texts.row.otherCertificate(names);
}

/** Where a row can be ordered, if that is neither its offer nor in its reason. */
function describeOffered(row: RowOnPage, setting: RowSetting): string | null {
  const only = row.state === "ambiguous" ? findOnlyChoice(row, setting) : undefined;
  if (only !== undefined) return describeOffer(only);
  const conditions = setting.offers.conditions.get(row.rowNumber) ?? [];
  const isKnown = row.state === "unreadable" && !setting.offers.unknown.has(row.rowNumber);
  if (!isKnown || conditions.length === 0) return null;
  return texts.row.offeredIn(conditions.join(", "));
}

function describeNeed({ remark, neededBy }: RowOnPage): Html | null {
  if (remark === null && neededBy === null) return null;
  const day = neededBy === null ? null : html`${texts.row.neededBy} ${renderDay(neededBy)}. `;
  return html`${day}${remark === null ? null : texts.row.remark(remark)}`;
}

function renderFindings(row: RowOnPage, setting: RowSetting): Html {
  const { word: ofState, meaning } = stateWords[row.state];
  const word = row.orderStatus === null ? ofState : texts.added[row.orderStatus];
  const { rowNumber, orderId, orderNumber, reason, note } = row;
  const offer = setting.offers.named.get(rowNumber);
  const order =
    orderId === null ? null : html` <a href="${orderAddress(orderId)}">${orderNumber}</a>`;
  const isAsSent = row.state === "unreadable" || row.readings !== null;
  const sent = isAsSent ? html` <q>${clip(row.cells.join(" ").trim())}</q>` : null;
  const what = offer === undefined ? null : describeMeant(row, offer);
  const toNote = (one: Content) => one && html` <span class="sub">${one}</span>`;
  // Before the offer, whose long name may fill the two lines.
  const asked = [
    describeOffered(row, setting),
    describeQuantity(row),
    describeCertificate(row, offer),
    describeSharing(row, setting),
  ].map(toNote);
  const how = [note === null ? null : clip(note), describeNeed(row)].map(toNote);
  const why = reason === null ? null : html` <span class="why">${clip(reason)}</span>`;
  const search = renderSearch(row, setting);
  const badge = renderBadge(meaning, word);
  const all = html`${badge}${order}${why}${asked}${search}${sent}${what}${how}`;
  return html`<div class="findings"><div>${all}</div></div>`;
}

function formStateOf(row: RowOnPage, { refused }: RowSetting): FormState {
  const { rowNumber } = row;
  const { partNumber, quantity, condition } = textsOfRow(row);
  const shown = {
    [`number-${rowNumber}`]: partNumber,
    [`quantity-${rowNumber}`]: quantity,
    [`condition-${rowNumber}`]: condition,
  };
  return refused.get(rowNumber) ?? { ...freshForm(shown), prefix: "row" };
}

function renderFields(row: RowOnPage, setting: RowSetting): Content[] {
  if (row.state === "added") {
    return [row.partNumber, formatCount(row.quantity ?? 0), row.condition];
  }
  const { rowNumber } = row;
  const state = formStateOf(row, setting);
  const field = (name: string, label: string, width: number, maxLength: number) => ({
    name: `${name}-${rowNumber}`,
    label: texts.row.fieldOf(label, rowNumber),
    form: rowsForm,
    width,
    maxLength,
  });
  const was = html`<input type="hidden" name="was-${rowNumber}" form="${rowsForm}"
 value="${markTexts(textsOfRow(row))}">`;
  const number = { ...field("number", texts.row.partNumber, 18, 200), code: true };
  return [
    html`${was}${renderCellField(state, number)}`,
    renderCellField(state, { ...field("quantity", texts.row.quantity, 6, 40), digits: true }),
    renderCellField(state, field("condition", texts.row.condition, 3, 40)),
  ];
}

function renderActions(row: RowOnPage, setting: RowSetting): Html | null {
  const { rowNumber, state } = row;
  if (state === "added") return null;
  return html`<div class="fixes">${renderRemedies(row, setting)}<button class="button ghost danger"
 form="${rowsForm}" name="remove" value="${rowNumber}"
 aria-label="${texts.row.remove(rowNumber)}">${renderIcon("x")}</button></div>`;
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
  waiting: { word: texts.states.waiting, meaning: "neutral" },
  ready: { word: texts.states.ready, meaning: "good" },
  ambiguous: { word: texts.states.ambiguous, meaning: "short" },
  not_found: { word: texts.states.not_found, meaning: "fault" },
  other_condition: { word: texts.states.other_condition, meaning: "short" },
  short: { word: texts.states.short, meaning: "short" },
  bad_quantity: { word: texts.states.bad_quantity, meaning: "short" },
  not_orderable: { word: texts.states.not_orderable, meaning: "fault" },
  on_request: { word: texts.states.on_request, meaning: "short" },
  unreadable: { word: texts.states.unreadable, meaning: "fault" },
  added: { word: texts.states.added, meaning: "neutral" },
};
