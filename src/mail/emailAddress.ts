// What is taken as the e-mail address of a person (decision 83): ASCII alone, in lower case. So one
// mailbox has one writing, nothing looks like it that is another, and no header can be broken.

declare const emailBrand: unique symbol;

/** An address as it is stored and compared. */
export type EmailAddress = string & { readonly [emailBrand]: true };

/** What HTML takes as a valid address; browsers write other scripts' domains in ASCII. */
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const shape = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})*$`);
const longest = 254;

/** The text as an address, white space around it left out, or undefined where it is none. */
export function parseEmail(text: string): EmailAddress | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longest) return undefined;
  const folded = trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return shape.test(folded) ? (folded as EmailAddress) : undefined;
}
