// What a quantity in another unit becomes in the unit of its part. Pure. Invariant: it is certain
// whatever offer is chosen later, because all offers that fit the row are sold in one unit.

import { limits } from "../../contract/limits.ts";
import type { Money } from "../../money.ts";
import { multiplyPrice } from "../../price.ts";
import { type OrderTerms, roundUpQuantity } from "../../pricing/orderTerms.ts";
import { convertQuantity } from "../../reading/quantity.ts";
import type { RowOnPage } from "../pageQueries.ts";
import type { OfferChoice, RowFacts } from "../rowFacts.ts";

/**
 * `asked` of `unit` is what the list wants, and `exact` how much that is before it is rounded up;
 * null if it is not. `quantity` is ordered for it: more, if `terms` need whole packs or a minimum.
 * `cost` is null as long as the row names no offer, or if that has no price.
 */
export type Conversion = {
  readonly quantity: number;
  readonly unit: string;
  readonly asked: number;
  readonly exact: string | null;
  readonly terms: OrderTerms | null;
  readonly cost: Money | null;
};

/** What a row is sold in; without an offer, terms only if all of its choices have the same. */
function findSoldIn(
  { state }: RowOnPage,
  choices: readonly OfferChoice[],
  named: OfferChoice | null,
): { readonly unit: string; readonly terms: OrderTerms | null } | null {
  if (state === "bad_quantity") {
    return named === null ? null : { unit: named.offer.unitOfMeasure, terms: named.terms };
  }
  const [first, ...others] = choices;
  const unit = first?.offer.unitOfMeasure;
  if (state !== "ambiguous" || first === undefined || unit === undefined) return null;
  if (others.some(({ offer }) => offer.unitOfMeasure !== unit)) return null;
  const { minQuantity, multiple } = first.terms;
  const isSame = others.every(
    ({ terms }) => terms.minQuantity === minQuantity && terms.multiple === multiple,
  );
  return { unit, terms: isSame ? first.terms : null };
}

/** The conversion of a row; null if it needs none, or if it is not certain. */
export function planConversion(
  row: RowOnPage,
  { choices, named }: Pick<RowFacts, "choices" | "named">,
): Conversion | null {
  const soldIn = findSoldIn(row, choices, named);
  const converted = soldIn && convertQuantity(row.quantityText, soldIn.unit);
  if (soldIn === null || converted === null) return null;
  const { unit, terms } = soldIn;
  const { count: asked, exact } = converted;
  const quantity = terms === null ? asked : roundUpQuantity(asked, terms);
  const price = row.state === "bad_quantity" ? (named?.priceAt(quantity) ?? null) : null;
  const cost = price && multiplyPrice(price, quantity);
  return quantity > limits.quantity ? null : { quantity, unit, asked, exact, terms, cost };
}
