// How the price of an account for one unit of an offer is chosen. Invariant: this is the only place
// that chooses a price, so the explanation is what is charged.
import { comparePrices, type Price, takePercentOff } from "../kit/price.ts";
import {
  type AgreementRule,
  type DatedRule,
  type PricedOffer,
  type RuleStatus,
  rulePrecedence,
} from "./agreement.ts";
import type { DatedQuote } from "./quote.ts";

/**
 * The outcome for a rule: `outranked` by a narrower one, `beaten` by another break of its own kind,
 * or excluded by its dates, because the quantity does not reach its break, or because it is a
 * discount and there is no list price.
 */
export type RuleOutcome =
  | "won"
  | "outranked"
  | "beaten"
  | "break_not_reached"
  | "no_list_price"
  | Exclude<RuleStatus, "in_force">;

/** A rule that matches the offer: its price for one unit, if it gives one, and its outcome. */
export type ConsideredRule = {
  readonly rule: AgreementRule;
  readonly price: Price | null;
  readonly outcome: RuleOutcome;
};

/**
 * A unit price, the rule that set it (null: the list price or the quote), the quote of the line,
 * which sets it while it is in force, and all rules that match, in the order they apply. Without a
 * list price, a quote and a rule with a price of its own, the price is null: it is on request
 * (decision 152).
 */
export type PriceExplanation = {
  readonly price: Price | null;
  readonly rule: AgreementRule | null;
  readonly quote: DatedQuote | null;
  readonly considered: readonly ConsideredRule[];
};

type MatchedRule = { readonly dated: DatedRule; readonly price: Price | null };
type Candidate = { readonly price: Price; readonly rule: AgreementRule };

function applyTerm({ term }: AgreementRule, listPrice: Price | null): Price | null {
  if (term.kind === "price") return term.price;
  if (listPrice === null) return null;
  return takePercentOff(listPrice, term.basisPoints);
}

/**
 * The winning rule's scope first, then the lower price; prices of two currencies do not compare.
 */
function isBetter(candidate: Candidate, best: Candidate): boolean {
  const lead = rulePrecedence(candidate.rule) - rulePrecedence(best.rule);
  if (lead !== 0) return lead > 0;
  return candidate.price.currency === best.price.currency
    ? comparePrices(candidate.price, best.price) < 0
    : candidate.rule.minQuantity > best.rule.minQuantity;
}

function findOutcome(
  { dated: { rule, status }, price }: MatchedRule,
  quantity: number,
  winner: AgreementRule | "quote" | null,
): RuleOutcome {
  if (status !== "in_force") return status;
  if (rule.minQuantity > quantity) return "break_not_reached";
  if (price === null) return "no_list_price";
  if (winner === "quote") return "outranked";
  if (winner === null || rule === winner) return "won";
  return rulePrecedence(rule) === rulePrecedence(winner) ? "beaten" : "outranked";
}

/**
 * The account's price for one unit when `quantity` units are ordered: the price of the quote that
 * they come from, if that is in force; else by the rules of its agreement from `findRules`: the
 * contract line for the part, else the rule for the vendor, else the
 * account's discount, else the list price; among the winner's quantity breaks the lowest price. A
 * rule whose smallest break is above the quantity does not apply; the next rule does. So it is with
 * a discount if there is no list price.
 */
export function explainPrice(
  offer: PricedOffer,
  rules: readonly DatedRule[],
  quantity: number,
  quote: DatedQuote | null = null,
): PriceExplanation {
  const matched = rules.map((dated): MatchedRule => {
    return { dated, price: applyTerm(dated.rule, offer.listPrice) };
  });
  let best: Candidate | undefined;
  for (const { dated, price } of matched) {
    const { rule, status } = dated;
    if (status !== "in_force" || rule.minQuantity > quantity || price === null) continue;
    const candidate = { rule, price };
    if (best === undefined || isBetter(candidate, best)) best = candidate;
  }
  const quoted = quote?.status === "in_force" ? quote.quote.unitPrice : null;
  const rule = quoted === null ? (best?.rule ?? null) : null;
  const winner = quoted === null ? rule : "quote";
  return {
    price: quoted ?? best?.price ?? offer.listPrice,
    rule,
    quote,
    considered: matched.map((one) => ({
      rule: one.dated.rule,
      price: one.price,
      outcome: findOutcome(one, quantity, winner),
    })),
  };
}
