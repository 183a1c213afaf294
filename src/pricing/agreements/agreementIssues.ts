// What of an agreement its author may not have meant (decision 68): days on which two rules of one
// break hold, days on which none does, prices that rise with the quantity, and quantities below
// the first break. Pure; nothing here changes a price.
import { addDays } from "../../day.ts";
import { formatAmount } from "../../money.ts";
import type { AgreementRule } from "../agreement.ts";

/** More rules of one scope are not compared with each other. */
export const maxComparedRules = 1_000;

function nameScope({ partNumberKey, vendor, condition }: AgreementRule): string {
  const names = [partNumberKey, vendor, condition].filter((name) => name !== null);
  return names.length === 0 ? "The account" : names.join(", ");
}

function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "discount") return `${term.basisPoints / 100} % off`;
  return `${term.price.currency} ${formatAmount(term.price)}`;
}

function describeRule(rule: AgreementRule): string {
  const end = rule.validTo === null ? "on" : `to ${rule.validTo}`;
  return `${describeTerm(rule)} from ${rule.validFrom} ${end}`;
}

/** Whether a rule holds longer than another; null is without end. */
function endsAfter(rule: AgreementRule, other: AgreementRule): boolean {
  if (other.validTo === null) return false;
  return rule.validTo === null || rule.validTo > other.validTo;
}

/**
 * A rule that begins while an earlier one holds. That a rule without end follows another is how a
 * price changes, so it is none.
 */
function describeOverlap(earlier: AgreementRule, later: AgreementRule, today: string): string[] {
  if (earlier.validTo !== null && earlier.validTo < later.validFrom) return [];
  if (earlier.validTo === null && later.validTo === null) return [];
  const ends = [earlier.validTo, later.validTo].filter((end) => end !== null).sort();
  if ((ends[0] ?? today) < today) return [];
  const isBack = later.validTo !== null && endsAfter(earlier, later);
  const back = isBack ? ` until ${later.validTo}, then the earlier holds again` : "";
  return [
    `${nameScope(later)}, from ${later.minQuantity}: ${describeRule(earlier)} and ` +
      `${describeRule(later)} overlap; the later one wins${back}.`,
  ];
}

/** Each rule against the one of those before it that holds longest. */
function listOverlaps(sorted: readonly AgreementRule[], today: string): string[] {
  const longest = new Map<number, AgreementRule>();
  return sorted.flatMap((rule) => {
    const earlier = longest.get(rule.minQuantity);
    if (earlier === undefined || endsAfter(rule, earlier)) longest.set(rule.minQuantity, rule);
    return earlier === undefined ? [] : describeOverlap(earlier, rule, today);
  });
}

/** The days between rules on which none of the scope holds, as far as they are not past. */
function listGaps(sorted: readonly AgreementRule[], today: string): string[] {
  let last: AgreementRule | undefined;
  return sorted.flatMap((rule) => {
    const before = last;
    if (before === undefined || endsAfter(rule, before)) last = rule;
    const end = before?.validTo ?? null;
    const gapEnd = addDays(rule.validFrom, -1);
    if (end === null || end >= gapEnd || gapEnd < today) return [];
    return [`${nameScope(rule)}: no rule holds from ${addDays(end, 1)} to ${gapEnd}.`];
  });
}

/** The rules of the breaks on a day, the smallest first; of one break the latest. */
function ladderOn(sorted: readonly AgreementRule[], day: string): AgreementRule[] {
  const ladder = new Map<number, AgreementRule>();
  for (const rule of sorted) {
    const holds = rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo);
    if (holds) ladder.set(rule.minQuantity, rule);
  }
  return [...ladder.values()].sort((one, other) => one.minQuantity - other.minQuantity);
}

/** Whether more units cost more each; a price and a discount, or two currencies, do not compare. */
function isDearer({ term: next }: AgreementRule, { term: previous }: AgreementRule): boolean {
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
    if (previous === undefined || !isDearer(rule, previous)) return [];
    return [
      `${nameScope(rule)}: from ${rule.minQuantity} on it is ${describeTerm(rule)}, dearer than ` +
        `${describeTerm(previous)} from ${previous.minQuantity} on (${day}).`,
    ];
  });
}

/** A first break above 1, unless the account cannot order less. */
function listFirstBreak(ladder: readonly AgreementRule[], day: string): string[] {
  const [first] = ladder;
  if (first === undefined || first.minQuantity === 1) return [];
  if (ladder.some(({ orderMin }) => orderMin !== null && orderMin >= first.minQuantity)) return [];
  return [
    `${nameScope(first)}: the first price is from ${first.minQuantity} on; fewer are priced by ` +
      `the next rule (${day}).`,
  ];
}

/** The first of the sentences on each day, since a flaw stays until a rule changes it. */
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
 * A sentence for each flaw of the rules of one scope, which differ in their breaks and days: part,
 * vendor and condition are the same. What was over before `today` (YYYY-MM-DD) is not spoken of.
 * More than `maxComparedRules` rules are not compared, and that is what is said of them.
 */
export function listAgreementIssues(rules: readonly AgreementRule[], today: string): string[] {
  const [first] = rules;
  if (first === undefined) return [];
  if (rules.length > maxComparedRules) {
    return [`${nameScope(first)} has more than ${maxComparedRules} rules, which are not compared.`];
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
