import { writeCertificates } from "../../catalog/nameCertificates.ts";
import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import {
  describeTerms,
  leadTimeMeaning,
  nameOffer,
  onRequest,
  renderLeadTime,
  renderOfferStatus,
  renderStock,
  renderVendor,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { capitalize } from "../../html/capitalize.ts";
import { renderCard } from "../../html/card.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge, renderDay } from "../../html/moment.ts";
import { renderTable } from "../../html/table.ts";
import { formatMoney, savedPercent } from "../../price.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import type { AccountPrice } from "../../pricing/priceOffers.ts";
import { renderPartLink } from "../addresses.ts";
import { renderOfferQuote } from "./quoteLinks.ts";
import { texts } from "./texts.ts";

/** The names of codes. */
type Names = ReadonlyMap<string, string>;

/** What the offers are shown with. */
export type OffersSetting = {
  readonly conditionNames: Names;
  /** The id of the form to which the choice belongs. */
  readonly form: string;
  /** The `part_id` of an offer that can be ordered. */
  readonly partIdOf: (offer: ListedOffer) => string | undefined;
  /** The chosen `part_id`. */
  readonly chosen: string | undefined;
};

const unstated = html`<span class="quiet">Not stated</span>`;

function renderCertificate({ certificate, shelfLifeExpires }: ListedOffer): Content {
  const expires =
    shelfLifeExpires === null
      ? null
      : html`<span class="sub">Shelf life expires ${renderDay(shelfLifeExpires)}</span>`;
  return html`${certificate === null ? unstated : writeCertificates(certificate)}${expires}`;
}

/** The choice of an offer; a request for a quote for one that is for sale but cannot be ordered. */
function renderChoice(viewed: LoadedOffer, setting: OffersSetting): Content {
  const { form, partIdOf, chosen } = setting;
  const { offer } = viewed;
  const partId = partIdOf(offer);
  if (partId === undefined) {
    return offer.status === "ACTIVE" ? renderOfferQuote(viewed) : null;
  }
  const checked = partId === chosen ? html` checked` : null;
  return html`<label class="button choice"><input type="radio" name="part_id" value="${partId}"
 form="${form}" aria-label="${nameOffer(offer)}"${checked}><span>${
   texts.offers.select
 }</span></label>`;
}

function renderTerms({ terms }: LoadedOffer): Content {
  const isAny = terms.minQuantity === 1 && terms.multiple === 1;
  return isAny ? null : html`<span class="sub">${describeTerms(terms)}</span>`;
}

/** The offers as choices of the order form beside them. */
export function renderOffersTable(offers: readonly LoadedOffer[], setting: OffersSetting): Html {
  const newest = new Date(Math.max(...offers.map(({ offer }) => offer.updatedAt.getTime())));
  const isHeld = offers.some(({ offer }) => offer.status === "ON_HOLD");
  const table = renderTable({
    caption: "Offers of this part",
    columns: [
      { title: "Condition", kind: "text" },
      { title: "Vendor", kind: "prose" },
      { title: "Certificate", kind: "prose", titled: true },
      { title: "Stock", kind: "words", corner: true },
      { title: "Lead time", kind: "words", titled: true },
      { title: "Your price", kind: "number" },
      { title: texts.offers.select, kind: "actions" },
    ],
    rows: offers.map((viewed) => {
      const { offer, price } = viewed;
      const name = setting.conditionNames.get(offer.condition) ?? "";
      return {
        cells: [
          html`<strong>${capitalize(name)}</strong> <span class="quiet">${offer.condition}</span>`,
          html`${renderVendor(offer)} ${renderStatus(offer)}${renderTerms(viewed)}`,
          renderCertificate(offer),
          renderStock(offer),
          renderLeadTime(offer),
          renderAccountPrice(offer, price),
          renderChoice(viewed, setting),
        ],
      };
    }),
  });
  return renderCard({
    title: "Offers",
    beside: html`<span>Last changed ${renderAge(newest)}</span>`,
    body: table,
    foot: html`<span>${leadTimeMeaning}${isHeld && html` ${texts.offers.onHoldMeaning}`}</span>`,
  });
}

/** Why an offer cannot be ordered; null if it can. */
function renderStatus(offer: ListedOffer): Html | null {
  return renderOfferStatus(offer, renderPartLink);
}

/** The account's price at the smallest quantity, with the list price if there is a saving. */
function renderAccountPrice({ listPrice }: ListedOffer, [first]: AccountPrice): Content {
  if (first === undefined) return onRequest;
  const { price, minQuantity } = first;
  const from = minQuantity === 1 ? null : html` from ${formatCount(minQuantity)}`;
  const isLower = listPrice !== null && savedPercent(listPrice, price) !== null;
  const list = isLower
    ? html`<span class="sub"><s>${formatMoney(listPrice)}</s> list</span>`
    : null;
  return html`<strong>${formatMoney(price)}</strong>${from}${list}`;
}
