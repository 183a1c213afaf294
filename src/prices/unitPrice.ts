// What an account pays for one unit of an offer, at one quantity or at every break. Invariant: only
// a contract line with a price of its own can exceed the list price.
import { isSamePrice, type Price } from "../kit/price.ts";
import type { Agreement, AgreementRule, PricedOffer } from "./agreement.ts";
import { explainPrice } from "./explainPrice.ts";
import { findOrderTerms, nearestAllowedQuantity, type OrderTerms } from "./orderTerms.ts";
import type { DatedQuote } from "./quote.ts";

/**
 * A unit price and the rule that set it; `rule` is null if it is the list price. A price of null is
 * on request.
 */
export type UnitPrice = { readonly price: Price | null; readonly rule: AgreementRule | null };

/** A step of a price: what one unit costs from `minQuantity` units on. */
export type PriceBreak = { readonly minQuantity: number; readonly price: Price };

/** The account's price for one unit when `quantity` units are ordered; see `explainPrice`. */
export function findUnitPrice(
  offer: PricedOffer,
  agreement: Agreement,
  quantity: number,
  quote: DatedQuote | null = null,
): UnitPrice {
  const { price, rule } = explainPrice(offer, agreement.findRules(offer), quantity, quote);
  return { price, rule };
}

/** The account's price of an offer at every quantity; see `listPriceBreaks`. */
export type AccountPrice = readonly PriceBreak[];

/** The breaks of `listPriceBreaks`, each computed when it is read. */
function* readPriceBreaks(
  offer: PricedOffer & OrderTerms,
  agreement: Agreement,
): Generator<PriceBreak, void> {
  const rules = agreement.findRules(offer);
  const inForce = rules.filter(({ status }) => status === "in_force");
  const smallest = nearestAllowedQuantity(1, findOrderTerms(offer, agreement));
  if (inForce.length === 0) {
    if (offer.listPrice !== null) yield { minQuantity: smallest, price: offer.listPrice };
    return;
  }
  const steps = inForce.map(({ rule }) => rule.minQuantity).filter((step) => step > smallest);
  let previous: Price | undefined;
  for (const minQuantity of [smallest, ...new Set(steps)].sort((a, b) => a - b)) {
    const { price } = explainPrice(offer, inForce, minQuantity);
    if (price === null || (previous && isSamePrice(previous, price))) continue;
    yield { minQuantity, price };
    previous = price;
  }
}

/**
 * Every quantity at which the account's unit price changes, with the price from there. Begins at
 * the smallest quantity that the account can order and that has a price; empty if the price is on
 * request.
 */
export function listPriceBreaks(
  offer: PricedOffer & OrderTerms,
  agreement: Agreement,
): PriceBreak[] {
  return [...readPriceBreaks(offer, agreement)];
}

/** The first of `listPriceBreaks`; null if the price is on request. */
export function findFirstPrice(
  offer: PricedOffer & OrderTerms,
  agreement: Agreement,
): Price | null {
  return readPriceBreaks(offer, agreement).next().value?.price ?? null;
}
