// Numbers suggested for a row that can be other parts, such as an alternate or the next size: a
// person compares them before they are ordered.
import { renderShortCertificates } from "../../../components/offerCells.ts";
import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import { formatMoney } from "../../../price.ts";
import type { SuggestedNumber } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { partAddress } from "../../addresses.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** The offer that is shown of a suggested number, if it has any. */
function findSuggestedOffer(suggested: SuggestedNumber | undefined, { offers }: RowSetting) {
  return suggested?.choice?.offer ?? offers.suggested.get(suggested?.partNumber ?? "");
}

/** Price, condition, certificates and stock of the offer that is shown of a suggested number. */
function renderOfferFacts(suggested: SuggestedNumber, setting: RowSetting): Html | null {
  const offer = findSuggestedOffer(suggested, setting);
  if (offer === undefined) return null;
  const { choice, others } = suggested;
  const price = choice?.unitPrice ?? null;
  const papers = renderShortCertificates(offer.certificate);
  const facts = [
    price === null ? null : `${formatMoney(price)} / ${offer.unitOfMeasure}`,
    offer.condition,
    papers && html`<span class="whole">${papers}</span>`,
    texts.inStock(formatCount(offer.stock)),
    others === 0 ? null : texts.otherOffers(others),
  ].filter((fact) => fact !== null);
  return html`${facts.map((fact, at) => (at === 0 ? html`${fact}` : html` · ${fact}`))}`;
}

/** The only suggestion of a row, if it can be another part. */
function findOnly({ rowNumber, suggestions }: RowOnPage, { offers }: RowSetting) {
  const [only] = offers.otherParts.get(rowNumber) ?? [];
  return suggestions.length === 1 ? only : undefined;
}

/** What a button says for a number that can be another part; undefined for other numbers. */
export function nameOtherPart(
  partNumber: string,
  row: RowOnPage,
  setting: RowSetting,
): Html | undefined {
  const all = setting.offers.otherParts.get(row.rowNumber);
  const one = all?.find((other) => other.partNumber === partNumber);
  if (one === undefined) return undefined;
  const use = (one.isAlternate ? texts.useAlternate : texts.use)(partNumber);
  if (isDescribed(row, setting)) return html`${use}`;
  const name = findSuggestedOffer(one, setting)?.title ?? partNumber;
  return html`${use}: ${name}, ${renderOfferFacts(one, setting)}`;
}

/** Whether the row describes its only suggestion, so that its button need not. */
export function isDescribed(row: RowOnPage, setting: RowSetting): boolean {
  return findOnly(row, setting) !== undefined && row.nearestQuantity === null;
}

/** The part of a row that is not for sale, and the only suggestion, if it can be another part. */
export function renderOtherPart(row: RowOnPage, setting: RowSetting): Html | null {
  const own = setting.offers.ended.get(row.rowNumber);
  const title = own?.title ?? null;
  const link =
    own && title !== null
      ? html` <span class="sub"><a href="${partAddress(own.partNumber)}">${title}</a>.</span>`
      : null;
  const only = isDescribed(row, setting) ? findOnly(row, setting) : undefined;
  if (only === undefined) return link;
  const { partNumber, isAlternate } = only;
  const name = findSuggestedOffer(only, setting)?.title ?? null;
  // The reason names a similar number.
  const shown = isAlternate ? partNumber : (name ?? partNumber);
  const linked = html`<a href="${partAddress(partNumber)}">${shown}</a>`;
  const named = isAlternate && name !== null && html`, ${name}`;
  return html`${link} <span class="sub">${
    isAlternate &&
    html`${texts.alternate}
 `
  }${linked}${named}. ${renderOfferFacts(only, setting)}.</span>`;
}
