// Certificates of a row: known ones by their code, unknown ones as written.
import { certificateKey, joinCertificates, splitCertificates } from "../../reading/condition.ts";
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

export function collectCertificates(certificates: readonly Certificate[]): CertificateCodes {
  return new Map(
    certificates.flatMap(({ code, synonyms }) =>
      [...synonyms, code].map((name) => [certificateKey(name), code] as const),
    ),
  );
}

function readCertificates(text: string, known: CertificateCodes): CertificateReading {
  const isKnown = (name: string) => known.has(certificateKey(name));
  const written = splitCertificates(text, isKnown);
  const codes = written.map((piece) => known.get(certificateKey(piece)) ?? piece);
  return {
    text: joinCertificates([...new Set(codes)]),
    unknown: [...new Set(written.filter((piece) => !isKnown(piece)))],
  };
}

const maxCachedTexts = 1_000;

export function createCertificateReader(certificates: readonly Certificate[]): CertificateReader {
  const known = collectCertificates(certificates);
  return remember(maxCachedTexts, (text) => readCertificates(text, known));
}
