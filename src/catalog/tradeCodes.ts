// The codes of the trade: data that the operator extends (decision 33).
import type { Certificate } from "./import/createCertificateReader.ts";

export type Condition = { readonly code: string; readonly name: string };
export type UnitOfMeasure = { readonly code: string; readonly name: string };

export type TradeCodes = {
  readonly conditions: readonly Condition[];
  readonly unitsOfMeasure: readonly UnitOfMeasure[];
  readonly certificates: readonly Certificate[];
};

/** The rank of a new condition: right before or after another. */
type ConditionPlace = { readonly side: "before" | "after"; readonly neighbour: string };

export type NewCode =
  | ({ readonly kind: "condition"; readonly place: ConditionPlace } & Condition)
  | ({ readonly kind: "unit" } & UnitOfMeasure)
  | ({ readonly kind: "certificate" } & Certificate);
