// Chooses the cheapest offers for several rows of one part. Pure. Together they may need more than
// the cheapest offer has, although it has enough for some of them.
import type { OfferId } from "../../catalog/partId.ts";
import { multiplyPrice } from "../../price.ts";
import { isQuantityAllowed } from "../../pricing/orderTerms.ts";
import type { OfferChoice } from "../loadRowOffers.ts";

export type WantedRow = { readonly rowNumber: number; readonly quantity: number };

/** More ways than this are not compared: then one offer is for all rows. */
const maxWays = 4_096;

/** In minor units; null if the offer has not as much, or cannot be ordered in that quantity. */
function findTotal(choice: OfferChoice, quantity: number): bigint | null {
  const price = choice.priceAt(quantity);
  const isPossible =
    price !== null && choice.offer.stock >= quantity && isQuantityAllowed(quantity, choice.terms);
  return isPossible ? multiplyPrice(price, quantity).minor : null;
}

/** What all rows cost in one way, and of how many offers; null if it is not possible. */
function costOf(rows: readonly WantedRow[], chosen: readonly OfferChoice[]) {
  const quantities = new Map<OfferChoice, number>();
  rows.forEach(({ quantity }, at) => {
    const choice = chosen[at] as OfferChoice;
    quantities.set(choice, (quantities.get(choice) ?? 0) + quantity);
  });
  let total = 0n;
  for (const [choice, quantity] of quantities) {
    const own = findTotal(choice, quantity);
    if (own === null) return null;
    total += own;
  }
  return { total, offers: quantities.size, chosen };
}

/** Each way to choose one of the choices for each of so many rows. */
function* listWays(choices: readonly OfferChoice[], rows: number): Generator<OfferChoice[]> {
  if (rows === 0) yield [];
  else
    for (const way of listWays(choices, rows - 1)) for (const one of choices) yield [...way, one];
}

/** Those that can supply one of the rows; none if their prices cannot be compared. */
function listPossible(rows: readonly WantedRow[], choices: readonly OfferChoice[]) {
  const smallest = Math.min(...rows.map(({ quantity }) => quantity));
  const largest = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const priced = choices.flatMap((choice) => {
    const price = choice.priceAt(largest);
    return price === null || choice.offer.stock < smallest ? [] : { choice, price };
  });
  const currencies = new Set(priced.map(({ price }) => price.currency));
  return currencies.size > 1 ? [] : priced.map(({ choice }) => choice);
}

/**
 * By row number, the offers that have the exact quantities of all rows for the lowest total, of
 * equal totals from the fewest offers; undefined if there are none, or too many to compare.
 */
export function shareCheapest(
  rows: readonly WantedRow[],
  all: readonly OfferChoice[],
): ReadonlyMap<number, OfferId> | undefined {
  const choices = listPossible(rows, all);
  if (choices.length ** rows.length > maxWays) return undefined;
  let best: NonNullable<ReturnType<typeof costOf>> | null = null;
  for (const way of listWays(choices, rows.length)) {
    const cost = costOf(rows, way);
    if (cost === null) continue;
    const isBetter =
      best === null ||
      cost.total < best.total ||
      (cost.total === best.total && cost.offers < best.offers);
    if (isBetter) best = cost;
  }
  const chosen = best?.chosen;
  return (
    chosen &&
    new Map(rows.map(({ rowNumber }, at) => [rowNumber, (chosen[at] as OfferChoice).offer.offerId]))
  );
}
