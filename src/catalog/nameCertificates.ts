// The names of certificates for people. Stored values, filters in addresses, files and the API have
// the codes.

/** How the trade writes the codes that migrations add; any other code is its own name. */
const names: ReadonlyMap<string, string> = new Map([
  ["8130-3", "FAA 8130-3"],
  ["EASA Form 1", "EASA Form 1"],
  ["CoC", "Certificate of Conformance"],
]);

/** A certificate by its name, and as short as the trade writes it. */
export type NamedCertificate = { readonly name: string; readonly short: string };

/** Codes that say too little by themselves. */
const shortNames: ReadonlyMap<string, string> = new Map([["8130-3", "FAA 8130-3"]]);

/** The certificates of an offer or a line, as they are stored. */
export function readCertificates(stored: string): NamedCertificate[] {
  return stored.split("; ").map((code) => {
    return { name: names.get(code) ?? code, short: shortNames.get(code) ?? code };
  });
}

/** The certificates of an offer or a line, as they are stored, by their names. */
export function nameCertificates(stored: string): string {
  return readCertificates(stored)
    .map(({ name }) => name)
    .join("; ");
}

/** Longer names may be broken between words. */
const maxUnbroken = 16;

/** A name for a page, not broken between lines if it is short. */
export function writeUnbroken(name: string): string {
  return name.length > maxUnbroken ? name : name.replaceAll(" ", "\u00a0");
}
