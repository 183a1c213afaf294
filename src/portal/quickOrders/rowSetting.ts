// What the rows of a list are rendered with, and the form that they share.
import type { OfferId } from "../../catalog/partId.ts";
import type { Split } from "../../quickOrders/bulk/planSplit.ts";
import type { OfferChoice, RowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { RefusedRows } from "./saveRows.ts";

/** What rows are rendered with. */
export type RowSetting = {
  readonly listId: string;
  readonly offers: RowOffers;
  /** By offer, the rows of the list that would order it. */
  readonly sharing: ReadonlyMap<OfferId, readonly number[]>;
  /** By row number, how rows can be ordered from two offers, because none has enough. */
  readonly splits: ReadonlyMap<number, Split>;
  readonly mintPartId: (choice: OfferChoice) => string;
  readonly refused: RefusedRows;
  /** The headers of the list, for what else its cells say. */
  readonly headers: readonly string[];
  readonly now: Date;
};

/** The id of the form of all rows of a page. */
export const rowsForm = "rows";
