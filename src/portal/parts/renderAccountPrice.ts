import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { renderOfferStatus } from "../../components/offerCells.ts";
import { formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import type { Money } from "../../money.ts";
import { renderPartLink } from "./partLink.ts";

/** Why an offer cannot be ordered; null if it can. */
export function renderStatus(offer: ListedOffer): Html | null {
  return renderOfferStatus(offer, renderPartLink);
}

/** The account's price, emphasized if it differs from the list price. */
export function renderAccountPrice({ listPrice, currency }: ListedOffer, own: Money): Content {
  const text = formatMoney(own);
  const isList = own.minor === listPrice && own.currency === currency;
  return isList ? text : html`<strong>${text}</strong>`;
}
