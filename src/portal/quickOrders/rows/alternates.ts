// The alternates of a row: other parts, which a person compares before they are ordered.
import { type Html, html } from "../../../html/html.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { partAddress } from "../../addresses.ts";
import type { RowSetting } from "../rowSetting.ts";
import { findSuggestedOffer, renderOfferFacts } from "./renderToConfirm.ts";
import { texts } from "./texts.ts";

/** The only suggestion of a row, if it is an alternate. */
function findOnlyAlternate({ rowNumber, suggestions }: RowOnPage, { offers }: RowSetting) {
  const [only] = offers.alternates.get(rowNumber) ?? [];
  return suggestions.length === 1 ? only : undefined;
}

/** What a button for a suggested number says if it is an alternate; undefined if it is none. */
export function nameAlternate(
  partNumber: string,
  row: RowOnPage,
  setting: RowSetting,
): Html | undefined {
  const all = setting.offers.alternates.get(row.rowNumber);
  const one = all?.find((alternate) => alternate.partNumber === partNumber);
  if (one === undefined) return undefined;
  const use = texts.useAlternate(partNumber);
  if (isDescribed(row, setting)) return html`${use}`;
  const name = findSuggestedOffer(one, setting)?.title ?? partNumber;
  return html`${use}: ${name}, ${renderOfferFacts(one, setting)}`;
}

/** Whether the row describes its alternate, so that its button need not. */
export function isDescribed(row: RowOnPage, setting: RowSetting): boolean {
  return findOnlyAlternate(row, setting) !== undefined && row.nearestQuantity === null;
}

/** The part of a row that is not for sale, and the only alternate. */
export function renderAlternate(row: RowOnPage, setting: RowSetting): Html | null {
  const own = setting.offers.ended.get(row.rowNumber);
  const title = own?.title ?? null;
  const link =
    own && title !== null
      ? html` <span class="sub"><a href="${partAddress(own.partNumber)}">${title}</a>.</span>`
      : null;
  const only = isDescribed(row, setting) ? findOnlyAlternate(row, setting) : undefined;
  if (only === undefined) return link;
  const { partNumber } = only;
  const name = findSuggestedOffer(only, setting)?.title ?? null;
  const number = html`<a href="${partAddress(partNumber)}">${partNumber}</a>`;
  return html`${link} <span class="sub">${texts.alternate}
 ${number}${name !== null && html`, ${name}`}. ${renderOfferFacts(only, setting)}.</span>`;
}
