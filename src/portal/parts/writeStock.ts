// What cells of tables say of an offer: how many there are, whether it can be ordered, the price.
import type { ListedOffer } from "../../catalog/listedOffer.ts";
import { formatCount, formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeBadge } from "../../html/notice.ts";
import type { Money } from "../../money.ts";
import { writePartLink } from "./partLink.ts";

/** How many there are, with their unit. */
export function writeStock({ stock, unitOfMeasure }: ListedOffer): Content {
  if (stock === 0) return writeBadge("short", "Out of stock");
  return `${formatCount(stock)} ${unitOfMeasure}`;
}

/** Why an offer cannot be ordered; nothing where it can. */
export function writeStatus({ status, supersededBy }: ListedOffer): Html | null {
  if (status === "ACTIVE") return null;
  if (status === "ON_HOLD") return writeBadge("short", "On hold");
  if (status === "DISCONTINUED") return writeBadge("neutral", "Discontinued");
  const by = supersededBy === null ? null : html` by ${writePartLink(supersededBy)}`;
  return html`${writeBadge("neutral", "Superseded")}${by}`;
}

/** The account's price, strong where it is not the list price. */
export function writeOwnPrice({ listPrice, currency }: ListedOffer, own: Money): Content {
  const text = formatMoney(own);
  const isList = own.minor === listPrice && own.currency === currency;
  return isList ? text : html`<strong>${text}</strong>`;
}
