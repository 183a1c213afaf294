// A rule of an agreement as the texts of a form. They have the columns of an agreement file, so
// that typed input is validated like a row of a file.
import { zeroPriceColumn } from "../../catalog/readOfferRecord.ts";
import { versionOf } from "../../kit/version.ts";
import { createCleaningTally } from "../../reading/cleanText.ts";
import type { FeedRow } from "../../reading/row.ts";

export const ruleTextColumns = [
  "part_number",
  "vendor",
  "condition",
  "min_quantity",
  "unit_price",
  "currency",
  "discount_percent",
  "order_min",
  "order_multiple",
  "valid_from",
  "valid_to",
  zeroPriceColumn,
] as const;

export type RuleTextColumn = (typeof ruleTextColumns)[number];

/** Whether a text can be the id of a rule. */
export function isRuleId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}

/** What is typed; an empty text is no value. */
export type RuleTexts = Readonly<Record<RuleTextColumn, string>>;

/** A digest of the rule that a form was opened with, to detect later changes. */
export function ruleVersion(texts: RuleTexts): string {
  return versionOf(texts, ruleTextColumns);
}

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
