// Certificates of a row: known ones by their code, unknown ones as written (decision 62).
import { remember } from "../remember.ts";

export type Certificate = {
  readonly code: string;
  readonly name: string;
  readonly synonyms: readonly string[];
};

/** Reads certificates separated by `|`, `;` or `/`; each once, in their order. */
export type CertificateReader = (text: string) => CertificateReading;

/** Codes by the keys of codes and synonyms. */
type CertificateCodes = ReadonlyMap<string, string>;

/** `text` is stored, null for none; `unknown` are the certificates in it that are not known. */
type CertificateReading = {
  readonly text: string | null;
  readonly unknown: readonly string[];
};

/** Equal for equal names: "Form-1" and "FORM 1". */
export function certificateKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

export function collectCertificates(certificates: readonly Certificate[]): CertificateCodes {
  return new Map(
    certificates.flatMap(({ code, synonyms }) =>
      [...synonyms, code].map((name) => [certificateKey(name), code] as const),
    ),
  );
}

/** Splits at a slash only if that yields a known certificate: "N/A" is one text. */
function splitBySlash(piece: string, known: CertificateCodes): string[] {
  if (known.has(certificateKey(piece))) return [piece];
  const parts = piece.split("/").map((part) => part.trim());
  return parts.some((part) => known.has(certificateKey(part))) ? parts : [piece];
}

function readCertificates(text: string, known: CertificateCodes): CertificateReading {
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

export function createCertificateReader(certificates: readonly Certificate[]): CertificateReader {
  const known = collectCertificates(certificates);
  return remember(maxCachedTexts, (text) => readCertificates(text, known));
}
