import { mailTo } from "../components/mailTo.ts";
import { type Html, html } from "../html/html.ts";

/** The distributor's e-mail address as a link to an e-mail with a subject. */
export function linkMail(supportEmail: string, subject: string): Html {
  return html`<a href="${mailTo(supportEmail, subject)}">${supportEmail}</a>`;
}
