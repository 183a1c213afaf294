// Distributes the ready rows of a list over drafts. Pure. Invariant: a draft has one currency and
// at most 500 lines, and all rows of one offer go into the same draft, so that their price stays.
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import type { Currency } from "../money.ts";
import type { OfferQuantity } from "../orders/drafts/editLines.ts";

export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
};

/** A draft to be created: one line per offer, in the order of the rows. */
export type PlannedDraft = {
  readonly currency: Currency;
  readonly lines: readonly OfferQuantity[];
  readonly rowNumbers: readonly number[];
};

type OpenDraft = { readonly quantities: Map<OfferId, number>; readonly rowNumbers: number[] };

function fillDrafts(rows: readonly DraftRow[], maxLines: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
  const draftOf = new Map<OfferId, OpenDraft>();
  for (const { rowNumber, offerId, quantity } of rows) {
    let draft = draftOf.get(offerId) ?? drafts.at(-1);
    if (draft === undefined || (!draftOf.has(offerId) && draft.quantities.size >= maxLines)) {
      draft = { quantities: new Map(), rowNumbers: [] };
      drafts.push(draft);
    }
    draftOf.set(offerId, draft);
    draft.quantities.set(offerId, (draft.quantities.get(offerId) ?? 0) + quantity);
    draft.rowNumbers.push(rowNumber);
  }
  return drafts;
}

/** The drafts for all rows, grouped by currency, in the order of the rows. */
export function planDrafts(
  rows: readonly DraftRow[],
  maxLines: number = limits.orderLines,
): PlannedDraft[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) =>
    fillDrafts(ofCurrency, maxLines).map(({ quantities, rowNumbers }) => ({
      currency,
      lines: Array.from(quantities, ([offerId, quantity]) => ({ offerId, quantity })),
      rowNumbers,
    })),
  );
}
