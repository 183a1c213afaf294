import type { Offer } from "../../catalog/offer.ts";
import { stateWords } from "../../components/listRows.ts";
import { listTexts } from "../../components/listTexts.ts";
import { renderShortCertificates } from "../../components/offerCells.ts";
import { describeLateDay } from "../../components/orderLines.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCellField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import type { Row } from "../../html/table.ts";
import { findLateDay, findLeadTimeEnd, type LateDay } from "../../orders/lineInstructions.ts";
import { formatMoney } from "../../price.ts";
import { isAsSent } from "../../quickOrders/loadRowOffers.ts";
import { isPartInDoubt, type RowOnPage } from "../../quickOrders/pageQueries.ts";
import { writeRowRequest } from "../../quickOrders/written/orderedQuantity.ts";
import { listMeantDays } from "../../quickOrders/written/rowInstructions.ts";
import { findRowName } from "../../quickOrders/written/rowName.ts";
import type { ListCodes } from "../../reading/condition.ts";
import { readLine } from "../../reading/line.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import { formatResultsAddress, searchFor } from "../parts/resultsQuery.ts";
import { describeRowQuote, renderRequested, renderRowQuote } from "./quoteRows.ts";
import { markTexts, textsOfRow } from "./readSentRows.ts";
import { findOnlyChoice, renderRemedies } from "./rowRemedies.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { describeBlocked } from "./rows/describeBlocked.ts";
import {
  clip,
  describeCertificate,
  describeConditions,
  describeListed,
  describeQuantity,
  maxConditionWidth,
} from "./rows/describeWish.ts";
import { describeChoice } from "./rows/offerChoice.ts";
import { renderOtherPart } from "./rows/otherParts.ts";
import { findHeight, namesRows, shortenReason } from "./rows/shownReason.ts";
import { warnOfDay } from "./rows/unclearDay.ts";
import { describeSplit } from "./splitText.ts";
import { texts } from "./texts.ts";

/** The text of a row as it was sent, with its number, quantity and condition underlined. */
function renderUnderstood(text: string, codes: ListCodes): Html {
  const [reading] = readLine(text, codes);
  const spans = (reading?.spans ?? []).toSorted((one, other) => one.start - other.start);
  const pieces = spans.map(({ start, end }, at) => {
    const before = text.slice(spans[at - 1]?.end ?? 0, start);
    return html`${before}<u>${text.slice(start, end)}</u>`;
  });
  return html`<q>${pieces}${text.slice(spans.at(-1)?.end ?? 0)}</q>`;
}

/** When there is more of a row's offer: as a day too, to compare it with that of the row. */
function describeLead({ neededBy }: RowOnPage, stock: number, days: number, now: Date): Content {
  if (neededBy === null) return (stock > 0 ? listTexts.moreIn : listTexts.leadTime)(days);
  const end = renderDay(findLeadTimeEnd(days, now));
  return stock > 0 ? listTexts.moreBy(end) : listTexts.leadTimeUntil(days, end);
}

/** The stock of a row's offer and when there is more, unless reason or warning have it. */
function describeStock(
  row: RowOnPage,
  { stock, leadTimeDays }: Offer,
  late: LateDay | null,
  now: Date,
): Content {
  const amount = row.state === "short" ? null : texts.row.inStock(formatCount(stock));
  const isStated = leadTimeDays === null || late?.kind === "lead time";
  const lead = isStated ? null : describeLead(row, stock, leadTimeDays, now);
  return amount !== null && lead !== null ? html`${amount}, ${lead}` : (amount ?? lead);
}

/** What a row orders. */
function describeMeant(
  row: RowOnPage,
  offer: Offer,
  { offers, now }: RowSetting,
  late: LateDay | null,
): Html {
  const { condition, unitOfMeasure, certificate } = offer;
  const price = row.unitPrice ?? offers.prices.get(row.rowNumber);
  const papers = renderShortCertificates(certificate);
  const facts = [
    price && html`<span class="whole">${formatMoney(price)} / ${unitOfMeasure}</span>`,
    condition,
    papers && html`<span class="whole">${papers}</span>`,
    row.state === "added" ? null : describeStock(row, offer, late, now),
  ].filter((fact) => fact);
  const joined = facts.map((fact, at) => (at === 0 ? fact : html` · ${fact}`));
  return html` <span class="sub">${joined}.</span>`;
}

/** A remark to the state of a row. */
function toNote(one: Content): Content {
  return one && html` <span class="sub">${one}</span>`;
}

/** Other rows of the offer that a row orders, its vendor and its part. They may be cut. */
function renderSource(row: RowOnPage, setting: RowSetting): Html | null {
  const offer = setting.offers.named.get(row.rowNumber);
  if (offer === undefined) return null;
  const { vendor, title, partNumber } = offer;
  const sharing = toNote(describeSharing(row, setting));
  return html`${sharing} <span class="sub">${texts.row.from(vendor)}</span>
 <a href="${partAddress(partNumber)}">${title ?? partNumber}</a>`;
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

function renderState(row: RowOnPage, setting: RowSetting): Html {
  const { state, orderStatus } = row;
  const { word, meaning } = stateWords[state];
  const requested = renderRequested(row, setting);
  if (requested !== null) return requested;
  if (isPartInDoubt(row)) return renderBadge(meaning, texts.row.checkPart);
  return renderBadge(meaning, orderStatus === null ? word : texts.added[orderStatus]);
}

/** A second row of an offer may be meant once: the offer is ordered for both. */
function describeSharing({ rowNumber, offerId, state, reason }: RowOnPage, setting: RowSetting) {
  if (offerId === null || state === "added" || namesRows(reason)) return null;
  const others = setting.sharing.get(offerId)?.filter((row) => row !== rowNumber) ?? [];
  return others.length === 0 ? null : texts.row.sameOffer(texts.row.rows(others));
}

/** Where a row can be ordered, if that is neither its offer nor in its reason. */
function describeOffered(row: RowOnPage, setting: RowSetting): string | null {
  const only = row.state === "ambiguous" ? findOnlyChoice(row, setting) : undefined;
  if (only !== undefined) return describeChoice(row, only, setting);
  const conditions = setting.offers.conditions.get(row.rowNumber) ?? [];
  const isKnown = row.state === "unreadable" && !setting.offers.unknown.has(row.rowNumber);
  if (!isKnown || conditions.length === 0) return null;
  return texts.row.offeredIn(conditions.join(", "));
}

/** Why the needed-by day of a row is too early; null if it is not, or if no offer is meant. */
function findLate({ state, rowNumber, quantity, neededBy }: RowOnPage, setting: RowSetting) {
  const offer = setting.offers.named.get(rowNumber);
  if (state === "added") return null;
  const isInStock = state !== "short" && (quantity ?? 1) <= (offer?.stock ?? 0);
  const leadTimeDays = offer?.leadTimeDays ?? null;
  return findLateDay({ neededBy, isInStock, leadTimeDays }, setting.now);
}

function describeDay({ neededBy }: RowOnPage, late: LateDay | null): Html | null {
  if (neededBy === null) return null;
  const why = late && html` ${describeLateDay(late)}`;
  return html`${texts.row.neededBy} ${renderDay(neededBy)}.${why}`;
}

/** What is requested and not known is only sent on, so a person has to know. */
function warnOfWishes({ unread: { certificate, condition }, state }: RowOnPage): Html[] {
  if (state === "added") return [];
  const sentences = [
    certificate === undefined ? [] : texts.row.unknownCertificate(clip(certificate)),
    condition === undefined ? [] : texts.row.unknownCondition(clip(condition)),
  ].flat();
  return sentences.map((one) => html`<span class="short">${one}</span>`);
}

/** What a row asks for that neither its fields nor a warning show. */
function describeRequest(row: RowOnPage, { now }: RowSetting): string | null {
  const { unread, state } = row;
  const isWarned = unread.day === undefined || listMeantDays(unread, now).length > 0;
  const shown = isWarned ? {} : { day: unread.day };
  const facts = writeRowRequest(state === "added" ? row : { ...row, unread: shown });
  return facts.length === 0 ? null : `${clip(facts.join(". "))}.`;
}

/** The remark of a row after its day, which is elsewhere if it is too early. */
function describeNeed({ remark }: RowOnPage, day: Html | null): Html | null {
  if (remark === null) return day;
  return html`${day && html`${day} `}${texts.row.remark(remark)}`;
}

/** How a row is split over two offers, or why it is not. */
function describeSplitting(row: RowOnPage, { splits, blocked }: RowSetting): Content {
  const split = splits.get(row.rowNumber);
  const none = blocked.get(row.rowNumber);
  if (split !== undefined) return describeSplit(split);
  return none === undefined
    ? null
    : html`<span class="blocked">${describeBlocked(none, row)}</span>`;
}

/** What a row asks for and its offer, without what may be cut. */
function renderFacts(row: RowOnPage, setting: RowSetting): Html {
  const { rowNumber, note, cells } = row;
  const offer = setting.offers.named.get(rowNumber);
  const late = findLate(row, setting);
  const day = describeDay(row, late);
  const warnings = [
    late === null ? null : day,
    warnOfDay(row, setting.now),
    ...warnOfWishes(row),
  ].map(toNote);
  const asked = [
    describeSplitting(row, setting),
    describeOffered(row, setting),
    describeQuantity(row),
    describeRequest(row, setting),
    describeListed(row, offer),
    describeConditions(row),
    describeCertificate(row, offer),
  ].map(toNote);
  const text = isAsSent(row) ? clip(cells.join(" ").replace(/\s+/g, " ").trim()) : null;
  const sent = text && html` ${renderUnderstood(text, setting.offers.codes)}`;
  const need = describeNeed(row, late === null ? day : null);
  const how = [note === null ? null : clip(note), need].map(toNote);
  const what = offer && describeMeant(row, offer, setting, late);
  return html`${warnings}${renderOtherPart(row, setting)}${what}${asked}${renderSearch(row, setting)}${sent}${how}`;
}

function renderFindings(row: RowOnPage, setting: RowSetting): Html {
  const { orderId, orderNumber } = row;
  const order = orderId && html` <a href="${orderAddress(orderId)}">${orderNumber}</a>`;
  const quote = toNote(describeRowQuote(row, setting));
  const reason = shortenReason(row, setting);
  const why = reason === null ? null : html` <span class="why">${clip(reason)}</span>`;
  const state = html`${renderState(row, setting)}${order}${quote}${why}`;
  const shown = html`${state}${renderFacts(row, setting)}`;
  const height = findHeight(shown);
  const source = renderSource(row, setting);
  return html`<div class="findings${height && ` ${height}`}"><div>${shown}${source}</div></div>`;
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

/** In characters: a condition is short, but one with certificates is not cut. */
function widthOf(condition: string): number {
  return Math.min(Math.max(condition.length, 3), maxConditionWidth);
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
  const shown = state.value(`condition-${rowNumber}`);
  const number = { ...field("number", texts.row.partNumber, 18, 200), code: true };
  return [
    html`${was}${renderCellField(state, number)}`,
    renderCellField(state, { ...field("quantity", texts.row.quantity, 6, 40), digits: true }),
    renderCellField(state, field("condition", texts.row.condition, widthOf(shown), 100)),
  ];
}

/** The total of a row, then what can be done with it. */
function renderActions(row: RowOnPage, setting: RowSetting): Html {
  const { rowNumber, state, lineTotal } = row;
  const total = lineTotal && html`<span class="total">${formatMoney(lineTotal)}</span>`;
  if (state === "added") {
    return html`<div class="fixes">${total}${renderRowQuote(row, setting)}</div>`;
  }
  const { buttons, panel } = renderRemedies(row, setting);
  return html`<div class="fixes">${total}${buttons}<button class="button ghost danger"
 form="${rowsForm}" name="remove" value="${rowNumber}"
 aria-label="${texts.row.remove(rowNumber)}">${renderIcon("x")}</button></div>${panel}`;
}

export function renderListRow(row: RowOnPage, setting: RowSetting): Row {
  const { rowNumber } = row;
  return {
    id: `row-${rowNumber}`,
    cells: [
      formatCount(rowNumber),
      ...renderFields(row, setting),
      renderFindings(row, setting),
      renderActions(row, setting),
    ],
  };
}
