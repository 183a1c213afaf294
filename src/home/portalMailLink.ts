import { type Html, html } from "../kit/html/html.ts";
import { mailTo } from "../kit/html/mailTo.ts";

/** The distributor's e-mail address as a link to an e-mail with a subject. */
export function linkMail(supportEmail: string, subject: string): Html {
  return html`<a href="${mailTo(supportEmail, subject)}">${supportEmail}</a>`;
}
