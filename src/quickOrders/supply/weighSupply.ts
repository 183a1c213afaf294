// Which of several offers that fit a row can supply it. Pure. Invariant: an offer is only chosen
// for the buyer if the others have too little and it differs from them in nothing that makes it
// another part: condition, unit, currency, certificate.
import type { Offer } from "../../catalog/offer.ts";
import { groupDigits } from "../../money.ts";
import type { Agreement, PricedOffer } from "../../pricing/agreement.ts";
import { findOrderTerms, reduceToStock } from "../../pricing/orderTerms.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import type { RowReading } from "../orderList.ts";
import {
  isOrderable,
  isSamePart,
  listEnough,
  type OpenRow,
  readClearQuantity,
  type StockUse,
  type SupplyFacts,
} from "./shareStock.ts";

/**
 * "only": no other offer has enough. "short": none has enough; `nearest` is the most that can be
 * ordered, null if a person has to choose an offer first. "open": a person decides; `hint` says
 * what the stock leaves, null if it leaves everything.
 */
type Supply =
  | { readonly outcome: "only"; readonly offer: Offer; readonly reason: string }
  | { readonly outcome: "short"; readonly nearest: number | null; readonly reason: string }
  | { readonly outcome: "open"; readonly hint: string | null };

/** Whether an offer has the quantity of a row in stock, at a price. */
export function canSupply(
  offer: PricedOffer & { readonly stock: number },
  agreement: Agreement,
  { quantity }: Pick<RowReading, "quantity">,
): boolean {
  const wanted = quantity ?? 1;
  return offer.stock >= wanted && findUnitPrice(offer, agreement, wanted).price !== null;
}

/** What other rows leave of an offer for a row that it has not enough for. */
function countLeft({ offerId, stock }: Offer, { taken, contended }: StockUse): number {
  return Math.max(0, stock - (taken.get(offerId) ?? 0) - (contended.get(offerId) ?? 0));
}

/** The most that an offer has left, if that can be ordered; null if it may be another part. */
function findMost(
  open: OpenRow,
  quantity: number,
  use: StockUse,
  facts: SupplyFacts,
): number | null {
  const possible = open.fitting.map((offer) => {
    const terms = findOrderTerms(offer, facts.agreement);
    const most = reduceToStock(quantity, countLeft(offer, use), terms);
    return { offer, most: isOrderable(offer, most, facts) ? most : 0 };
  });
  const most = Math.max(...possible.map((one) => one.most));
  const best = possible.filter((one) => one.most === most);
  const isClear = best.some(({ offer }) => isSamePart(offer, open, facts));
  return isClear && most > 0 && most <= quantity ? most : null;
}

const afterOthers = "after the other rows of the part";

/** Why no offer has the quantity of a row: there is too little, or other rows order it. */
function describeShort({ fitting }: OpenRow, quantity: number, use: StockUse): string {
  const inStock = Math.max(...fitting.map(({ stock }) => stock));
  const most = Math.max(...fitting.map((offer) => countLeft(offer, use)));
  const isShared = most < inStock;
  if (most === 0) {
    const count = `${fitting.length} offers, none`;
    return isShared ? `${count} with stock left ${afterOthers}.` : `${count} in stock.`;
  }
  const where = isShared ? `left ${afterOthers}` : "in stock";
  return `No offer has ${groupDigits(quantity)} ${where}. The most is ${groupDigits(most)}.`;
}

/** Names the only offer that has enough for a row, and whether it has for the other rows too. */
function describeOnly(offer: Offer, quantity: number, { taken, contended }: StockUse): string {
  const { offerId, stock, vendor, condition } = offer;
  const subject = `Only ${vendor} (${condition}) has enough stock`;
  const all = (taken.get(offerId) ?? 0) + (contended.get(offerId) ?? quantity);
  if (stock >= all) return `${subject}.`;
  const has = `${groupDigits(stock)} in stock, ${groupDigits(all)} needed`;
  return `${subject}, but not for all rows of the part: ${has}.`;
}

/** What the stock of several offers that fit a row means for it. */
export function weighSupply(open: OpenRow, use: StockUse, facts: SupplyFacts): Supply {
  const given = use.given.get(open);
  const quantity = readClearQuantity(open);
  if (quantity === null) return { outcome: "open", hint: null };
  if (given !== undefined) {
    const isShared = open.fitting.filter(({ stock }) => stock >= quantity).length > 1;
    const why = isShared ? ` left ${afterOthers}` : "";
    return { outcome: "only", offer: given, reason: `Only offer with enough stock${why}.` };
  }
  const [only, ...others] = listEnough(open, use.taken);
  if (only === undefined) {
    const nearest = findMost(open, quantity, use, facts);
    return { outcome: "short", nearest, reason: describeShort(open, quantity, use) };
  }
  const hint = others.length > 0 ? null : describeOnly(only, quantity, use);
  return { outcome: "open", hint };
}
