import { renderShortCertificates } from "../../../components/offerCells.ts";
import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import { formatMoney } from "../../../price.ts";
import type { SuggestedNumber } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** The offer that is shown of a suggested number, if it has any. */
export function findSuggestedOffer(suggested: SuggestedNumber | undefined, { offers }: RowSetting) {
  return suggested?.choice?.offer ?? offers.suggested.get(suggested?.partNumber ?? "");
}

/** What a row means if its number is confirmed. */
export function findMeant({ rowNumber }: RowOnPage, setting: RowSetting) {
  const meant = setting.offers.toConfirm.get(rowNumber);
  const offer = findSuggestedOffer(meant, setting);
  return meant === undefined || offer === undefined ? undefined : { ...meant, offer };
}

/** Price, condition, certificates and stock of the offer that is shown of a suggested number. */
export function renderOfferFacts(suggested: SuggestedNumber, setting: RowSetting): Html | null {
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

/** The cheapest offer that has the quantity, if the number of a row is confirmed. */
export function renderToConfirm(row: RowOnPage, setting: RowSetting): Html | null {
  const meant = findMeant(row, setting);
  return meant === undefined
    ? null
    : html` <span class="sub">${renderOfferFacts(meant, setting)}.</span>`;
}
