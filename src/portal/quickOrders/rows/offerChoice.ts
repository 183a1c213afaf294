// An offer to choose for a row. If the quantity is written in another unit than that of the offer,
// it says what it orders, and choosing it converts the quantity (decision 206).
import { describeOffer } from "../../../components/listRows.ts";
import { limits } from "../../../contract/limits.ts";
import { formatCount } from "../../../html/amount.ts";
import { multiplyPrice } from "../../../price.ts";
import { roundUpQuantity } from "../../../pricing/orderTerms.ts";
import type { OfferChoice } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { hasCertificate } from "../../../quickOrders/written/certificateWish.ts";
import { convertQuantity, findUnitFault } from "../../../quickOrders/written/quantityText.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

type Choosing = Pick<RowOnPage, "quantity" | "quantityText">;

/** The quantity in the unit of an offer, and in whole packs; null if it is written in that unit. */
function findConverted({ quantityText }: Choosing, { offer, terms }: OfferChoice) {
  const converted = convertQuantity(quantityText, offer.unitOfMeasure);
  if (converted === null) return null;
  const { count } = converted;
  const ordered = roundUpQuantity(count, terms);
  return ordered > limits.quantity ? null : { count, ordered };
}

/**
 * The quantity that choosing an offer orders, in whole packs, and whether it is exactly what is
 * needed. Null if it is unclear.
 */
export function findOrdered(row: Choosing, choice: OfferChoice) {
  const converted = findConverted(row, choice);
  if (converted !== null) {
    const { count, ordered: quantity } = converted;
    return { quantity, isExact: quantity === count, isConverted: true };
  }
  const isUnclear = findUnitFault(row.quantityText, choice.offer.unitOfMeasure) !== null;
  if (row.quantity === null || isUnclear) return null;
  const quantity = roundUpQuantity(row.quantity, choice.terms);
  if (quantity > limits.quantity) return null;
  return { quantity, isExact: quantity === row.quantity, isConverted: false };
}

/**
 * Of the offers that have in stock what choosing them orders, the one with the lowest total, with
 * the requested certificate, and in exactly the needed quantity if any is sold so. Undefined if
 * none is, or if their currencies differ. The bulk action weighs them in the same way.
 */
export function findCheapest(
  row: Choosing & Pick<RowOnPage, "certificate">,
  choices: readonly OfferChoice[],
): OfferChoice | undefined {
  const possible = choices.flatMap((choice) => {
    const { offer } = choice;
    const ordered = findOrdered(row, choice);
    const price = ordered && choice.priceAt(ordered.quantity);
    if (ordered === null || price === null || offer.stock < ordered.quantity) return [];
    if (!hasCertificate(offer, row.certificate)) return [];
    return [{ choice, isExact: ordered.isExact, total: multiplyPrice(price, ordered.quantity) }];
  });
  const exact = possible.filter(({ isExact }) => isExact);
  const compared = exact.length > 0 ? exact : possible;
  if (new Set(compared.map(({ total }) => total.currency)).size > 1) return undefined;
  const [first] = compared.toSorted((a, b) => Number(a.total.minor - b.total.minor));
  return first?.choice;
}

/** "400 FT:329": what is ordered in the unit of an offer, and what is needed of it. */
export function nameConverted(
  { ordered, count }: { readonly ordered: number; readonly count: number },
  { unitOfMeasure }: { readonly unitOfMeasure: string },
): string {
  return `${ordered} ${unitOfMeasure}:${count}`;
}

export function describeChoice(row: Choosing, choice: OfferChoice): string {
  const { offer } = choice;
  const converted = findConverted(row, choice);
  if (converted === null) {
    const isUnclear = findUnitFault(row.quantityText, offer.unitOfMeasure) !== null;
    return describeOffer(choice, isUnclear ? null : row.quantity);
  }
  const { count, ordered } = converted;
  const priced = { ...choice, unitPrice: choice.priceAt(ordered) };
  const orders = texts.orders(formatCount(ordered), offer.unitOfMeasure);
  return `${describeOffer(priced, count)}, ${orders}`;
}

/** Name and value of the remedy that chooses an offer. `readWish` reads them. */
export function nameChoice(
  row: Choosing,
  choice: OfferChoice,
  { mintPartId }: Pick<RowSetting, "mintPartId">,
): readonly [name: string, value: string] {
  const converted = findConverted(row, choice);
  const partId = mintPartId(choice);
  return converted === null
    ? ["offer", partId]
    : ["offer_convert", `${nameConverted(converted, choice.offer)}:${partId}`];
}
