// An offer to choose for a row. If the quantity is written in another unit than that of the offer,
// it says what it orders, and choosing it converts the quantity (decision 206).
import { describeOffer } from "../../../components/listRows.ts";
import { limits } from "../../../contract/limits.ts";
import { formatCount } from "../../../html/amount.ts";
import { roundUpQuantity } from "../../../pricing/orderTerms.ts";
import type { OfferChoice } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
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
