// How parts and their offers are spoken of on pages.
import type { ListedOffer } from "../../catalog/listedOffer.ts";
import type { SuggestionReason } from "../../catalog/suggestionQueries.ts";
import { formatCount, formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeBadge } from "../../html/notice.ts";
import type { Money } from "../../money.ts";
import type { OrderTerms } from "../../pricing/orderTerms.ts";
import { partAddress } from "../orders/orderWords.ts";

/** From here on a number is broken, in characters: no real one is so long. */
const longNumber = 40;

/** A part number that leads to its page. */
export function writePartLink(partNumber: string): Html {
  const long = partNumber.length > longNumber ? html` class="long"` : null;
  return html`<a href="${partAddress(partNumber)}"${long}>${partNumber}</a>`;
}

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

/** From how many on, in which steps. */
export function describeTerms({ minQuantity, multiple }: OrderTerms): string {
  const from = minQuantity === 1 ? "" : `from ${formatCount(minQuantity)}`;
  const steps = multiple === 1 ? "" : `in ${formatCount(multiple)}s`;
  return [from, steps].filter((text) => text !== "").join(", ") || "from 1";
}

/** How long it takes to come where it is not in stock. */
export function describeLeadTime(days: number | null): Content {
  if (days === null) return html`<span class="quiet">not stated</span>`;
  return days === 1 ? "1 day" : `${formatCount(days)} days`;
}

/** Why a number is offered beside another. */
export const suggestionWords: Readonly<Record<SuggestionReason, string>> = {
  punctuation: "differs by punctuation alone",
  superseded: "supersedes it",
  alternate: "may be used instead",
};
