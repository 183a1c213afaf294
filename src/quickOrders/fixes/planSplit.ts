// How a row can be ordered from two offers if none has its whole quantity. Pure. Invariant: both
// offers have the same condition, certificate, unit and currency, and the pieces sum exactly to the
// quantity, each in stock, in whole packs and at least the minimum.
import { comparePrices, multiplyPrice, type Price } from "../../price.ts";
import { isQuantityAllowed } from "../../pricing/orderTerms.ts";
import type { RowOnPage } from "../pageQueries.ts";
import type { OfferChoice, RowFacts } from "../rowFacts.ts";
import { findUnitFault } from "../supply/unitFault.ts";
import { hasCertificate } from "../supply/wantedCertificate.ts";

/** A part of a row's quantity, with the unit price at this quantity. */
type SplitPiece = {
  readonly choice: OfferChoice;
  readonly quantity: number;
  readonly unitPrice: Price;
};

export type Split = readonly [SplitPiece, SplitPiece];

type SplitFacts = Pick<RowFacts, "choices" | "makers" | "takers">;

function takePiece(choice: OfferChoice, quantity: number): SplitPiece | null {
  const isPossible = quantity <= choice.offer.stock && isQuantityAllowed(quantity, choice.terms);
  const unitPrice = isPossible ? choice.priceAt(quantity) : null;
  return unitPrice === null ? null : { choice, quantity, unitPrice };
}

/** Pairs of quantities that are tried, so that a list with large packs takes no longer. */
const maxSteps = 1_000;

/** Offers of which pairs are tried, in stock and cheapest first. */
const maxOffers = 20;

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** As much as possible from `first`, the rest from `second`; null if the sum is never exact. */
function splitOver(first: OfferChoice, second: OfferChoice, quantity: number): Split | null {
  const { multiple } = first.terms;
  if (quantity % greatestDivisor(multiple, second.terms.multiple) !== 0) return null;
  const most = Math.min(first.offer.stock, quantity - second.terms.minQuantity);
  const from = most - (most % multiple);
  // After as many steps as the other pack has units, the rests of the division repeat.
  const steps = Math.min(second.terms.multiple - 1, maxSteps);
  const to = Math.max(1, from - multiple * steps);
  for (let own = from; own >= to && quantity - own <= second.offer.stock; own -= multiple) {
    const pieces = [takePiece(first, own), takePiece(second, quantity - own)] as const;
    const [one, other] = pieces;
    if (one !== null && other !== null) return [one, other];
  }
  return null;
}

function totalOf(split: Split): bigint {
  return split.reduce((sum, one) => sum + multiplyPrice(one.unitPrice, one.quantity).minor, 0n);
}

function groupOf({ offer, unitPrice }: OfferChoice): string {
  const { condition, certificate, unitOfMeasure } = offer;
  return JSON.stringify([condition, certificate, unitOfMeasure, unitPrice?.currency]);
}

function listSplits(choices: readonly OfferChoice[], quantity: number): Split[] {
  return choices.flatMap((first) =>
    choices.flatMap((second) => {
      const split = first === second ? null : splitOver(first, second, quantity);
      return split === null ? [] : [split];
    }),
  );
}

function isOneCurrency([one, other]: Split): boolean {
  return one.unitPrice.currency === other.unitPrice.currency;
}

/** The split of the lowest total over two of these offers. */
function findCheapest(choices: readonly OfferChoice[], quantity: number): Split | undefined {
  const splits = listSplits(choices, quantity).filter(isOneCurrency);
  // Of equal totals, the one that names the cheaper offer first.
  const byTotal = (a: Split, b: Split) => Number(totalOf(a) - totalOf(b));
  return splits.toSorted(
    (a, b) => byTotal(a, b) || comparePrices(a[0].unitPrice, b[0].unitPrice),
  )[0];
}

/** The offers over which a row may be split, if it may and if none of them has all of it. */
function listFree(
  row: RowOnPage,
  { choices, takers }: SplitFacts,
): { readonly quantity: number; readonly free: readonly OfferChoice[] } | null {
  const { state, quantity, quantityText, askedQuantity, requestedQuantity } = row;
  const isOpen = state === "short" || state === "ambiguous";
  if (!isOpen || quantity === null) return null;
  if (askedQuantity !== null || requestedQuantity !== null) return null;
  const fitting = choices.filter(
    ({ offer, unitPrice }) =>
      unitPrice !== null && findUnitFault(quantityText, offer.unitOfMeasure) === null,
  );
  const isFree = ({ offer }: OfferChoice) =>
    offer.stock > 0 &&
    (takers.get(offer.offerId) ?? []).every((rowNumber) => rowNumber === row.rowNumber);
  const isEnough = (choice: OfferChoice) =>
    hasCertificate(choice.offer, row.certificate) && takePiece(choice, quantity) !== null;
  return fitting.some(isEnough) ? null : { quantity, free: fitting.filter(isFree) };
}

/**
 * The split of a row over two offers; null if one offer has all of it, or no two have exactly its
 * quantity. Offers that another row of the list would order are left out: their stock is spoken
 * for. A row that was reduced, rounded or converted before is not split, since its line names what
 * was asked for.
 */
export function planSplit(row: RowOnPage, facts: SplitFacts): Split | null {
  const found = facts.makers > 1 ? null : listFree(row, facts);
  if (found === null) return null;
  const certified = found.free
    .filter(({ offer }) => hasCertificate(offer, row.certificate))
    .toSorted((a, b) => Number((a.unitPrice?.minor ?? 0n) - (b.unitPrice?.minor ?? 0n)))
    .slice(0, maxOffers);
  for (const group of Map.groupBy(certified, groupOf).values()) {
    const split = findCheapest(group, found.quantity);
    if (split !== undefined) return split;
  }
  return null;
}
