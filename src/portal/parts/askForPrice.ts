import { type Html, html } from "../../html/html.ts";

/** Whom to ask for a price that is on request; `about` is the subject of the e-mail. */
export function renderPriceContact(supportEmail: string, about: string): Html {
  const query = `?subject=${encodeURIComponent(`Price request: ${about}`)}`;
  return html`<p>For a price on request, write to
<a href="mailto:${supportEmail}${query}">${supportEmail}</a>.</p>
`;
}
