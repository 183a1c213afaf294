// What a row can choose from: a button opens a panel with all of the row, a table of its offers,
// and a button for each. A popover: it needs no script, and Esc or a click beside it close it.
import { nameCertificates } from "../../../catalog/nameCertificates.ts";
import {
  describeLeadTime,
  describeTerms,
  nameOffer,
  onRequest,
  renderCertificates,
  renderStock,
  renderVendor,
} from "../../../components/offerCells.ts";
import { formatCount } from "../../../html/amount.ts";
import { renderDefinitions } from "../../../html/definitions.ts";
import { type Content, type Html, html } from "../../../html/html.ts";
import { renderIcon } from "../../../html/icons.ts";
import { renderDay } from "../../../html/moment.ts";
import { renderBadge } from "../../../html/notice.ts";
import { type Column, type Row, renderTable } from "../../../html/table.ts";
import { formatMoney, multiplyPrice } from "../../../price.ts";
import type { OfferChoice } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { writeRowRequest } from "../../../quickOrders/written/orderedQuantity.ts";
import { listAccepted } from "../../../reading/condition.ts";
import { partAddress } from "../../addresses.ts";
import { textsOfRow } from "../readSentRows.ts";
import { type RowSetting, rowsForm } from "../rowSetting.ts";
import { findCheapest, findOrdered, nameChoice } from "./offerChoice.ts";
import { texts } from "./texts.ts";

/** A remedy of a row: the value of its button, and its text. */
export type Remedy = { readonly value: string; readonly text: Content };

/** What a row can choose from: offers, of which there may be more, and other remedies. */
export type Proposals = {
  readonly offers: readonly OfferChoice[];
  readonly allOffers: number;
  readonly others: readonly Remedy[];
};

const words = texts.offers;

const termsColumn: Column = { title: words.terms, kind: "text", titled: true };
const columns: readonly Column[] = [
  { title: words.vendor, kind: "prose" },
  { title: words.condition, kind: "words", titled: true },
  { title: words.certificates, kind: "prose", titled: true },
  { title: words.stock, kind: "words", titled: true },
  termsColumn,
  { title: words.unitPrice, kind: "number" },
  { title: words.total, kind: "number" },
  { title: words.choose, kind: "actions" },
];

/**
 * What an offer costs in the quantity that is ordered of it, which is named if it differs. Nothing
 * if it has less in stock.
 */
function renderTotal(row: RowOnPage, choice: OfferChoice): Content {
  const ordered = findOrdered(row, choice);
  const price = ordered && choice.priceAt(ordered.quantity);
  const isShort = ordered !== null && choice.offer.stock < ordered.quantity;
  if (ordered === null || price === null || isShort) return null;
  const amount = formatCount(ordered.quantity);
  const { unitOfMeasure } = choice.offer;
  const of = ordered.isConverted ? texts.orders : words.of;
  const differs = ordered.isConverted || ordered.quantity !== row.quantity;
  const quantity = differs && html` <span class="sub">${of(amount, unitOfMeasure)}</span>`;
  return html`${formatMoney(multiplyPrice(price, ordered.quantity))}${quantity}`;
}

function isAny({ terms: { minQuantity, multiple } }: OfferChoice): boolean {
  return minQuantity === 1 && multiple === 1;
}

/** The button that chooses an offer; the offer that the row has says so instead. */
function renderChoose(row: RowOnPage, choice: OfferChoice, setting: RowSetting): Html {
  const { offer } = choice;
  if (offer.offerId === row.offerId) return html`<span class="quiet">${words.chosen}</span>`;
  const value = nameChoice(row, choice, setting).join(":");
  return html`<button class="button plain" form="${rowsForm}" name="fix"
 value="${row.rowNumber}:${value}" aria-label="${words.chooseOf(nameOffer(offer))}">${
   words.choose
 }</button>`;
}

function renderOffer(
  row: RowOnPage,
  choice: OfferChoice,
  { isCheapest, hasTerms }: { readonly isCheapest: boolean; readonly hasTerms: boolean },
  setting: RowSetting,
): Row {
  const { offer, terms, unitPrice } = choice;
  const ordered = findOrdered(row, choice);
  const price = ordered === null ? unitPrice : choice.priceAt(ordered.quantity);
  const days = offer.leadTimeDays;
  const lead =
    days !== null && html` <span class="sub">${describeLeadTime(days, offer.stock)}</span>`;
  const mark = isCheapest && html` ${renderBadge("good", words.cheapest)}`;
  return {
    chosen: offer.offerId === row.offerId,
    cells: [
      html`${renderVendor(offer)}${mark}`,
      offer.condition,
      renderCertificates(offer),
      html`${renderStock(offer, ordered?.quantity)}${lead}`,
      ...(hasTerms ? [isAny(choice) ? null : describeTerms(terms)] : []),
      price === null ? onRequest : `${formatMoney(price)} / ${offer.unitOfMeasure}`,
      renderTotal(row, choice),
      renderChoose(row, choice, setting),
    ],
  };
}

function renderOffers(row: RowOnPage, { offers, allOffers }: Proposals, setting: RowSetting) {
  if (offers.length === 0) return null;
  // It may be one that is not shown.
  const cheapest = findCheapest(row, setting.offers);
  const choices = setting.offers.choices.get(row.rowNumber) ?? [];
  const compared = [...choices.filter(({ offer }) => offer.offerId === row.offerId), ...offers];
  const hasTerms = !compared.every(isAny);
  const table = renderTable({
    caption: words.caption(row.rowNumber),
    columns: columns.filter((column) => hasTerms || column !== termsColumn),
    rows: compared.map((one) =>
      renderOffer(row, one, { isCheapest: one === cheapest, hasTerms }, setting),
    ),
  });
  const more =
    allOffers > offers.length &&
    html`<p class="hint">${words.more(formatCount(offers.length), formatCount(allOffers))}</p>\n`;
  return html`${table}${more}`;
}

function renderOthers({ rowNumber }: RowOnPage, { others }: Proposals): Html | null {
  if (others.length === 0) return null;
  const points = others.map(
    ({ value, text }) => html`<li><button class="button plain" form="${rowsForm}" name="fix"
 value="${rowNumber}:${value}">${text}</button></li>\n`,
  );
  return html`<ul>
${points}</ul>
`;
}

/** Everything of the row, which its line may have no room for. */
function renderRequested(row: RowOnPage): Html {
  const { certificate, condition, neededBy, remark, reason } = row;
  const accepted = listAccepted(condition);
  const definitions = renderDefinitions([
    { term: texts.quantity, value: textsOfRow(row).quantity || null },
    { term: texts.condition, value: accepted.join(" or ") || null },
    { term: words.certificate, value: certificate === null ? null : nameCertificates(certificate) },
    { term: texts.neededBy, value: neededBy === null ? null : renderDay(neededBy) },
    { term: words.requested, value: writeRowRequest(row).join(" · ") || null },
    { term: words.remark, value: remark },
  ]);
  return html`${definitions}${reason !== null && html`<p>${reason}</p>\n`}`;
}

function nameButton({ offers, others }: Proposals, isChosen: boolean): string {
  if (offers.length === 0) return words.openOthers(others.length);
  if (others.length > 0) return words.openOthers(offers.length + others.length);
  return (isChosen ? words.openOther : words.open)(offers.length);
}

/** The button that opens the panel; `isChosen`: the row has an offer already. */
export function renderPanelButton(
  { rowNumber }: RowOnPage,
  proposals: Proposals,
  isChosen: boolean,
): Html {
  const text = nameButton(proposals, isChosen);
  return html`<button class="button plain" type="button" popovertarget="offers-${rowNumber}"
 aria-label="${words.openOf(text, rowNumber)}">${text}</button>`;
}

export function renderPanel(row: RowOnPage, proposals: Proposals, setting: RowSetting): Html {
  const { rowNumber, partNumber } = row;
  const id = `offers-${rowNumber}`;
  const isPart = partNumber !== null && proposals.offers.length > 0;
  const title = isPart ? html`<a href="${partAddress(partNumber)}">${partNumber}</a>` : partNumber;
  return html`<div class="offers" id="${id}" popover tabindex="-1" autofocus role="dialog"
 aria-label="${words.title(rowNumber)}">
<header><h2>${texts.row(rowNumber)} <span class="pn">${title}</span></h2><button
 class="button ghost" type="button" popovertarget="${id}" popovertargetaction="hide"
 aria-label="${words.close}">${renderIcon("x")}</button></header>
${renderRequested(row)}${renderOffers(row, proposals, setting)}${renderOthers(row, proposals)}</div>
`;
}
