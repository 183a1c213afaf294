// What an account pays for one unit of an offer (decision 28): one pure function over the list
// price and the account's agreement. Invariant: only a contract line with a price of its own can
// go above list.
import { type BasisPoints, type Currency, type Money, takePercentOff } from "../money.ts";

/** What a rule of an agreement gives: a price of its own, or a percentage off the list price. */
export type AgreedTerm =
  | { readonly kind: "price"; readonly price: Money }
  | { readonly kind: "discount"; readonly basisPoints: BasisPoints };

/**
 * One rule of an account's agreement. A `part` rule may be narrowed to a vendor or a condition, a
 * `vendor` rule names its vendor, an `account` rule neither. Dates are days in UTC, both inclusive.
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

/** A unit price and the rule that set it; `rule` is null where it is the list price. */
export type UnitPrice = { readonly price: Money; readonly rule: AgreementRule | null };

/** A step of a price: what one unit costs from `minQuantity` units on. */
export type PriceBreak = { readonly minQuantity: number; readonly price: Money };

function matchesOffer(rule: AgreementRule, offer: PricedOffer): boolean {
  return (
    (rule.partNumberKey === null || rule.partNumberKey === offer.partNumberKey) &&
    (rule.vendor === null || rule.vendor === offer.vendor) &&
    (rule.condition === null || rule.condition === offer.condition)
  );
}

/** Higher wins: part before vendor before account; among part rules the more narrowly drawn one. */
function precedence(rule: AgreementRule): number {
  if (rule.scope === "account") return 0;
  if (rule.scope === "vendor") return 1;
  return 2 + (rule.vendor === null ? 0 : 2) + (rule.condition === null ? 0 : 1);
}

function applyTerm(rule: AgreementRule, listPrice: Money): Money {
  if (rule.term.kind === "discount") {
    const minor = takePercentOff(listPrice.minor, rule.term.basisPoints);
    return { minor, currency: listPrice.currency };
  }
  const { price } = rule.term;
  const aboveList = price.currency === listPrice.currency && price.minor > listPrice.minor;
  return aboveList && rule.scope !== "part" ? listPrice : price;
}

/**
 * The rules that hold for this offer on this day (YYYY-MM-DD, UTC), whatever the quantity. Where
 * two differ in nothing but their first day, the later one took the place of the other: so a rise
 * takes effect too.
 */
function listRulesInForce(
  offer: PricedOffer,
  rules: readonly AgreementRule[],
  day: string,
): AgreementRule[] {
  const latest = new Map<string, AgreementRule>();
  for (const rule of rules) {
    const holds = rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo);
    if (!holds || !matchesOffer(rule, offer)) continue;
    const place = `${precedence(rule)} ${rule.minQuantity}`;
    const other = latest.get(place);
    if (other === undefined || other.validFrom < rule.validFrom) latest.set(place, rule);
  }
  return [...latest.values()];
}

/**
 * The account's price for one unit when `quantity` units are ordered on `day` (YYYY-MM-DD, UTC):
 * the contract line for the part, else the rule for the vendor, else the account's discount, else
 * list; among the winner's quantity breaks the lowest price (decision 28). A rule whose smallest
 * break is above the quantity does not apply, and the next one is asked.
 */
export function findUnitPrice(
  offer: PricedOffer,
  rules: readonly AgreementRule[],
  quantity: number,
  day: string,
): UnitPrice {
  let best: { rank: number; price: Money; rule: AgreementRule } | undefined;
  for (const rule of listRulesInForce(offer, rules, day)) {
    if (rule.minQuantity > quantity) continue;
    const rank = precedence(rule);
    const price = applyTerm(rule, offer.listPrice);
    if (
      best === undefined ||
      rank > best.rank ||
      (rank === best.rank && price.minor < best.price.minor)
    ) {
      best = { rank, price, rule };
    }
  }
  return best === undefined ? { price: offer.listPrice, rule: null } : best;
}

/**
 * Every quantity at which the account's unit price changes, from 1 on, with the price from there.
 */
export function listPriceBreaks(
  offer: PricedOffer,
  rules: readonly AgreementRule[],
  day: string,
): PriceBreak[] {
  const steps = new Set([
    1,
    ...listRulesInForce(offer, rules, day).map((rule) => rule.minQuantity),
  ]);
  const breaks: PriceBreak[] = [];
  for (const minQuantity of [...steps].sort((a, b) => a - b)) {
    const { price } = findUnitPrice(offer, rules, minQuantity, day);
    const previous = breaks.at(-1)?.price;
    if (previous?.minor !== price.minor || previous.currency !== price.currency) {
      breaks.push({ minQuantity, price });
    }
  }
  return breaks;
}

/** True where both prices are of one currency, so that they can be added. */
export function shareCurrency(prices: readonly { readonly currency: Currency }[]): boolean {
  return prices.every((price) => price.currency === prices[0]?.currency);
}
