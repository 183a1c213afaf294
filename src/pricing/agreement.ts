// What an account has agreed on: its rules, ready to be asked which of them hold for an offer.

import type { Offer } from "../catalog/offer.ts";
import type { BasisPoints, Money } from "../money.ts";

/** What a rule of an agreement gives: a price of its own, or a percentage off the list price. */
export type AgreedTerm =
  | { readonly kind: "price"; readonly price: Money }
  | { readonly kind: "discount"; readonly basisPoints: BasisPoints };

/**
 * One rule of an account's agreement. A `part` rule may be narrowed to a vendor or a condition, a
 * `vendor` rule names its vendor, an `account` rule neither. Only a `part` rule has a price of its
 * own. Dates are days in UTC, both inclusive. `runId` is the import that brought it, if known.
 */
export type AgreementRule = {
  readonly ruleId: string;
  readonly runId: string | null;
  readonly scope: "part" | "vendor" | "account";
  readonly partNumberKey: string | null;
  readonly vendor: string | null;
  readonly condition: string | null;
  readonly minQuantity: number;
  readonly term: AgreedTerm;
  /** The account's own minimum and multiple of the part; null: the offer's. Of part rules only. */
  readonly orderMin: number | null;
  readonly orderMultiple: number | null;
  readonly validFrom: string;
  readonly validTo: string | null;
};

/** What of an offer decides its price. */
export type PricedOffer = {
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly listPrice: Money;
};

/** How a rule stands on a day: `replaced` is one whose place a later rule has taken. */
export type RuleStanding = "holds" | "replaced" | "expired" | "not_yet_valid";

/** A rule and how it stands. */
export type JudgedRule = { readonly rule: AgreementRule; readonly standing: RuleStanding };

/** The rules of one account as they stand on one day. */
export type Agreement = {
  /**
   * Those that fit an offer, whatever the quantity, in the order they are asked: the more narrowly
   * drawn first, then the smaller break, then the later first day.
   */
  judgeRules(offer: PricedOffer): readonly JudgedRule[];
};

/** Higher wins: part before vendor before account; among part rules the more narrowly drawn one. */
export function rulePrecedence(rule: AgreementRule): number {
  if (rule.scope === "account") return 0;
  if (rule.scope === "vendor") return 1;
  return 2 + (rule.vendor === null ? 0 : 2) + (rule.condition === null ? 0 : 1);
}

function matchesOffer(rule: AgreementRule, offer: PricedOffer): boolean {
  return (
    (rule.vendor === null || rule.vendor === offer.vendor) &&
    (rule.condition === null || rule.condition === offer.condition)
  );
}

function standingOn(rule: AgreementRule, day: string): RuleStanding {
  if (day < rule.validFrom) return "not_yet_valid";
  return rule.validTo !== null && rule.validTo < day ? "expired" : "holds";
}

/** Where two rules differ in nothing but their first day, the later took the other's place. */
function markReplaced(judged: readonly JudgedRule[]): JudgedRule[] {
  const placeOf = (rule: AgreementRule) => `${rulePrecedence(rule)} ${rule.minQuantity}`;
  const latest = new Map<string, AgreementRule>();
  for (const { rule, standing } of judged) {
    if (standing !== "holds") continue;
    const other = latest.get(placeOf(rule));
    if (other === undefined || other.validFrom < rule.validFrom) latest.set(placeOf(rule), rule);
  }
  return judged.map((each) =>
    each.standing === "holds" && latest.get(placeOf(each.rule)) !== each.rule
      ? { rule: each.rule, standing: "replaced" }
      : each,
  );
}

function compareRules({ rule }: JudgedRule, { rule: other }: JudgedRule): number {
  const lead = rulePrecedence(other) - rulePrecedence(rule) || rule.minQuantity - other.minQuantity;
  if (lead !== 0 || rule.validFrom === other.validFrom) return lead;
  return rule.validFrom > other.validFrom ? -1 : 1;
}

/**
 * The agreement that `rules` make on `day` (YYYY-MM-DD, UTC). The rules are sorted by part once,
 * so that an offer meets those of its own part and the few that name none.
 */
export function openAgreement(rules: readonly AgreementRule[], day: string): Agreement {
  const judged = rules.map((rule) => ({ rule, standing: standingOn(rule, day) }));
  const byPart = Map.groupBy(judged, ({ rule }) => rule.partNumberKey);
  const general = byPart.get(null) ?? [];
  return {
    judgeRules(offer) {
      const ofPart = byPart.get(offer.partNumberKey) ?? [];
      const fitting = [...ofPart, ...general].filter(({ rule }) => matchesOffer(rule, offer));
      return markReplaced(fitting).sort(compareRules);
    },
  };
}

/** The offer with its list price as money of its currency. */
export function toPricedOffer(offer: Offer): Omit<Offer, "listPrice"> & { listPrice: Money } {
  return { ...offer, listPrice: { minor: offer.listPrice, currency: offer.currency } };
}
