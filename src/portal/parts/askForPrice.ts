import { type Html, html } from "../../html/html.ts";
import { linkMail, mailTo } from "../mailLink.ts";
import { texts } from "./texts.ts";

/** Whom to ask for a price that is on request; `about` is the subject of the e-mail. */
export function renderPriceContact(supportEmail: string, about: string): Html {
  const address = linkMail(supportEmail, texts.priceRequest.subject(about));
  return html`<p>${texts.priceRequest.sentence(address)}</p>
`;
}

/** Whom to ask for a part that is out of stock; `about` is the subject of the e-mail. */
export function renderStockContact(supportEmail: string, about: string): Html {
  const address = linkMail(supportEmail, texts.stockRequest.subject(about));
  return html`<p>${texts.stockRequest.sentence(address)}</p>
`;
}

/** The same as a button in a row of results; `of` names the offer for screen readers. */
export function renderStockRequest(supportEmail: string, about: string, of: string): Html {
  const { subject, button, buttonOf } = texts.stockRequest;
  return html`<a class="button plain" href="${mailTo(supportEmail, subject(about))}"
 aria-label="${buttonOf(of)}">${button}</a>`;
}
