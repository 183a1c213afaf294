// E-mail addresses of people: ASCII in lower case. So a mailbox has one spelling, no address looks
// like another, and none can break a header.

declare const emailBrand: unique symbol;

/** An address as it is stored and compared. */
export type EmailAddress = string & { readonly [emailBrand]: true };

/** What HTML accepts as an address; browsers convert the domains of other scripts to ASCII. */
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const shape = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})*$`);
const longest = 254;

/** Parses an address and trims white space; undefined if it is not valid. */
export function parseEmail(text: string): EmailAddress | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longest) return undefined;
  const folded = trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return shape.test(folded) ? (folded as EmailAddress) : undefined;
}

const completeDomain = /@[^@.\s]+(?:\.[^@.\s]+)+$/;

/** Whether an address names a host within a domain, as an address typed into a form must. */
export function hasCompleteDomain(email: string): boolean {
  return completeDomain.test(email);
}

/** Parses an address that a person typed into a form, for themselves or someone new. */
export function parseTypedEmail(text: string): EmailAddress | undefined {
  const email = parseEmail(text);
  return email !== undefined && hasCompleteDomain(email) ? email : undefined;
}
