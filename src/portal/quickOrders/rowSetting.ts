// What the rows of a list are rendered with, and the form that they share.
import type { RowSplits } from "../../quickOrders/bulk/loadSplits.ts";
import type { OfferChoice, RowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import type { SharedOffer } from "../../quickOrders/pageQueries.ts";
import type { QuoteRows } from "./quoteRows.ts";
import type { RefusedRows } from "./saveRows.ts";

/** What rows are rendered with. */
export type RowSetting = RowSplits & {
  readonly listId: ListId;
  readonly offers: RowOffers;
  readonly mintPartId: (choice: OfferChoice) => string;
  readonly refused: RefusedRows;
  /** The headers of the list, for what else its cells say. */
  readonly headers: readonly string[];
  readonly quotes: QuoteRows;
  /** By row, the others that are checked with it as one line. */
  readonly together: ReadonlyMap<number, SharedOffer>;
  readonly now: Date;
};

/** The id of the form of all rows of a page. */
export const rowsForm = "rows";
