import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { roundUpQuantity } from "../../pricing/orderTerms.ts";
import type { RowState } from "../../quickOrders/orderList.ts";
import type { QuoteReason } from "../../quoteRequests/quoteRequest.ts";

/**
 * Why an account cannot order this quantity of an offer, or its smallest one; null if it can. The
 * quantity is rounded up to what is sold.
 */
export function findQuoteReason(
  { offer, price, terms }: LoadedOffer,
  quantity: number | null,
): QuoteReason | null {
  if (offer.status !== "ACTIVE") return "not found";
  const wanted = roundUpQuantity(quantity ?? 1, terms);
  if (!price.some(({ minQuantity }) => minQuantity <= wanted)) return "no price";
  return offer.stock < wanted ? "no stock" : null;
}

/** The states of the rows of a list that can need a quote, and why. */
const reasonOfState: Partial<Readonly<Record<RowState, QuoteReason>>> = {
  not_found: "not found",
  short: "no stock",
  on_request: "no price",
};

export function findRowReason(state: RowState): QuoteReason | null {
  return reasonOfState[state] ?? null;
}

export const quoteStates: readonly RowState[] = ["not_found", "short", "on_request"];
