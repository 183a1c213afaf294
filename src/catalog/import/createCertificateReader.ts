// The certificates of a row: known ones by their code, whatever a vendor calls them, unknown ones
// as they are written (decision 62).
import { remember } from "../remember.ts";

/** A certificate that an offer can come with, and what else it is called. */
export type Certificate = {
  readonly code: string;
  readonly name: string;
  readonly synonyms: readonly string[];
};

/** Reads a clean text of certificates parted by `|`, `;` or `/`; each once, in their order. */
export type CertificateReader = (text: string) => CertificateReading;

/** From the keys of codes and synonyms to the codes. */
export type SeenCertificates = ReadonlyMap<string, string>;

/** `text` is what is stored, null for none; `unknown` are those of it that are not known. */
export type CertificateReading = {
  readonly text: string | null;
  readonly unknown: readonly string[];
};

/** Two names are the same certificate name where this is: "Form-1" and "FORM 1" are. */
export function certificateKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Certificates by all their names. */
export function collectCertificates(certificates: readonly Certificate[]): SeenCertificates {
  return new Map(
    certificates.flatMap(({ code, synonyms }) =>
      [...synonyms, code].map((name) => [certificateKey(name), code] as const),
    ),
  );
}

/** A slash parts certificates only where that makes one of them known: "N/A" is one text. */
function splitBySlash(piece: string, known: SeenCertificates): string[] {
  if (known.has(certificateKey(piece))) return [piece];
  const parts = piece.split("/").map((part) => part.trim());
  return parts.some((part) => known.has(certificateKey(part))) ? parts : [piece];
}

function readCertificates(text: string, known: SeenCertificates): CertificateReading {
  const pieces = text.split(/[|;]/).flatMap((piece) => splitBySlash(piece.trim(), known));
  const written = pieces.filter((piece) => piece !== "");
  const unknown = written.filter((piece) => !known.has(certificateKey(piece)));
  const codes = written.map((piece) => known.get(certificateKey(piece)) ?? piece);
  return {
    text: codes.length === 0 ? null : [...new Set(codes)].join("; "),
    unknown: [...new Set(unknown)],
  };
}

const maxCachedTexts = 1_000;

/** What reads these certificates. */
export function createCertificateReader(certificates: readonly Certificate[]): CertificateReader {
  const known = collectCertificates(certificates);
  return remember(maxCachedTexts, (text) => readCertificates(text, known));
}
