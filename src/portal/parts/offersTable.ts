// The offers of a part as tables: to choose by, their quantity breaks, their papers.
import { formatCount, formatMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeDay, writeMoment } from "../../html/moment.ts";
import { writeTable } from "../../html/table.ts";
import type { ViewedOffer } from "../../pricing/viewPart.ts";
import { offerColumns } from "../../views/offerColumns.ts";
import { describeLeadTime, describeTerms, nameOffer, writeStock } from "../../views/writeStock.ts";
import { writeOwnPrice, writeStatus } from "./writeOwnPrice.ts";

type Names = ReadonlyMap<string, string>;

/** Every offer in a row: condition, vendor, stock with its time, terms, prices. */
export function writeOffersTable(offers: readonly ViewedOffer[], conditionNames: Names): Html {
  return html`<h2>Offers</h2>
${writeTable({
  caption: "Offers of this part",
  columns: [...offerColumns, { title: "Your price", kind: "number" }],
  rows: offers.map(({ offer, unitPrice, terms }) => ({
    cells: [
      `${offer.condition} ${conditionNames.get(offer.condition) ?? ""}`,
      html`${offer.vendor} ${writeStatus(offer)}`,
      writeStock(offer),
      html`<span class="quiet">${writeMoment(offer.updatedAt)}</span>`,
      describeLeadTime(offer.leadTimeDays),
      describeTerms(terms),
      formatMoney({ minor: offer.listPrice, currency: offer.currency }),
      writeOwnPrice(offer, unitPrice),
    ],
  })),
})}`;
}

/** The quantities from which a price falls; nothing where none does. */
export function writeBreaks(offers: readonly ViewedOffer[]): Content {
  const broken = offers.filter(({ breaks }) => breaks.length > 1);
  if (broken.length === 0) return null;
  return html`<h2>Your price by quantity</h2>
${writeTable({
  caption: "Your price by quantity",
  columns: [
    { title: "Offer", kind: "prose" },
    { title: "From", kind: "number" },
    { title: "Price each", kind: "number" },
  ],
  rows: broken.flatMap((viewed) =>
    viewed.breaks.map(({ minQuantity, price }) => ({
      cells: [nameOffer(viewed.offer), formatCount(minQuantity), formatMoney(price)],
    })),
  ),
})}`;
}

const unstated = html`<span class="quiet">not stated</span>`;

/** Certificates and shelf lives; nothing where no offer states any. */
export function writePapers(offers: readonly ViewedOffer[], certificateNames: Names): Content {
  const stated = offers.filter(
    ({ offer }) => offer.certificate !== null || offer.shelfLifeExpires !== null,
  );
  if (stated.length === 0) return null;
  const nameCertificate = (certificate: string) => {
    const name = certificateNames.get(certificate);
    return name === undefined ? certificate : `${certificate}, ${name}`;
  };
  return html`<h2>Certificates and shelf life</h2>
${writeTable({
  caption: "Certificates and shelf life",
  columns: [
    { title: "Offer", kind: "prose" },
    { title: "Certificate", kind: "prose", titled: true },
    { title: "Shelf life ends", kind: "words", titled: true },
  ],
  rows: stated.map((viewed) => ({
    cells: [
      nameOffer(viewed.offer),
      viewed.offer.certificate === null ? unstated : nameCertificate(viewed.offer.certificate),
      viewed.offer.shelfLifeExpires === null ? unstated : writeDay(viewed.offer.shelfLifeExpires),
    ],
  })),
})}`;
}
