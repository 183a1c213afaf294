// What the buyer asked for, line by line, and beside it what the catalog has now.
import {
  onRequest,
  renderOfferStatus,
  renderShortCertificates,
  renderStock,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { type Column, renderTable } from "../../html/table.ts";
import { formatMoney } from "../../price.ts";
import type { QuoteLine } from "../../quoteRequests/quoteRequest.ts";
import { linkCatalogPart, offerAddress, partAddress } from "../addresses.ts";
import type { QuotedOffer } from "./loadQuotedOffers.ts";
import { texts } from "./texts.ts";

const words = texts.lines;

function renderPart({ partNumber, vendor, rowNumber }: QuoteLine): Html {
  const about = [vendor ?? [], rowNumber === null ? [] : words.row(rowNumber)].flat().join(" · ");
  const below = about === "" ? null : html` <span class="sub">${about}</span>`;
  return html`<span class="pn">${partNumber}</span>${below}`;
}

function formatQuantity({ quantity, unitOfMeasure }: QuoteLine): string | null {
  if (quantity === null) return unitOfMeasure;
  return [formatCount(quantity), unitOfMeasure ?? []].flat().join(" ");
}

function linkSearch(partNumber: string): Html {
  const href = formatAddress("/console/catalog", { q: partNumber });
  return html`<a href="${href}" aria-label="${words.searchFor(partNumber)}">${words.search}</a>`;
}

/** The offers of the number; a link to search for it, if there are none. */
function renderOffers({ partNumber }: QuoteLine, offers: number): Html {
  if (offers === 0) return html`${words.noOffer} · ${linkSearch(partNumber)}`;
  return html`<a href="${partAddress(partNumber)}">${words.offers(offers)}</a>`;
}

function renderNow(line: QuoteLine, { offer, unitPrice, offers }: QuotedOffer): Html {
  if (offer === null) {
    const gone = line.offerId === null ? null : html`${words.gone} · `;
    return html`${gone}${renderOffers(line, offers)}`;
  }
  const { offerId, partNumber } = offer;
  const status = renderOfferStatus(offer, linkCatalogPart);
  const price = unitPrice === null ? onRequest : formatMoney(unitPrice);
  const label = words.offerFor(partNumber);
  return html`${renderStock(offer)} ${price}${status && html` ${status}`} <a
 href="${offerAddress(offerId)}" aria-label="${label}">${words.offer}</a>`;
}

const columns: readonly Column[] = [
  { title: words.part, kind: "text" },
  { title: words.quantity, kind: "number" },
  { title: words.condition, kind: "words", titled: true },
  { title: words.certificate, kind: "text", titled: true },
  { title: words.neededBy, kind: "words", titled: true },
  { title: words.reason, kind: "words", titled: true },
  { title: words.now, kind: "prose", titled: true },
  { title: words.remark, kind: "prose" },
];

/** `offers` are undefined while the catalog can't be read. */
export function renderQuoteLines(
  lines: readonly QuoteLine[],
  offers: readonly QuotedOffer[] | undefined,
): Html {
  const rows = lines.map((line, place) => {
    const offer = offers?.[place];
    const cells: Content[] = [
      renderPart(line),
      formatQuantity(line),
      line.condition,
      renderShortCertificates(line.certificate),
      line.neededBy && renderDay(line.neededBy),
      words.reasons[line.reason],
      offer && renderNow(line, offer),
      line.remark,
    ];
    return { cells };
  });
  const loading = offers === undefined ? renderNotice("neutral", words.loading) : null;
  const table = renderTable({ caption: words.caption, columns, rows });
  return html`${loading}${renderCard({ title: words.title, body: table })}`;
}
