// What an account pays for one unit of an offer (decision 28): pure functions over the list price
// and the account's agreement. Invariant: only a contract line with a price of its own can go
// above list.
import { type Money, takePercentOff } from "../money.ts";
import {
  type Agreement,
  type AgreementRule,
  type PricedOffer,
  rulePrecedence,
} from "./agreement.ts";

/** A unit price and the rule that set it; `rule` is null where it is the list price. */
export type UnitPrice = { readonly price: Money; readonly rule: AgreementRule | null };

/** A step of a price: what one unit costs from `minQuantity` units on. */
export type PriceBreak = { readonly minQuantity: number; readonly price: Money };

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

function priceBy(rules: readonly AgreementRule[], offer: PricedOffer, quantity: number): UnitPrice {
  let best: Candidate | undefined;
  for (const rule of rules) {
    if (rule.minQuantity > quantity) continue;
    const candidate = { price: applyTerm(rule, offer.listPrice), rule };
    if (best === undefined || isBetter(candidate, best)) best = candidate;
  }
  return best ?? { price: offer.listPrice, rule: null };
}

/**
 * The account's price for one unit when `quantity` units are ordered: the contract line for the
 * part, else the rule for the vendor, else the account's discount, else list; among the winner's
 * quantity breaks the lowest price (decision 28). A rule whose smallest break is above the
 * quantity does not apply, and the next one is asked.
 */
export function findUnitPrice(
  offer: PricedOffer,
  agreement: Agreement,
  quantity: number,
): UnitPrice {
  return priceBy(agreement.rulesFor(offer), offer, quantity);
}

/**
 * Every quantity at which the account's unit price changes, from 1 on, with the price from there.
 */
export function listPriceBreaks(offer: PricedOffer, agreement: Agreement): PriceBreak[] {
  const rules = agreement.rulesFor(offer);
  const steps = new Set([1, ...rules.map((rule) => rule.minQuantity)]);
  const breaks: PriceBreak[] = [];
  for (const minQuantity of [...steps].sort((a, b) => a - b)) {
    const { price } = priceBy(rules, offer, minQuantity);
    const previous = breaks.at(-1)?.price;
    if (previous?.minor !== price.minor || previous.currency !== price.currency) {
      breaks.push({ minQuantity, price });
    }
  }
  return breaks;
}
