// Why an account pays what it pays for one unit of an offer (decisions 28 and 64). Invariant: this
// is the only place where a price is chosen, so that no explanation differs from what is charged.
import { type Money, takePercentOff } from "../money.ts";
import {
  type AgreementRule,
  type JudgedRule,
  type PricedOffer,
  type RuleStanding,
  rulePrecedence,
} from "./agreement.ts";

/**
 * What became of a rule: `outranked` by one more narrowly drawn, `beaten` by another break of its
 * own kind, or out because of its day or because the quantity does not reach its break.
 */
export type RuleOutcome =
  | "won"
  | "outranked"
  | "beaten"
  | "break_not_reached"
  | Exclude<RuleStanding, "holds">;

/** A rule that was asked: the price of one unit by it, and what became of it. */
export type ConsideredRule = {
  readonly rule: AgreementRule;
  readonly price: Money;
  readonly outcome: RuleOutcome;
};

/**
 * A unit price, the rule that set it (null: the list price) and all rules that were asked, in their
 * order.
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

function outcomeOf({ rule, standing }: JudgedRule, quantity: number, winner: AgreementRule | null) {
  if (standing !== "holds") return standing;
  if (rule.minQuantity > quantity) return "break_not_reached";
  if (winner === null || rule === winner) return "won";
  return rulePrecedence(rule) === rulePrecedence(winner) ? "beaten" : "outranked";
}

/**
 * The account's price for one unit when `quantity` units are ordered, among the rules that its
 * agreement has for the offer, as `judgeRules` gives them: the contract line for the part, else the
 * rule for the vendor, else the account's discount, else list; among the winner's quantity breaks
 * the lowest price (decision 28). A rule whose smallest break is above the quantity does not apply,
 * and the next one is asked.
 */
export function explainPrice(
  offer: PricedOffer,
  rules: readonly JudgedRule[],
  quantity: number,
): PriceExplanation {
  const candidates = rules.map((judged) => ({
    judged,
    rule: judged.rule,
    price: applyTerm(judged.rule, offer.listPrice),
  }));
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    const { standing } = candidate.judged;
    if (standing !== "holds" || candidate.rule.minQuantity > quantity) continue;
    if (best === undefined || isBetter(candidate, best)) best = candidate;
  }
  const winner = best?.rule ?? null;
  return {
    price: best?.price ?? offer.listPrice,
    rule: winner,
    considered: candidates.map(({ judged, rule, price }) => ({
      rule,
      price,
      outcome: outcomeOf(judged, quantity, winner),
    })),
  };
}
