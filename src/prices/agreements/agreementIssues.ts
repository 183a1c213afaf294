// Likely mistakes in an agreement: overlapping rules of one break, gaps between rules, prices that
// rise with the quantity, and quantities below the first break. Pure; changes no price.

import { addDays, formatDay } from "../../kit/day.ts";
import { formatMoney } from "../../kit/price.ts";
import type { AgreementRule } from "../agreement.ts";

/** If a scope has more rules, they are not compared. */
export const maxComparedRules = 1_000;

function nameScope({ partNumberKey, vendor, condition }: AgreementRule): string {
  const names = [partNumberKey, vendor, condition].filter((name) => name !== null);
  return names.length === 0 ? "The account" : names.join(", ");
}

function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "discount") return `${term.basisPoints / 100}% off`;
  return formatMoney(term.price);
}

/** A day YYYY-MM-DD as e-mails write it: these sentences are also stored and printed. */
function writeDay(day: string): string {
  return formatDay(new Date(day));
}

function describeRule(rule: AgreementRule): string {
  const end = rule.validTo === null ? "" : ` to ${writeDay(rule.validTo)}`;
  return `${describeTerm(rule)} from ${writeDay(rule.validFrom)}${end}`;
}

/** Whether a rule ends later than another; null is open-ended. */
function endsAfter(rule: AgreementRule, other: AgreementRule): boolean {
  if (other.validTo === null) return false;
  return rule.validTo === null || rule.validTo > other.validTo;
}

/**
 * Two rules in force at the same time. An open-ended rule after another open-ended one is a price
 * change, not an overlap.
 */
function describeOverlap(earlier: AgreementRule, later: AgreementRule, today: string): string[] {
  if (earlier.validTo !== null && earlier.validTo < later.validFrom) return [];
  if (earlier.validTo === null && later.validTo === null) return [];
  const ends = [earlier.validTo, later.validTo].filter((end) => end !== null).sort();
  if ((ends[0] ?? today) < today) return [];
  const { validTo } = later;
  const back =
    validTo !== null && endsAfter(earlier, later)
      ? ` until ${writeDay(validTo)}, then the earlier one applies again`
      : "";
  return [
    `${nameScope(later)}, break ${later.minQuantity}: ${describeRule(earlier)} and ` +
      `${describeRule(later)} overlap. The later one applies${back}.`,
  ];
}

/** Compares each rule with the earlier one that ends last. */
function listOverlaps(sorted: readonly AgreementRule[], today: string): string[] {
  const lastEnding = new Map<number, AgreementRule>();
  return sorted.flatMap((rule) => {
    const earlier = lastEnding.get(rule.minQuantity);
    if (earlier === undefined || endsAfter(rule, earlier)) lastEnding.set(rule.minQuantity, rule);
    return earlier === undefined ? [] : describeOverlap(earlier, rule, today);
  });
}

/** The present and future days between rules on which no rule of the scope is in force. */
function listGaps(sorted: readonly AgreementRule[], today: string): string[] {
  let latest: AgreementRule | undefined;
  return sorted.flatMap((rule) => {
    const before = latest;
    if (before === undefined || endsAfter(rule, before)) latest = rule;
    const end = before?.validTo ?? null;
    const gapEnd = addDays(rule.validFrom, -1);
    if (end === null || end >= gapEnd || gapEnd < today) return [];
    const [first, last] = [addDays(end, 1), gapEnd].map(writeDay);
    return [`${nameScope(rule)}: no rule is in force from ${first} to ${last}.`];
  });
}

/** The rules in force on a day, the smallest break first; of each break the latest rule. */
function ladderOn(sorted: readonly AgreementRule[], day: string): AgreementRule[] {
  const ladder = new Map<number, AgreementRule>();
  for (const rule of sorted) {
    const isInForce = rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo);
    if (isInForce) ladder.set(rule.minQuantity, rule);
  }
  return [...ladder.values()].sort((one, other) => one.minQuantity - other.minQuantity);
}

/** Whether more units cost more each; prices and discounts, or two currencies, are not compared. */
function isHigher({ term: next }: AgreementRule, { term: previous }: AgreementRule): boolean {
  if (next.kind === "price" && previous.kind === "price") {
    return (
      next.price.currency === previous.price.currency && next.price.minor > previous.price.minor
    );
  }
  if (next.kind === "price" || previous.kind === "price") return false;
  return next.basisPoints < previous.basisPoints;
}

function listRises(ladder: readonly AgreementRule[], day: string): string[] {
  return ladder.flatMap((rule, place) => {
    const previous = ladder[place - 1];
    if (previous === undefined || !isHigher(rule, previous)) return [];
    return [
      `${nameScope(rule)}: ${describeTerm(rule)} from ${rule.minQuantity} units is a higher ` +
        `price than ${describeTerm(previous)} from ${previous.minQuantity} (${writeDay(day)}).`,
    ];
  });
}

/** A smallest break above 1, unless the account cannot order less. */
function listFirstBreak(ladder: readonly AgreementRule[], day: string): string[] {
  const [first] = ladder;
  if (first === undefined || first.minQuantity === 1) return [];
  if (ladder.some(({ orderMin }) => orderMin !== null && orderMin >= first.minQuantity)) return [];
  return [
    `${nameScope(first)}: the smallest break is ${first.minQuantity}. Smaller quantities use ` +
      `the next rule (${writeDay(day)}).`,
  ];
}

/** The issues of the first day that has any: they last until a rule changes them. */
function firstOfDays(
  sorted: readonly AgreementRule[],
  days: readonly string[],
  list: (ladder: readonly AgreementRule[], day: string) => string[],
): string[] {
  for (const day of days) {
    const found = list(ladderOn(sorted, day), day);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * One sentence per issue of the rules of one scope (same part, vendor and condition, different
 * breaks and days). Issues that ended before `today` (YYYY-MM-DD) are ignored. If there are more
 * than `maxComparedRules` rules, the result says that they are not compared.
 */
export function listAgreementIssues(rules: readonly AgreementRule[], today: string): string[] {
  const [first] = rules;
  if (first === undefined) return [];
  if (rules.length > maxComparedRules) {
    return [`${nameScope(first)} has more than ${maxComparedRules} rules; they are not checked.`];
  }
  const sorted = rules.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
  const changes = sorted.flatMap(({ validFrom, validTo }) =>
    validTo === null ? [validFrom] : [validFrom, addDays(validTo, 1)],
  );
  const days = [...new Set([today, ...changes.filter((day) => day > today)])].sort();
  return [
    ...listOverlaps(sorted, today),
    ...listGaps(sorted, today),
    ...firstOfDays(sorted, days, listRises),
    ...firstOfDays(sorted, days, listFirstBreak),
  ];
}
