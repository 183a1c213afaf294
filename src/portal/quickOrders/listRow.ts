// A row of a list: its part, the offer that it orders or what is proposed instead, and what makes it
// orderable. One or two lines high; the rest is in its panel.

import { nameCertificates } from "../../catalog/nameCertificates.ts";
import { stateWords } from "../../components/listRows.ts";
import {
  describeLeadTime,
  renderShortCertificates,
  renderStock,
} from "../../components/offerCells.ts";
import { formatDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { capitalize } from "../../html/capitalize.ts";
import { renderCellField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDay } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import type { Row } from "../../html/table.ts";
import { findLateDay, firstNeededDay } from "../../orders/lineInstructions.ts";
import type { OrderStatus } from "../../orders/order.ts";
import { describeLateDay } from "../../orders/sharedLines.ts";
import { formatMoney } from "../../price.ts";
import { type Fix, planFixes } from "../../quickOrders/fixes/planFixes.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import { isPartInDoubt, type RowOnPage } from "../../quickOrders/pageQueries.ts";
import { findListedNumber } from "../../quickOrders/planDrafts.ts";
import type { LoadedFacts, OfferChoice, RowFacts } from "../../quickOrders/rowFacts.ts";
import { markTexts, textsOfRow } from "../../quickOrders/rowTexts.ts";
import { hasCertificate } from "../../quickOrders/supply/wantedCertificate.ts";
import { findAlternates, splitAlternates } from "../../quickOrders/written/alternates.ts";
import { listMeantDays } from "../../quickOrders/written/rowInstructions.ts";
import { findRowName } from "../../quickOrders/written/rowName.ts";
import { type ListCodes, listAccepted } from "../../reading/condition.ts";
import { readLine } from "../../reading/line.ts";
import { isReworded } from "../../reading/quantity.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import { formatResultsAddress, searchFor } from "../parts/resultsQuery.ts";
import { describeSplit, renderFix, rowsForm } from "./fixWords.ts";
import { describeRowQuote, type QuoteRows, renderRequested, renderRowQuote } from "./quoteRows.ts";
import { renderPanel } from "./rowPanel.ts";

/** What rows are rendered with; `refused` has what was typed and not stored, by row. */
export type RowSetting = {
  readonly listId: ListId;
  readonly facts: LoadedFacts;
  readonly refused: ReadonlyMap<number, FormState>;
  /** The headers of the list, for what else its cells say. */
  readonly headers: readonly string[];
  readonly quotes: QuoteRows;
  readonly now: Date;
};

const addedWords: Readonly<Record<OrderStatus, string>> = {
  draft: "In a draft",
  confirmed: "Ordered",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function sub(content: Content): Html | null {
  return content ? html` <span class="sub">${content}</span>` : null;
}

/** The text of a row as it was sent, with its number, quantity and condition underlined. */
function renderUnderstood({ cells }: RowOnPage, codes: ListCodes): Html {
  const text = clip(cells.join(" ").replace(/\s+/g, " ").trim());
  const [reading] = readLine(text, codes);
  const spans = (reading?.spans ?? []).toSorted((one, other) => one.start - other.start);
  const pieces = spans.map(({ start, end }, at) => {
    const before = text.slice(spans[at - 1]?.end ?? 0, start);
    return html`${before}<u>${text.slice(start, end)}</u>`;
  });
  return html`<q>${pieces}${text.slice(spans.at(-1)?.end ?? 0)}</q>`;
}

/** What the cells of a row show: the offer that it orders, or else the only one that it can. */
type Shown = { readonly choice: OfferChoice | null; readonly isOrdered: boolean };

function findShown({ named, choices, suggested }: RowFacts): Shown {
  if (named !== null) return { choice: named, isOrdered: true };
  const [only, ...others] = choices.length > 0 ? choices : suggested.map(({ choice }) => choice);
  return { choice: others.length > 0 ? null : (only ?? null), isOrdered: false };
}

/** In characters; a longer name is cut at its first comma. */
const maxNameLength = 30;

function shortenName(name: string): string {
  const [first = name] = name.split(", ");
  return name.length > maxNameLength ? first : name;
}

function linkPart(partNumber: string, name: string): Html {
  return html`<a href="${partAddress(partNumber)}" title="${name}">${shortenName(name)}</a>`;
}

/** The only part that is suggested, unless it succeeds the row's own part, which is named. */
function describeOther(
  { cells, state }: RowOnPage,
  { suggested }: RowFacts,
  { headers }: RowSetting,
): Html | null {
  const [only, ...more] = suggested;
  if (only === undefined || more.length > 0) return null;
  const { partNumber, isMeant, offer } = only;
  if (isMeant && state !== "not_found") return null;
  const listed = splitAlternates(cells[findAlternates(headers) ?? -1] ?? "");
  const isAlternate = only.isAlternate || listed.includes(partNumber);
  const similar = isMeant ? null : "Similar: ";
  const name = offer?.title ?? null;
  return html`${isAlternate ? "Alternate: " : similar}${linkPart(partNumber, partNumber)}${
    name === null ? null : `, ${shortenName(name)}`
  }`;
}

/** A way to the parts that the name of a row may mean; null if it has none. */
function renderSearch({ state, cells, partNumber }: RowOnPage, setting: RowSetting): Html | null {
  const name = state === "not_found" ? findRowName(setting.headers, cells, partNumber) : null;
  if (name === null) return null;
  const href = formatResultsAddress({ ...searchFor(clip(name)), quickOrder: setting.listId });
  return html`<a href="${href}">Search "${clip(name)}"</a>`;
}

/** The name of the part, or what may be meant. */
function describePart(row: RowOnPage, facts: RowFacts, setting: RowSetting): Content {
  const { named, choices, ended } = facts;
  if (row.state === "unreadable") return renderUnderstood(row, setting.facts.codes);
  const offer = named?.offer ?? choices[0]?.offer ?? ended;
  const number = findListedNumber(row.listed, offer?.partNumber ?? row.partNumber);
  const was = number === null ? null : html` Listed as ${clip(number)}.`;
  const other = describeOther(row, facts, setting);
  if (other !== null) return other;
  if (offer === null) return renderSearch(row, setting) ?? was;
  return html`${linkPart(offer.partNumber, offer.title ?? offer.partNumber)}${was}`;
}

/** What a row asks for, unless its offer has it. */
function describeWish(row: RowOnPage, choice: OfferChoice | null): string | null {
  const { condition, certificate, state } = row;
  const isMet = choice !== null && hasCertificate(choice.offer, certificate);
  if (state === "unreadable") return null;
  const papers = certificate === null || isMet ? [] : nameCertificates(certificate);
  const accepted = choice === null ? listAccepted(condition) : [];
  const wanted = [accepted.length === 0 ? [] : accepted.join(" or "), papers].flat();
  if (wanted.length === 0) return null;
  return `Requested: ${wanted.join(", ")}`;
}

/** What is requested and not known is only sent on, so a person has to know. */
function warnOfUnread({ unread, state }: RowOnPage, now: Date): Html[] {
  if (state === "added") return [];
  const { certificate, condition, day } = unread;
  const meant = listMeantDays(unread, now);
  const possible = meant.filter((one) => one >= firstNeededDay(now));
  const why =
    possible.length === 0
      ? "has passed. It is sent as it is."
      : `may be ${possible.map((one) => formatDay(new Date(one))).join(" or ")}.`;
  const sentences = [
    certificate === undefined
      ? []
      : `Certificate “${clip(certificate)}” isn't known: sent as written.`,
    condition === undefined ? [] : `Condition “${clip(condition)}” isn't known: sent as written.`,
    day === undefined || meant.length === 0 ? [] : `Date “${clip(day)}” ${why}`,
  ].flat();
  return sentences.map((one) => html`<span class="short">${one}</span>`);
}

function renderOffer(row: RowOnPage, { choice, isOrdered }: Shown, setting: RowSetting): Html {
  const about = [sub(describeWish(row, choice)), ...warnOfUnread(row, setting.now).map(sub)];
  if (choice === null) return html`${about}`;
  const { vendor, condition, certificate } = choice.offer;
  const papers = renderShortCertificates(certificate);
  const facts = html`${condition}${papers && html`, ${papers}`}`;
  const named = isOrdered ? vendor : html`<span class="quiet">${vendor}</span>`;
  return html`${named}${sub(html`<span class="whole">${facts}</span>`)}${about}`;
}

/** The stock of an offer, when there is more if it is not enough, and the day that is asked for. */
function renderSupply(row: RowOnPage, { choice }: Shown, now: Date): Content {
  const { neededBy, quantity, state } = row;
  if (state === "added") return null;
  const { stock = 0, leadTimeDays = null } = choice?.offer ?? {};
  const isInStock = state !== "short" && (quantity ?? 1) <= stock;
  const late = choice && findLateDay({ neededBy, isInStock, leadTimeDays }, now);
  const why = late === null ? null : html`. ${describeLateDay(late)}`;
  const day = neededBy && sub(html`By ${renderDay(neededBy)}${why}`);
  const isMore =
    choice !== null && leadTimeDays !== null && !isInStock && late?.kind !== "lead time";
  const lead = isMore ? sub(describeLeadTime(leadTimeDays, stock)) : null;
  return html`${choice && renderStock(choice.offer, quantity ?? 1)}${lead}${day}`;
}

/** What was asked for, if another quantity is ordered, or if it was reworded. */
function describeAsked(row: RowOnPage): string | null {
  const { askedQuantity, requestedQuantity, requestedUnit, quantity, quantityText } = row;
  if (requestedQuantity !== null)
    return `Requested: ${requestedQuantity} ${requestedUnit ?? ""}`.trim();
  if (askedQuantity !== null) return `Requested: ${formatCount(askedQuantity)}`;
  return quantity !== null && isReworded(quantityText) ? `“${clip(quantityText)}”` : null;
}

function renderPrice(row: RowOnPage, { choice, isOrdered }: Shown): Content {
  const price = row.unitPrice ?? choice?.unitPrice ?? null;
  if (price === null) return null;
  const unit = html`${formatMoney(price)}`;
  if (row.lineTotal !== null) {
    return html`<strong class="whole">${formatMoney(row.lineTotal)}</strong> <span class="sub whole">${unit}</span>`;
  }
  return html`<span class="${isOrdered ? "whole" : "quiet whole"}">${unit}</span>`;
}

/** Why a row is in its state, without the number that is beside it, and its first sentence. */
function describeReason({ reason, state, partNumber }: RowOnPage) {
  if (reason === null || state === "added") return null;
  const own = reason
    .replace(`Part ${partNumber} not found`, "Not found")
    .replace(`${partNumber}: `, "");
  const [first = own] = /^.*?[.?!](?= [\p{Lu}“]|$)/u.exec(own) ?? [];
  return { all: capitalize(own), first: capitalize(first) };
}

function renderState(row: RowOnPage, setting: RowSetting): Html {
  const { state, orderStatus, orderId, orderNumber } = row;
  const requested = renderRequested(row, setting);
  const quote = sub(describeRowQuote(row, setting));
  if (requested !== null) return html`${requested}${quote}`;
  if (orderStatus !== null && orderId !== null) {
    const link = html` <a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return html`${renderBadge("neutral", addedWords[orderStatus])}${link}${quote}`;
  }
  const { word, meaning } = stateWords[state];
  const reason = describeReason(row)?.first ?? null;
  if (state === "ready") return html`${sub(reason)}${quote}`;
  const title = isPartInDoubt(row) ? renderBadge(meaning, "Check the part") : null;
  return html`${title} <span class="why ${meaning}">${clip(reason ?? word)}</span>${quote}`;
}

/** Short fixes that are buttons of the row; the others are in its panel. */
const maxButtons = 3;

/** The fixes that a row shows as buttons; offers are compared in its panel. */
function listButtons(fixes: readonly Fix[], { suggested }: RowFacts, isNamed: boolean): Fix[] {
  const short = fixes.filter(({ kind }) => kind !== "offer" && kind !== "remove");
  const offers = fixes.filter(({ kind }) => kind === "offer");
  const isOne = offers.length === 1 && short.length === 0 && !isNamed;
  if (isOne) return offers;
  // Several parts are compared.
  const shown = suggested.length > 1 ? short.filter(({ kind }) => kind !== "number") : short;
  return shown.slice(0, maxButtons);
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

/** Other rows that would order the same offer: it may be meant once. */
function describeSharing({ rowNumber, offerId }: RowOnPage, { takers }: RowFacts): string | null {
  const others =
    offerId === null ? [] : (takers.get(offerId) ?? []).filter((one) => one !== rowNumber);
  if (others.length === 0) return null;
  return `Same offer as ${others.length === 1 ? "row" : "rows"} ${others.join(", ")}.`;
}

function renderFixes(row: RowOnPage, facts: RowFacts, state: FormState, setting: RowSetting): Html {
  const { rowNumber } = row;
  const { now } = setting;
  const fixes = planFixes(row, facts, { now, firstDay: firstNeededDay(now) });
  const buttons = listButtons(fixes, facts, row.offerId !== null);
  const rest = fixes.filter((one) => !buttons.includes(one) && one.kind !== "remove");
  const offers = rest.filter((one) => one.kind === "offer");
  const others = rest.filter((one) => one.kind !== "offer");
  const reason = describeReason(row);
  const more = [
    reason?.all === reason?.first ? null : reason?.all,
    row.note,
    facts.ended?.title,
    describeSharing(row, facts),
    renderRowQuote(row, setting),
  ];
  const { button, panel } = renderPanel(row, { offers, others }, facts, state, more);
  const isClear = buttons.length === 1 && offers.length + others.length === 0;
  // What may be another part is not the main thing to press.
  const isOther = buttons.some((fix) => fix.kind === "number" && !fix.part.isMeant);
  const look = isClear && !isOther ? "primary" : "plain";
  const shown = buttons.map((fix) => renderFix(rowNumber, fix, facts.named, look));
  const remove = html`<button class="button ghost danger" form="${rowsForm}" name="fix"
 value="${rowNumber}:remove" aria-label="Remove row ${rowNumber}">${renderIcon("x")}</button>`;
  const [first] = buttons;
  const pieces = first?.kind === "split" ? sub(describeSplit(first.split)) : null;
  return html`<div class="fixes">${renderState(row, setting)}${pieces}<span class="buttons">${shown}${button}${remove}</span></div>${panel}`;
}

export function renderListRow(row: RowOnPage, setting: RowSetting): Row {
  const { rowNumber, partNumber } = row;
  const facts = setting.facts.of(row);
  const shown = findShown(facts);
  const isAdded = row.state === "added";
  const state = formStateOf(row, setting);
  const field = (name: string, label: string) => ({
    name: `${name}-${rowNumber}`,
    label: `${label} of row ${rowNumber}`,
    form: rowsForm,
  });
  const number = renderCellField(state, {
    ...field("number", "Part number"),
    ...{ width: 18, maxLength: 200, code: true },
  });
  const quantity = renderCellField(state, {
    ...field("quantity", "Quantity"),
    ...{ width: 6, maxLength: 40, digits: true },
  });
  const was = html`<input type="hidden" name="was-${rowNumber}" form="${rowsForm}"
 value="${markTexts(textsOfRow(row))}">`;
  return {
    id: `row-${rowNumber}`,
    cells: [
      formatCount(rowNumber),
      html`${isAdded ? partNumber : html`${was}${number}`}${sub(describePart(row, facts, setting))}`,
      renderOffer(row, shown, setting),
      renderSupply(row, shown, setting.now),
      html`${isAdded ? formatCount(row.quantity ?? 0) : quantity}${sub(describeAsked(row))}`,
      renderPrice(row, shown),
      isAdded
        ? html`<div class="fixes">${renderState(row, setting)}${renderRowQuote(row, setting)}</div>`
        : renderFixes(row, facts, state, setting),
    ],
  };
}
