// An offer to choose for a row. If it is ordered in another quantity than that of the row, which is
// in another unit or no whole pack, it says so, and choosing it stores what it says.
import { describeOffer } from "../../../components/listRows.ts";
import { limits } from "../../../contract/limits.ts";
import { formatCount } from "../../../html/amount.ts";
import { multiplyPrice } from "../../../price.ts";
import { roundUpQuantity } from "../../../pricing/orderTerms.ts";
import type { OfferChoice, RowOffers } from "../../../quickOrders/loadRowOffers.ts";
import type { RowOnPage } from "../../../quickOrders/pageQueries.ts";
import { findUnitFault } from "../../../quickOrders/supply/unitFault.ts";
import { hasCertificate } from "../../../quickOrders/supply/wantedCertificate.ts";
import { convertQuantity } from "../../../reading/quantity.ts";
import type { RowSetting } from "../rowSetting.ts";
import { texts } from "./texts.ts";

type Choosing = Pick<RowOnPage, "rowNumber" | "quantity" | "quantityText">;
type Sharing = Pick<RowSetting, "sharing">;

/**
 * The quantity that choosing an offer orders, in whole packs, and how much of its unit is needed.
 * Null if it is unclear.
 */
export function findOrdered({ quantity, quantityText }: Choosing, { offer, terms }: OfferChoice) {
  const { unitOfMeasure } = offer;
  const converted = convertQuantity(quantityText, unitOfMeasure);
  const isUnclear = converted === null && findUnitFault(quantityText, unitOfMeasure) !== null;
  const needed = isUnclear ? null : (converted?.count ?? quantity);
  if (needed === null) return null;
  const ordered = roundUpQuantity(needed, terms);
  if (ordered > limits.quantity) return null;
  return { quantity: ordered, needed, isConverted: converted !== null };
}

type Ordered = NonNullable<ReturnType<typeof findOrdered>>;

/**
 * What choosing an offer stores as the quantity of a row; null leaves it as it is. Packs are only
 * filled if no other row of the list orders the offer: with others they are filled together.
 */
function findStored(row: Choosing, choice: OfferChoice, { sharing }: Sharing): Ordered | null {
  const ordered = findOrdered(row, choice);
  if (ordered === null || ordered.isConverted) return ordered;
  const rows = sharing.get(choice.offer.offerId) ?? [];
  const isShared = rows.some((rowNumber) => rowNumber !== row.rowNumber);
  return isShared || ordered.quantity === ordered.needed ? null : ordered;
}

/** Whether choices differ in what makes them hard to compare. */
function areMixed(choices: readonly OfferChoice[]): boolean {
  const kinds = choices.map(({ offer }) => `${offer.condition} ${offer.unitOfMeasure}`);
  return new Set(kinds).size > 1;
}

/**
 * Of all choices of a row that have in stock what choosing them orders, the one with the lowest
 * total, with the requested certificate, and in exactly the needed quantity if any is sold so.
 * Undefined if none is, or if currencies, conditions, units or manufacturers differ. Other rows of
 * the list do not count.
 */
export function findCheapest(
  row: Choosing & Pick<RowOnPage, "certificate">,
  { choices, makers }: Pick<RowOffers, "choices" | "makers">,
): OfferChoice | undefined {
  const all = choices.get(row.rowNumber) ?? [];
  if (areMixed(all) || (makers.get(row.rowNumber) ?? 0) > 1) return undefined;
  const possible = all.flatMap((choice) => {
    const { offer } = choice;
    const ordered = findOrdered(row, choice);
    const price = ordered && choice.priceAt(ordered.quantity);
    if (ordered === null || price === null || offer.stock < ordered.quantity) return [];
    if (!hasCertificate(offer, row.certificate)) return [];
    const { quantity, needed } = ordered;
    return [{ choice, isExact: quantity === needed, total: multiplyPrice(price, quantity) }];
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

export function describeChoice(row: Choosing, choice: OfferChoice, sharing: Sharing): string {
  const { offer } = choice;
  const stored = findStored(row, choice, sharing);
  if (stored === null) {
    const isUnclear = findUnitFault(row.quantityText, offer.unitOfMeasure) !== null;
    return describeOffer(choice, isUnclear ? null : row.quantity);
  }
  const { quantity, needed } = stored;
  const priced = { ...choice, unitPrice: choice.priceAt(quantity) };
  const orders = texts.orders(formatCount(quantity), offer.unitOfMeasure);
  return `${describeOffer(priced, needed)}, ${orders}`;
}

/** Name and value of the remedy that chooses an offer. `readWish` reads them. */
export function nameChoice(
  row: Choosing,
  choice: OfferChoice,
  setting: Sharing & Pick<RowSetting, "mintPartId">,
): readonly [name: string, value: string] {
  const stored = findStored(row, choice, setting);
  const partId = setting.mintPartId(choice);
  if (stored === null) return ["offer", partId];
  const { quantity, needed, isConverted } = stored;
  if (!isConverted) return ["offer_round", `${quantity}:${needed}:${partId}`];
  const converted = nameConverted({ ordered: quantity, count: needed }, choice.offer);
  return ["offer_convert", `${converted}:${partId}`];
}
