// What an account has agreed on: its rules, ready to be asked which of them hold for an offer.
import type { BasisPoints, Money } from "../money.ts";

/** What a rule of an agreement gives: a price of its own, or a percentage off the list price. */
export type AgreedTerm =
  | { readonly kind: "price"; readonly price: Money }
  | { readonly kind: "discount"; readonly basisPoints: BasisPoints };

/**
 * One rule of an account's agreement. A `part` rule may be narrowed to a vendor or a condition, a
 * `vendor` rule names its vendor, an `account` rule neither. Only a `part` rule has a price of its
 * own. Dates are days in UTC, both inclusive.
 */
export type AgreementRule = {
  readonly ruleId: string;
  readonly scope: "part" | "vendor" | "account";
  readonly partNumberKey: string | null;
  readonly vendor: string | null;
  readonly condition: string | null;
  readonly minQuantity: number;
  readonly term: AgreedTerm;
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

/** The rules of one account that hold on one day. */
export type Agreement = {
  /** Those that hold for an offer, whatever the quantity. */
  rulesFor(offer: PricedOffer): readonly AgreementRule[];
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

/** Where two rules differ in nothing but their first day, the later took the other's place. */
function keepLatest(rules: readonly AgreementRule[]): AgreementRule[] {
  const latest = new Map<string, AgreementRule>();
  for (const rule of rules) {
    const place = `${rulePrecedence(rule)} ${rule.minQuantity}`;
    const other = latest.get(place);
    if (other === undefined || other.validFrom < rule.validFrom) latest.set(place, rule);
  }
  return [...latest.values()];
}

/**
 * The agreement that `rules` make on `day` (YYYY-MM-DD, UTC). The rules are sorted by part once,
 * so that an offer meets those of its own part and the few that name none.
 */
export function openAgreement(rules: readonly AgreementRule[], day: string): Agreement {
  const holding = rules.filter(
    (rule) => rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo),
  );
  const byPart = Map.groupBy(holding, (rule) => rule.partNumberKey);
  const general = byPart.get(null) ?? [];
  return {
    rulesFor(offer) {
      const ofPart = byPart.get(offer.partNumberKey) ?? [];
      return keepLatest([...ofPart, ...general].filter((rule) => matchesOffer(rule, offer)));
    },
  };
}
