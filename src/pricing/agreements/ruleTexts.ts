// A rule of an agreement as the texts of a form, by the columns that an agreement file has: what is
// typed is read by the very rules by which a row of a file is (decision 124).
import { createHash } from "node:crypto";
import { createCleaningTally } from "../../imports/cleanedCells.ts";
import type { FeedRow } from "../../imports/feedRow.ts";

/** The columns of a rule, in the order of its form. */
export const ruleTextColumns = [
  ...(["part_number", "vendor", "condition", "min_quantity", "unit_price", "currency"] as const),
  ...(["discount_percent", "order_min", "order_multiple", "valid_from", "valid_to"] as const),
] as const;

export type RuleTextColumn = (typeof ruleTextColumns)[number];

/** What is typed; an empty text is none. */
export type RuleTexts = Readonly<Record<RuleTextColumn, string>>;

/** What a form knows of the rule it was opened with. */
export function ruleVersion(texts: RuleTexts): string {
  const text = JSON.stringify(ruleTextColumns.map((column) => texts[column]));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** The texts as a row of a file that has every column. */
export function toRuleRow(texts: RuleTexts): FeedRow {
  return {
    columns: {
      places: new Map(ruleTextColumns.map((column, place) => [column, place])),
      width: ruleTextColumns.length,
      ignored: [],
    },
    cells: ruleTextColumns.map((column) => texts[column]),
    faults: [],
    cleaned: createCleaningTally(),
  };
}
