import type { BasisPoints } from "../kit/money.ts";
import type { Price } from "../kit/price.ts";

/** What a rule grants: a price of its own, or a percentage off the list price. */
type AgreedTerm =
  | { readonly kind: "price"; readonly price: Price }
  | { readonly kind: "discount"; readonly basisPoints: BasisPoints };

export type RuleScope = "part" | "vendor" | "account";

/**
 * One rule of an account's agreement. A `part` rule may be narrowed to a vendor or a condition, a
 * `vendor` rule names its vendor, an `account` rule neither. Only a `part` rule has a price of its
 * own. Dates are days in UTC, both inclusive. `runId` is the import run that stored it, if known.
 */
export type AgreementRule = {
  readonly ruleId: string;
  readonly runId: string | null;
  readonly scope: RuleScope;
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

/** The fields of an offer that determine its price; without a list price it is on request. */
export type PricedOffer = {
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly listPrice: Price | null;
};

/** The status of a rule on a day: a `replaced` rule has the same scope and break as a later one. */
export type RuleStatus = "in_force" | "replaced" | "expired" | "not_yet_valid";

export type DatedRule = { readonly rule: AgreementRule; readonly status: RuleStatus };

export type Agreement = {
  /**
   * The rules that match an offer, whatever the quantity, in the order they apply: the narrower
   * first, then the smaller break, then the later first day.
   */
  findRules(offer: PricedOffer): readonly DatedRule[];
};

/** Higher wins: part before vendor before account; among part rules the narrower one. */
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

function findStatus(rule: AgreementRule, day: string): RuleStatus {
  if (day < rule.validFrom) return "not_yet_valid";
  return rule.validTo !== null && rule.validTo < day ? "expired" : "in_force";
}

/** Of two rules that differ only in their first day, the later one replaces the other. */
function markReplaced(rules: readonly DatedRule[]): DatedRule[] {
  const placeOf = (rule: AgreementRule) => `${rulePrecedence(rule)} ${rule.minQuantity}`;
  const latest = new Map<string, AgreementRule>();
  for (const { rule, status } of rules) {
    if (status !== "in_force") continue;
    const other = latest.get(placeOf(rule));
    if (other === undefined || other.validFrom < rule.validFrom) latest.set(placeOf(rule), rule);
  }
  return rules.map((each) =>
    each.status === "in_force" && latest.get(placeOf(each.rule)) !== each.rule
      ? { rule: each.rule, status: "replaced" }
      : each,
  );
}

function compareRules({ rule }: DatedRule, { rule: other }: DatedRule): number {
  const lead = rulePrecedence(other) - rulePrecedence(rule) || rule.minQuantity - other.minQuantity;
  if (lead !== 0 || rule.validFrom === other.validFrom) return lead;
  return rule.validFrom > other.validFrom ? -1 : 1;
}

const noRules: readonly DatedRule[] = [];

/**
 * The agreement that `rules` form on `day` (YYYY-MM-DD, UTC). The rules are grouped by part once,
 * so that an offer is compared only with those of its own part and the few that name none.
 */
export function openAgreement(rules: readonly AgreementRule[], day: string): Agreement {
  const dated = rules.map((rule) => ({ rule, status: findStatus(rule, day) }));
  const byPart = Map.groupBy(dated, ({ rule }) => rule.partNumberKey);
  const general = byPart.get(null) ?? [];
  // A price and its terms ask for the rules of the same offer.
  const known = new WeakMap<PricedOffer, readonly DatedRule[]>();
  function fitRules(offer: PricedOffer): readonly DatedRule[] {
    const ofPart = byPart.get(offer.partNumberKey) ?? [];
    const fitting = [...ofPart, ...general].filter(({ rule }) => matchesOffer(rule, offer));
    return fitting.length < 2 ? fitting : markReplaced(fitting).sort(compareRules);
  }
  return {
    findRules(offer) {
      if (general.length === 0 && !byPart.has(offer.partNumberKey)) return noRules;
      const rules = known.get(offer) ?? fitRules(offer);
      known.set(offer, rules);
      return rules;
    },
  };
}
