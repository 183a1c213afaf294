// What cells say of an offer to its buyer: whether it can be ordered, the account's price.
import type { ListedOffer } from "../../catalog/listedOffer.ts";
import { formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import type { Money } from "../../money.ts";
import { writeOfferStatus } from "../../views/writeStock.ts";
import { writePartLink } from "./partLink.ts";

/** Why an offer cannot be ordered; nothing where it can. */
export function writeStatus(offer: ListedOffer): Html | null {
  return writeOfferStatus(offer, writePartLink);
}

/** The account's price, strong where it is not the list price. */
export function writeOwnPrice({ listPrice, currency }: ListedOffer, own: Money): Content {
  const text = formatMoney(own);
  const isList = own.minor === listPrice && own.currency === currency;
  return isList ? text : html`<strong>${text}</strong>`;
}
