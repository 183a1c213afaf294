// What each bulk action makes of a row. Pure. Invariant: an action never mixes conditions or
// manufacturers, and never chooses a price that it cannot compare.
import type { OfferId } from "../../catalog/partId.ts";
import { isQuantityAllowed } from "../../pricing/orderTerms.ts";
import type { OfferChoice } from "../loadRowOffers.ts";
import type { RowState } from "../orderList.ts";
import type { RowOnPage } from "../pageQueries.ts";

export const bulkActions = [
  "prefer_ne",
  "cheapest",
  "reduce",
  "round",
  "remove_not_found",
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What can be undone: a bulk action, or the removal of one row. */
export type UndoableAction = BulkAction | "remove";

/** The rows to which an action may apply. */
export const stateOfAction: Readonly<Record<BulkAction, RowState>> = {
  prefer_ne: "ambiguous",
  cheapest: "ambiguous",
  reduce: "short",
  round: "bad_quantity",
  remove_not_found: "not_found",
};

const newCondition = "NE";

/** What is known of a row: its choices, and the quantity of all rows with the same choices. */
export type RowFacts = {
  readonly choices: readonly OfferChoice[];
  readonly makers: number;
  readonly needed: number;
};

export type RowChange =
  | { readonly kind: "remove" }
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "choice"; readonly offerId: OfferId }
  | { readonly kind: "quantity"; readonly quantity: number };

/**
 * The cheapest of the choices that has `needed` in stock and can be ordered in that quantity; none
 * if they differ in condition, manufacturer or currency. Choices are cheapest first.
 */
function findCheapest({ choices, makers, needed }: RowFacts): OfferId | undefined {
  const distinct = (values: readonly string[]) => new Set(values).size;
  if (makers > 1) return undefined;
  if (distinct(choices.map(({ offer }) => offer.condition)) > 1) return undefined;
  const possible = choices.filter(
    ({ offer, unitPrice, terms }) =>
      unitPrice !== null && offer.stock >= needed && isQuantityAllowed(needed, terms),
  );
  if (distinct(possible.map(({ unitPrice }) => unitPrice?.currency ?? "")) > 1) return undefined;
  return possible[0]?.offer.offerId;
}

export function planChange(
  action: BulkAction,
  row: RowOnPage,
  facts: RowFacts,
): RowChange | undefined {
  const { quantity, nearestQuantity } = row;
  switch (action) {
    case "remove_not_found":
      return { kind: "remove" };
    case "prefer_ne": {
      const isNew = facts.choices.some(({ offer }) => offer.condition === newCondition);
      if (row.condition !== null || !isNew) return undefined;
      return { kind: "condition", condition: newCondition };
    }
    case "cheapest": {
      const offerId = quantity === null ? undefined : findCheapest(facts);
      return offerId === undefined ? undefined : { kind: "choice", offerId };
    }
    case "reduce":
    case "round":
      // A missing quantity is for a person.
      if (quantity === null || nearestQuantity === null) return undefined;
      if (action === "reduce" && nearestQuantity > quantity) return undefined;
      return { kind: "quantity", quantity: nearestQuantity };
  }
}
