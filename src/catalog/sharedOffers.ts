import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { type Column, renderTable } from "../kit/html/table.ts";
import { formatMoney } from "../kit/price.ts";
import { texts } from "../kit/site/sharedTexts.ts";
import { describeOrderTerms, type OrderTerms } from "../prices/orderTerms.ts";
import type { SuggestedPart } from "./browse/suggestParts.ts";
import type { Manufacturer } from "./manufacturer.ts";
import { readCertificates, writeUnbroken } from "./nameCertificates.ts";
import type { Offer } from "./offer.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import type { Suggestion } from "./search/suggestions.ts";

/** Longer numbers wrap, even on a phone. In characters; real part numbers are shorter. */
const longNumber = 36;

export function linkPart(partNumber: string, href: string): Html {
  const long = partNumber.length > longNumber ? html` class="long"` : null;
  return html`<a href="${href}"${long}>${partNumber}</a>`;
}

/** Why a part number is suggested, for people to read. */
export function describeSuggestion({
  reason,
  readAs,
}: Pick<Suggestion, "reason" | "readAs">): string {
  const words = texts.suggestions[reason];
  if (readAs === null) return words;
  const { within, other } = texts.readAs;
  return reason === "within" ? within(readAs) : other(words, readAs);
}

/** What stands above suggestions for a text: `sentence`, or that the parts have other names. */
export function introduceSuggestions(suggestions: readonly Suggestion[], sentence: string): string {
  const areNames = suggestions.every(({ readAs }) => readAs !== null);
  return areNames ? texts.readAs.otherNames : sentence;
}

/** Only stock that is sold, and is as much as `needed`, is shown as good news. */
export function renderStock(
  { stock, unitOfMeasure, lots, status }: ListedOffer,
  needed = 0,
): Content {
  if (stock === 0) return renderBadge("short", texts.offers.outOfStock);
  const enough = stock < needed ? "short" : "good";
  const meaning = status === "ACTIVE" ? enough : "neutral";
  const quantity = renderBadge(meaning, `${formatCount(stock)} ${unitOfMeasure}`);
  return lots === null || lots < 2 ? quantity : html`${quantity} ${renderLots(lots)}`;
}

/** The stock of a part that is suggested. */
export function renderPartStock({ isSold, stock, condition }: SuggestedPart): Html {
  if (!isSold) return renderBadge("neutral", texts.offers.notForSale);
  if (stock === 0) return renderBadge("short", texts.offers.outOfStock);
  return renderBadge("good", texts.offers.inStock(`${formatCount(stock)} ${condition}`));
}

/** "in 3 lots": one customer may need all units from one lot. */
export function renderLots(lots: number): Html {
  return html`<span class="quiet">${texts.offers.lots(lots)}</span>`;
}

export const onRequest = html`<span class="quiet">${texts.offers.onRequest}</span>`;

export function renderListPrice({ listPrice }: Pick<Offer, "listPrice">): Content {
  return listPrice === null ? onRequest : formatMoney(listPrice);
}

/** Why an offer cannot be ordered; null if it can. `link` links a part number. */
export function renderOfferStatus(
  { status, supersededBy }: Offer,
  link: (partNumber: string) => Html,
): Html | null {
  if (status === "ACTIVE") return null;
  if (status === "ON_HOLD") return renderBadge("short", texts.offers.onHold);
  if (status === "DISCONTINUED") return renderBadge("neutral", texts.offers.discontinued);
  const badge = renderBadge("neutral", texts.offers.superseded);
  return supersededBy === null ? badge : texts.offers.supersededBy(badge, link(supersededBy));
}

export function describeTerms(terms: OrderTerms): string {
  return capitalize(describeOrderTerms(terms));
}

/** What the wire format says of `available_stock` and `lead_time_days`. */

/** The days of a lead time; of an offer in stock, they are until there is more. */
export function describeLeadTime(days: number, stock: number): string {
  const count = texts.offers.days(days);
  return stock > 0 ? texts.offers.moreIn(count) : count;
}

export function renderLeadTime({ leadTimeDays: days, stock }: Offer): Content {
  if (days === null) return html`<span class="quiet">${texts.offers.notStated}</span>`;
  return describeLeadTime(days, stock);
}

/** Certificates as short as the trade writes them, with their names; null if none are stated. */
export function renderShortCertificates(stored: string | null): Content {
  if (stored === null) return null;
  const shown = readCertificates(stored).map(({ name, short }) => {
    const text = writeUnbroken(short);
    return name === short ? text : html`<abbr title="${name}">${text}</abbr>`;
  });
  return shown.map((one, at) => (at === 0 ? one : html`; ${one}`));
}

/** The certificates of an offer and when its shelf life ends; empty if neither is stated. */
export function renderCertificates({ certificate, shelfLifeExpires }: ListedOffer): Html {
  const { shelfLife } = texts.offers.columns;
  const expires =
    shelfLifeExpires && html` <span class="sub">${shelfLife(renderDay(shelfLifeExpires))}</span>`;
  return html`${renderShortCertificates(certificate)}${expires}`;
}

/** The manufacturer with its CAGE code; null if neither is stated. */
export function describeManufacturer({ manufacturer, cage }: Manufacturer): string | null {
  if (manufacturer === null) return cage === null ? null : texts.offers.cage(cage);
  return cage === null ? manufacturer : `${manufacturer} (${cage})`;
}

/** Whether all state the same manufacturer, which then is shown once. */
export function isMadeByOne(offers: readonly { readonly offer: Manufacturer }[]): boolean {
  return new Set(offers.map(({ offer }) => describeManufacturer(offer))).size === 1;
}

type NamedOffer = Pick<Offer, "condition" | "vendor" | "unitOfMeasure"> & Partial<Manufacturer>;

function joinOffer(facts: readonly string[], { manufacturer, cage }: NamedOffer): string {
  const made = describeManufacturer({ manufacturer: manufacturer ?? null, cage: cage ?? null });
  return [...facts, ...(made === null ? [] : [made])].join(" · ");
}

/** What distinguishes an offer from the others of its part. */
export function nameOffer(offer: NamedOffer): string {
  return joinOffer([offer.condition, offer.vendor, offer.unitOfMeasure], offer);
}

/** The same where its unit is shown already. */
export function nameOfferInUnit(offer: NamedOffer): string {
  return joinOffer([offer.condition, offer.vendor], offer);
}

/** The vendor and, below it, the manufacturer. */
export function renderVendor(offer: Pick<Offer, "vendor"> & Manufacturer): Html {
  const made = describeManufacturer(offer);
  const below = made === null ? null : html`<br><span class="quiet">${made}</span>`;
  return html`${offer.vendor}${below}`;
}

export const hitColumns: readonly Column[] = [
  { title: texts.offers.columns.partNumber, kind: "code" },
  { title: texts.offers.columns.condition, kind: "words" },
  { title: texts.offers.columns.title, kind: "prose" },
  { title: texts.offers.columns.vendor, kind: "prose" },
  { title: texts.offers.columns.stock, kind: "number" },
  { title: texts.offers.columns.listPrice, kind: "number" },
];

export const offerColumns: readonly Column[] = [
  { title: texts.offers.columns.condition, kind: "words" },
  { title: texts.offers.columns.vendor, kind: "prose" },
  { title: texts.offers.columns.certificate, kind: "prose" },
  { title: texts.offers.columns.stock, kind: "number" },
  { title: texts.offers.columns.updated, kind: "number" },
  { title: texts.offers.columns.leadTime, kind: "text", titled: true },
  { title: texts.offers.columns.orderQuantity, kind: "text", titled: true },
  { title: texts.offers.columns.listPrice, kind: "number" },
];

/** The replacements with their reasons, linked by `link`; null if there are none. */
export function renderReplacements(
  instead: readonly Suggestion[],
  link: (partNumber: string) => Html,
): Content {
  if (instead.length === 0) return null;
  const table = renderTable({
    caption: texts.offers.replacements,
    columns: [
      { title: texts.offers.columns.partNumber, kind: "code" },
      { title: texts.offers.columns.reason, kind: "prose" },
    ],
    rows: instead.map((suggestion) => ({
      cells: [link(suggestion.partNumber), describeSuggestion(suggestion)],
    })),
  });
  return renderCard({ title: texts.offers.replacements, body: table });
}
