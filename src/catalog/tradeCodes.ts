// The codes of the trade: data that the operator extends.
import type { Certificate } from "./import/createCertificateReader.ts";

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
