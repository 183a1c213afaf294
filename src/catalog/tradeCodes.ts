// The codes of the trade as the catalog knows them: data that the operator extends (decision 33).
import type { Certificate } from "./import/createCertificateReader.ts";

export type Condition = { readonly code: string; readonly name: string };
export type UnitOfMeasure = { readonly code: string; readonly name: string };

export type TradeCodes = {
  readonly conditions: readonly Condition[];
  readonly unitsOfMeasure: readonly UnitOfMeasure[];
  readonly certificates: readonly Certificate[];
};

/** Where a new condition stands among the others: right before or after one of them. */
export type ConditionPlace = { readonly side: "before" | "after"; readonly neighbour: string };

export type NewCode =
  | ({ readonly kind: "condition"; readonly place: ConditionPlace } & Condition)
  | ({ readonly kind: "unit" } & UnitOfMeasure)
  | ({ readonly kind: "certificate" } & Certificate);
