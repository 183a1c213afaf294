import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { roundUpQuantity } from "../../pricing/orderTerms.ts";
import type { RowState } from "../../quickOrders/orderList.ts";
import type { QuoteReason } from "../../quoteRequests/quoteRequest.ts";

/**
 * Why an account cannot order this quantity of an offer, or its smallest one; null if it can. The
 * quantity is rounded up to what is sold. `taken` is what other rows take of its stock.
 */
export function findQuoteReason(
  { offer, price, terms }: LoadedOffer,
  quantity: number | null,
  taken = 0,
): QuoteReason | null {
  if (offer.status !== "ACTIVE") return "not found";
  const wanted = roundUpQuantity(quantity ?? 1, terms);
  if (!price.some(({ minQuantity }) => minQuantity <= wanted)) return "no price";
  return offer.stock - taken < wanted ? "no stock" : null;
}

const reasons: Partial<Readonly<Record<RowState, QuoteReason>>> = {
  not_found: "not found",
  not_orderable: "not found",
  on_request: "no price",
  bad_quantity: "quantity",
};

/** Why a row of a list that needs a quote cannot be ordered: what is not offered has no stock. */
export function findRowReason(state: RowState): QuoteReason {
  return reasons[state] ?? "no stock";
}
