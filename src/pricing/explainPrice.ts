// How the price of an account for one unit of an offer is chosen (decisions 28 and 64). Invariant:
// this is the only place that chooses a price, so the explanation is what is charged.
import { type Money, takePercentOff } from "../money.ts";
import {
  type AgreementRule,
  type DatedRule,
  type PricedOffer,
  type RuleStatus,
  rulePrecedence,
} from "./agreement.ts";

/**
 * The outcome for a rule: `outranked` by a narrower one, `beaten` by another break of its own kind,
 * or excluded by its dates or because the quantity does not reach its break.
 */
export type RuleOutcome =
  | "won"
  | "outranked"
  | "beaten"
  | "break_not_reached"
  | Exclude<RuleStatus, "in_force">;

/** A rule that matches the offer: its price for one unit, and its outcome. */
export type ConsideredRule = {
  readonly rule: AgreementRule;
  readonly price: Money;
  readonly outcome: RuleOutcome;
};

/**
 * A unit price, the rule that set it (null: the list price) and all rules that match, in the order
 * they apply.
 */
export type PriceExplanation = {
  readonly price: Money;
  readonly rule: AgreementRule | null;
  readonly considered: readonly ConsideredRule[];
};

type Candidate = { readonly price: Money; readonly rule: AgreementRule };

function applyTerm({ term }: AgreementRule, listPrice: Money): Money {
  if (term.kind === "price") return term.price;
  return { ...listPrice, minor: takePercentOff(listPrice.minor, term.basisPoints) };
}

/**
 * The winning rule's scope first, then the lower price; prices of two currencies do not compare.
 */
function isBetter(candidate: Candidate, best: Candidate): boolean {
  const lead = rulePrecedence(candidate.rule) - rulePrecedence(best.rule);
  if (lead !== 0) return lead > 0;
  return candidate.price.currency === best.price.currency
    ? candidate.price.minor < best.price.minor
    : candidate.rule.minQuantity > best.rule.minQuantity;
}

function findOutcome({ rule, status }: DatedRule, quantity: number, winner: AgreementRule | null) {
  if (status !== "in_force") return status;
  if (rule.minQuantity > quantity) return "break_not_reached";
  if (winner === null || rule === winner) return "won";
  return rulePrecedence(rule) === rulePrecedence(winner) ? "beaten" : "outranked";
}

/**
 * The account's price for one unit when `quantity` units are ordered, by the rules of its agreement
 * from `findRules`: the contract line for the part, else the rule for the vendor, else the
 * account's discount, else the list price; among the winner's quantity breaks the lowest price
 * (decision 28). A rule whose smallest break is above the quantity does not apply; the next rule
 * does.
 */
export function explainPrice(
  offer: PricedOffer,
  rules: readonly DatedRule[],
  quantity: number,
): PriceExplanation {
  const candidates = rules.map((dated) => ({
    dated,
    rule: dated.rule,
    price: applyTerm(dated.rule, offer.listPrice),
  }));
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    const { status } = candidate.dated;
    if (status !== "in_force" || candidate.rule.minQuantity > quantity) continue;
    if (best === undefined || isBetter(candidate, best)) best = candidate;
  }
  const winner = best?.rule ?? null;
  return {
    price: best?.price ?? offer.listPrice,
    rule: winner,
    considered: candidates.map(({ dated, rule, price }) => ({
      rule,
      price,
      outcome: findOutcome(dated, quantity, winner),
    })),
  };
}
