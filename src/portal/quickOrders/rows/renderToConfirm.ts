import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import { formatMoney } from "../../../price.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** What a row means if its number is confirmed. */
export function findMeant({ rowNumber }: RowOnPage, { offers }: RowSetting) {
  const meant = offers.toConfirm.get(rowNumber);
  const offer = meant?.choice?.offer ?? offers.suggested.get(meant?.partNumber ?? "");
  return meant === undefined || offer === undefined ? undefined : { ...meant, offer };
}

/** The cheapest offer that has the quantity, if the number of a row is confirmed. */
export function renderToConfirm(row: RowOnPage, setting: RowSetting): Html | null {
  const meant = findMeant(row, setting);
  if (meant === undefined) return null;
  const { choice, offer, others } = meant;
  const price = choice?.unitPrice ?? null;
  const facts = [
    price === null ? [] : `${formatMoney(price)} / ${offer.unitOfMeasure}`,
    offer.condition,
    texts.inStock(formatCount(offer.stock)),
    others === 0 ? [] : texts.otherOffers(others),
  ];
  return html` <span class="sub">${facts.flat().join(" · ")}.</span>`;
}
