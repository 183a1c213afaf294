// The ways to request a quote for what cannot be ordered.

import { newQuoteAddress, offerQuoteAddress, partQuoteAddress } from "../home/portalAddresses.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderButtonLink } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import type { OfferQuantity } from "../orders/drafts/editDraft.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { describeManufacturer } from "./sharedOffers.ts";

/** For an offer that is for sale but cannot be ordered; screen readers name the offer. */
export function renderOfferQuote(wanted: LoadedOffer): Html {
  const href = offerQuoteAddress(wanted);
  const label = `Request quote for ${nameRow(wanted)}`;
  return html`<a class="button plain" href="${href}" aria-label="${label}">Request quote</a>`;
}

/** For a part of which no offer can be ordered: for its offer that is for sale, if there is one. */
export function renderPartQuote(offers: readonly LoadedOffer[]): Html | null {
  const [first] = offers;
  if (first === undefined) return null;
  const wanted = offers.find(({ offer }) => offer.status === "ACTIVE");
  const { partNumber } = first.offer;
  const href = wanted === undefined ? partQuoteAddress(partNumber) : offerQuoteAddress(wanted);
  return renderButtonLink(href, "Request quote", "primary");
}

/** For more of an offer than is in stock. */
export function renderShortQuote(wanted: OfferQuantity): Html {
  const link = renderButtonLink(newQuoteAddress([wanted]), "Request quote", "plain");
  return html`<p>Your distributor may be able to get ${formatCount(wanted.quantity)} for you.</p>\n${link}`;
}

/** How screen readers name the row of an offer. */
export function nameRow({ offer }: LoadedOffer): string {
  const made = describeManufacturer(offer);
  const by = made === null ? offer.vendor : `${offer.vendor}, ${made}`;
  return `${offer.partNumber}, ${offer.condition}, ${by}`;
}
