// The codes of the trade: data that the operator extends.
import { certificateKey, joinCertificates, splitCertificates } from "../reading/condition.ts";
import { spell } from "../reading/fold.ts";
import { wordsOf } from "../reading/lexicon.ts";
import { type CodeList, formatSuggestion, suggestCode } from "../reading/row.ts";
import { remember } from "./remember.ts";

/** `synonyms` are words in files that are read as the code, see `foldSynonym`. */
export type Condition = {
  readonly code: string;
  readonly name: string;
  readonly synonyms: readonly string[];
};
export type UnitOfMeasure = { readonly code: string; readonly name: string };

export type TradeCodes = {
  readonly conditions: readonly Condition[];
  readonly unitsOfMeasure: readonly UnitOfMeasure[];
  readonly certificates: readonly Certificate[];
};

/** The conditions that a file may name: their codes, best first, and the codes of synonyms. */
export type ConditionCodes = {
  readonly known: ReadonlySet<string>;
  readonly synonyms: ReadonlyMap<string, string>;
};

export function toConditionCodes(conditions: readonly Condition[]): ConditionCodes {
  const synonyms = conditions.flatMap(({ code, synonyms: words }) =>
    words.map((word) => [word, code] as const),
  );
  return { known: new Set(conditions.map(({ code }) => code)), synonyms: new Map(synonyms) };
}

/** The rank of a new condition: right before or after another. */
type ConditionPlace = { readonly side: "before" | "after"; readonly neighbour: string };

export type NewCode =
  | ({ readonly kind: "condition"; readonly place: ConditionPlace } & Omit<Condition, "synonyms">)
  | ({ readonly kind: "unit" } & UnitOfMeasure)
  | ({ readonly kind: "certificate" } & Certificate);

// The codes that readers of files accept, and what vendors write instead.

/** The conditions of parts, for files that operators import: they can map other words. */
export function importedConditionCodes({ known, synonyms }: ConditionCodes): CodeList {
  return {
    known,
    synonyms,
    get reason() {
      return `is not one of ${[...known].join(", ")}`;
    },
    suggest: (text) =>
      `to accept it: partsdesk code map ${JSON.stringify(text)} CODE, or Conditions in the console`,
  };
}

const noSynonyms: ReadonlyMap<string, string> = new Map();

/** The units of measure. Synonyms are only suggested: M may mean a thousand. */
export function unitCodes(known: ReadonlySet<string>): CodeList {
  const suggest = (text: string) => formatSuggestion(suggestCode(text, known, wordsOf("unit")));
  return { known, synonyms: noSynonyms, reason: "is not a known unit of measure", suggest };
}

/** The codes of the statuses of offers by what files write for them, folded by `foldSynonym`. */
export const statusSynonyms = spell({
  ACTIVE: "AVAILABLE, IN PRODUCTION, CURRENT, RELEASED",
  ON_HOLD: "HOLD, HELD, BLOCKED, QUARANTINE",
  SUPERSEDED: "REPLACED",
  DISCONTINUED: "OBSOLETE, END OF LIFE, EOL, INACTIVE, CANCELLED",
});

// Certificates of a row: known ones by their code, unknown ones as written.

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
