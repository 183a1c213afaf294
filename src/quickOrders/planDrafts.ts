// How the ready rows of a list go into drafts. Pure. Invariant: a draft has one currency and at
// most 500 lines, and all rows of one offer go into the same draft, so that its price stays.

import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import type { Currency } from "../money.ts";
import type { OfferQuantity } from "../orders/drafts/editLines.ts";

/** A ready row as far as a draft needs it. */
export type DraftRow = {
  readonly rowNumber: number;
  readonly offerId: OfferId;
  readonly quantity: number;
  readonly currency: Currency;
};

/** A draft to be made: its lines in the order of the rows, an offer a line. */
export type PlannedDraft = {
  readonly currency: Currency;
  readonly lines: readonly OfferQuantity[];
  readonly rowNumbers: readonly number[];
};

type OpenDraft = { readonly quantities: Map<OfferId, number>; readonly rowNumbers: number[] };

function fillDrafts(rows: readonly DraftRow[], most: number): OpenDraft[] {
  const drafts: OpenDraft[] = [];
  const draftOf = new Map<OfferId, OpenDraft>();
  for (const { rowNumber, offerId, quantity } of rows) {
    let draft = draftOf.get(offerId) ?? drafts.at(-1);
    if (draft === undefined || (!draftOf.has(offerId) && draft.quantities.size >= most)) {
      draft = { quantities: new Map(), rowNumbers: [] };
      drafts.push(draft);
    }
    draftOf.set(offerId, draft);
    draft.quantities.set(offerId, (draft.quantities.get(offerId) ?? 0) + quantity);
    draft.rowNumbers.push(rowNumber);
  }
  return drafts;
}

/** The drafts that hold all rows, a currency after the other, in the order of the rows. */
export function planDrafts(
  rows: readonly DraftRow[],
  most: number = limits.orderLines,
): PlannedDraft[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) =>
    fillDrafts(ofCurrency, most).map(({ quantities, rowNumbers }) => ({
      currency,
      lines: Array.from(quantities, ([offerId, quantity]) => ({ offerId, quantity })),
      rowNumbers,
    })),
  );
}
