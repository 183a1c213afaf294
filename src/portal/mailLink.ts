import { type Html, html } from "../html/html.ts";

/** The address that opens an e-mail to the distributor with a subject. */
export function mailTo(supportEmail: string, subject: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`;
}

/** The distributor's e-mail address as a link to an e-mail with a subject. */
export function linkMail(supportEmail: string, subject: string): Html {
  return html`<a href="${mailTo(supportEmail, subject)}">${supportEmail}</a>`;
}
