// The quantities of an order by offer: stock is taken on them, and breaks are judged (decision 26).
import type { OfferId } from "../catalog/partId.ts";

/** The quantity of each offer over all lines, in the order of the offers' ids. */
export function sumByOffer(
  lines: readonly { readonly offerId: OfferId; readonly quantity: number }[],
): Map<OfferId, number> {
  const sums = new Map<OfferId, number>();
  for (const { offerId, quantity } of lines.toSorted((a, b) => a.offerId - b.offerId)) {
    sums.set(offerId, (sums.get(offerId) ?? 0) + quantity);
  }
  return sums;
}
