import { mailTo } from "../../components/mailTo.ts";
import { describeManufacturer } from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { nearestAllowedQuantity } from "../../pricing/orderTerms.ts";
import { linkMail } from "../mailLink.ts";
import { texts } from "./texts.ts";

/** Whom to ask for a price that is on request; `about` is the subject of the e-mail. */
export function renderPriceContact(supportEmail: string, about: string): Html {
  const address = linkMail(supportEmail, texts.priceRequest.subject(about));
  return html`<p>${texts.priceRequest.sentence(address)}</p>
`;
}

/** Whom to ask about a part that is not sold. */
export function renderPartContact(supportEmail: string, partNumber: string): Html {
  const { ask, askSubject } = texts.order;
  return html`<p>${ask(linkMail(supportEmail, askSubject(partNumber)))}</p>
`;
}

/** An offer with the smallest quantity that is sold, as the subject of an e-mail. */
function describeRequest({ offer, terms }: LoadedOffer): string {
  const { partNumber, condition, vendor, unitOfMeasure } = offer;
  const quantity = `${formatCount(nearestAllowedQuantity(1, terms))} ${unitOfMeasure}`;
  return texts.stockRequest.subject([partNumber, condition, vendor, quantity].join(", "));
}

/** Whom to ask for an offer that is out of stock. */
export function renderStockContact(supportEmail: string, wanted: LoadedOffer): Html {
  const address = linkMail(supportEmail, describeRequest(wanted));
  return html`<p>${texts.stockRequest.sentence(address)}</p>
`;
}

/** The same as a button in a row; screen readers name the offer. */
export function renderStockRequest(supportEmail: string, wanted: LoadedOffer): Html {
  const { button, buttonOf } = texts.stockRequest;
  const href = mailTo(supportEmail, describeRequest(wanted));
  const label = buttonOf(nameRow(wanted));
  return html`<a class="button plain" href="${href}" aria-label="${label}">${button}</a>`;
}

/** How screen readers name the row of an offer. */
export function nameRow({ offer }: LoadedOffer): string {
  const made = describeManufacturer(offer);
  const by = made === null ? offer.vendor : `${offer.vendor}, ${made}`;
  return `${offer.partNumber}, ${offer.condition}, ${by}`;
}
