// Rows of a file that mean the same offer: several lots or bins of a part.
import { groupDigits } from "../../money.ts";

/**
 * Which of the rows of one offer count: none but the first, which refuses the others; only the
 * first or the last; or all, with their quantities added.
 */
export const repeatRules = ["refuse", "first", "last", "sum"] as const;
export type RepeatRule = (typeof repeatRules)[number];

export function readRepeatRule(text: string): RepeatRule | undefined {
  return repeatRules.find((rule) => rule === text);
}

/** What a run did with repeated rows. `rows` are those beside the first row of each offer. */
export type RepeatedRows = {
  readonly rule: RepeatRule;
  readonly isDeclared: boolean;
  readonly rows: number;
  readonly offers: number;
  /** The first row that repeats another. */
  readonly example: {
    readonly partNumber: string;
    readonly line: number;
    readonly earlier: number;
  };
};

/** Of the rows of a file; with fewer nobody is asked. */
const askedPortion = 0.01;

/** Whether an operator should say what repeated rows mean. */
export function isToAsk(repeats: RepeatedRows | undefined, rowsOfFile: number): boolean {
  return repeats !== undefined && repeats.rows > rowsOfFile * askedPortion;
}

const ruleWords: Readonly<Record<RepeatRule, string>> = {
  refuse: "only the first is imported, the others are refused",
  first: "the first is imported",
  last: "the last is imported",
  sum: "their quantities are added",
};

/** "412 rows repeat the offer of another row; their quantities are added. For example …" */
export function describeRepeats({ rule, rows, offers, example }: RepeatedRows): string {
  const repeat = rows === 1 ? "1 row repeats another" : `${groupDigits(rows)} rows repeat another`;
  const of = offers === 1 ? "1 offer" : `${groupDigits(offers)} offers`;
  const { partNumber, line, earlier } = example;
  const lines = `lines ${groupDigits(earlier)} and ${groupDigits(line)}`;
  return `${repeat}, of ${of}: ${ruleWords[rule]}. Example: ${partNumber} on ${lines}.`;
}
