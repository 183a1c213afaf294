// The addresses of the agreements' pages, and the account that one is of.
import type { Fields } from "../../site/fields.ts";

/** Where agreements are listed. */
export const agreementsAddress = "/console/agreements";

/** The page of an account's agreement, or what is under it. */
export function agreementAddress(accountId: string, under = ""): string {
  return `${agreementsAddress}/${accountId}${under}`;
}

/** A text of an address, trimmed and well-formed, at most so many characters. */
export function readShort(query: Fields, name: string, longest = 200): string {
  return query.text(name).trim().slice(0, longest).toWellFormed();
}
