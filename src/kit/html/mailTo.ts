/**
 * The address that opens an e-mail with a subject, and a text if there is one. Nothing in the
 * e-mail address adds other fields: a mailbox may have "?" and "&".
 */
export function mailTo(email: string, subject: string, text?: string): string {
  const at = email.lastIndexOf("@");
  const mailbox = encodeURIComponent(email.slice(0, at)) + email.slice(at);
  // A line of an address ends with CRLF (RFC 6068).
  const lines = text?.replaceAll("\n", "\r\n");
  const body = lines === undefined ? "" : `&body=${encodeURIComponent(lines)}`;
  return `mailto:${mailbox}?subject=${encodeURIComponent(subject)}${body}`;
}
