// Which of several offers that fit a row can supply it. Pure. Invariant: an offer is only chosen
// for the buyer if the others have too little and it differs from them in nothing that makes it
// another part: condition, unit, currency, certificate (decision 258).
import type { Offer } from "../../catalog/offer.ts";
import { groupDigits } from "../../money.ts";
import type { Agreement, PricedOffer } from "../../pricing/agreement.ts";
import { findOrderTerms, isQuantityAllowed, reduceToStock } from "../../pricing/orderTerms.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import type { RowReading } from "../orderList.ts";
import { hasCertificate } from "../written/certificateWish.ts";
import { findUnitFault } from "../written/quantityText.ts";

type AskingRow = Pick<RowReading, "quantity" | "quantityText" | "certificate">;

/**
 * "only": no other offer has enough. "short": none has enough; `nearest` is the most that can be
 * ordered, null if a person has to choose an offer first. "open": a person decides; `hint` says
 * what the stock leaves, null if it leaves everything.
 */
type Supply =
  | { readonly outcome: "only"; readonly offer: Offer; readonly reason: string }
  | { readonly outcome: "short"; readonly nearest: number | null; readonly reason: string }
  | { readonly outcome: "open"; readonly hint: string | null };

export type SupplyFacts = {
  readonly agreement: Agreement;
  /** How many manufacturers make the part. */
  readonly makers: number;
  /** What the other rows of the list may order of the same offers. */
  readonly others: number;
};

/** Whether an offer has the quantity of a row in stock, at a price. */
export function canSupply(
  offer: PricedOffer & { readonly stock: number },
  agreement: Agreement,
  { quantity }: Pick<RowReading, "quantity">,
): boolean {
  const wanted = quantity ?? 1;
  return offer.stock >= wanted && findUnitPrice(offer, agreement, wanted).price !== null;
}

/** Without a requested one, an offer has to list all certificates that any of them lists. */
function hasPapers(offer: Offer, offers: readonly Offer[], wanted: string | null): boolean {
  if (wanted !== null) return hasCertificate(offer, wanted);
  const own = offer.certificate?.split("; ") ?? [];
  return offers.every(({ certificate }) =>
    (certificate?.split("; ") ?? []).every((code) => own.includes(code)),
  );
}

/** Whether an offer is the same part as the others, and no worse. */
function isSamePart(
  offer: Offer,
  offers: readonly Offer[],
  { certificate, quantity }: AskingRow,
  { makers, agreement }: SupplyFacts,
): boolean {
  const currencyOf = (one: Offer) => findUnitPrice(one, agreement, quantity ?? 1).price?.currency;
  const currency = currencyOf(offer);
  return (
    makers < 2 &&
    hasPapers(offer, offers, certificate) &&
    offers.every(
      (one) =>
        one.condition === offer.condition &&
        one.unitOfMeasure === offer.unitOfMeasure &&
        (currencyOf(one) ?? currency) === currency,
    )
  );
}

function isOrderable(offer: Offer, quantity: number, { agreement }: SupplyFacts): boolean {
  const isPriced = findUnitPrice(offer, agreement, quantity).price !== null;
  return isPriced && isQuantityAllowed(quantity, findOrderTerms(offer, agreement));
}

/** The most that one of the offers has, if that can be ordered; null if it may be another part. */
function findMost(
  row: AskingRow,
  quantity: number,
  offers: readonly Offer[],
  facts: SupplyFacts,
): number | null {
  const possible = offers.map((offer) => {
    const most = reduceToStock(quantity, offer.stock, findOrderTerms(offer, facts.agreement));
    return { offer, most: isOrderable(offer, most, facts) ? most : 0 };
  });
  const most = Math.max(...possible.map((one) => one.most));
  const best = possible.filter((one) => one.most === most);
  const isClear = best.some(({ offer }) => isSamePart(offer, offers, row, facts));
  return isClear && most > 0 && most <= quantity ? most : null;
}

/** What the stock of several offers that fit a row means for it. */
export function weighSupply(row: AskingRow, offers: readonly Offer[], facts: SupplyFacts): Supply {
  const { quantity, quantityText } = row;
  const isUnclear = ({ unitOfMeasure }: Offer) => findUnitFault(quantityText, unitOfMeasure);
  if (quantity === null || offers.some(isUnclear)) return { outcome: "open", hint: null };
  const wanted = groupDigits(quantity);
  const enough = offers.filter(({ stock }) => stock >= quantity);
  const [only] = enough;
  if (only === undefined) {
    const most = Math.max(...offers.map(({ stock }) => stock));
    const reason =
      most === 0
        ? `${offers.length} offers, none in stock.`
        : `No offer has ${wanted} in stock. The most is ${groupDigits(most)}.`;
    return { outcome: "short", nearest: findMost(row, quantity, offers, facts), reason };
  }
  if (enough.length > 1) return { outcome: "open", hint: null };
  const isEnough = only.stock >= quantity + facts.others;
  if (isEnough && isOrderable(only, quantity, facts) && isSamePart(only, offers, row, facts)) {
    return { outcome: "only", offer: only, reason: "Only offer with enough stock." };
  }
  const hint = `Only ${only.vendor} (${only.condition}) has enough stock.`;
  return { outcome: "open", hint };
}
