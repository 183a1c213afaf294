/** The address that opens an e-mail with a subject. */
export function mailTo(email: string, subject: string): string {
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`;
}
