import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import {
  describeLeadTime,
  describeTerms,
  nameOffer,
  offerColumns,
  onRequest,
  renderListPrice,
  renderOfferStatus,
  renderStock,
  renderVendor,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderTable } from "../../html/table.ts";
import { formatMoney, isSamePrice } from "../../price.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import type { AccountPrice } from "../../pricing/priceOffers.ts";
import { renderPartLink } from "../addresses.ts";

type Names = ReadonlyMap<string, string>;

export function renderOffersTable(offers: readonly LoadedOffer[], conditionNames: Names): Html {
  return html`<h2>Offers</h2>
${renderTable({
  caption: "Offers of this part",
  columns: [...offerColumns, { title: "Your price", kind: "number" }],
  rows: offers.map(({ offer, price, terms }) => ({
    cells: [
      `${offer.condition} ${conditionNames.get(offer.condition) ?? ""}`,
      html`${renderVendor(offer)} ${renderStatus(offer)}`,
      renderStock(offer),
      html`<span class="quiet">${renderMoment(offer.updatedAt)}</span>`,
      describeLeadTime(offer.leadTimeDays),
      describeTerms(terms),
      renderListPrice(offer),
      renderAccountPrice(offer, price),
    ],
  })),
})}`;
}

/** The price breaks; null if there are none. */
export function renderBreaks(offers: readonly LoadedOffer[]): Content {
  const broken = offers.filter(({ price }) => price.length > 1);
  if (broken.length === 0) return null;
  return html`<h2>Your price by quantity</h2>
${renderTable({
  caption: "Your price by quantity",
  columns: [
    { title: "Offer", kind: "prose" },
    { title: "From", kind: "number" },
    { title: "Unit price", kind: "number" },
  ],
  rows: broken.flatMap((viewed) =>
    viewed.price.map(({ minQuantity, price }) => ({
      cells: [nameOffer(viewed.offer), formatCount(minQuantity), formatMoney(price)],
    })),
  ),
})}`;
}

const unstated = html`<span class="quiet">not stated</span>`;

/** Certificates and shelf lives; null if no offer states any. */
export function renderDocs(offers: readonly LoadedOffer[], certificateNames: Names): Content {
  const stated = offers.filter(
    ({ offer }) => offer.certificate !== null || offer.shelfLifeExpires !== null,
  );
  if (stated.length === 0) return null;
  const nameCertificate = (certificate: string) => {
    const name = certificateNames.get(certificate);
    return name === undefined ? certificate : `${certificate}, ${name}`;
  };
  return html`<h2>Certificates and shelf life</h2>
${renderTable({
  caption: "Certificates and shelf life",
  columns: [
    { title: "Offer", kind: "prose" },
    { title: "Certificate", kind: "prose", titled: true },
    { title: "Shelf life expires", kind: "words", titled: true },
  ],
  rows: stated.map((viewed) => ({
    cells: [
      nameOffer(viewed.offer),
      viewed.offer.certificate === null ? unstated : nameCertificate(viewed.offer.certificate),
      viewed.offer.shelfLifeExpires === null ? unstated : renderDay(viewed.offer.shelfLifeExpires),
    ],
  })),
})}`;
}

/** Why an offer cannot be ordered; null if it can. */
function renderStatus(offer: ListedOffer): Html | null {
  return renderOfferStatus(offer, renderPartLink);
}

/** The account's price at the smallest quantity, emphasized if it differs from the list price. */
function renderAccountPrice({ listPrice }: ListedOffer, [first]: AccountPrice): Content {
  if (first === undefined) return onRequest;
  const { price, minQuantity } = first;
  const text = formatMoney(price);
  if (listPrice !== null && isSamePrice(price, listPrice)) return text;
  const from = minQuantity === 1 ? null : ` from ${formatCount(minQuantity)}`;
  return html`<strong>${text}</strong>${from}`;
}
