import type { Fields } from "../../site/fields.ts";

export const agreementsAddress = "/console/agreements";

/** `under`: what follows the id. */
export function agreementAddress(accountId: string, under = ""): string {
  return `${agreementsAddress}/${accountId}${under}`;
}

/** A text of an address: trimmed, well-formed, at most `maxLength` characters. */
export function readShort(query: Fields, name: string, maxLength = 200): string {
  return query.text(name).trim().slice(0, maxLength).toWellFormed();
}
