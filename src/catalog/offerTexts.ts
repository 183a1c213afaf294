// An offer as texts by the columns of a catalog file, so that what an operator types is read by the
// rules of an import.
import { createCleaningTally } from "../reading/cleanText.ts";
import type { FeedRow } from "../reading/row.ts";
import { onHandColumn } from "./feedStock.ts";
import { type EditedOfferColumn, type OfferFileColumn, offerFileColumns } from "./offerFields.ts";

export type EditedOfferTexts = Readonly<Record<EditedOfferColumn, string>>;
/** A row of a catalog file. */
export type OfferTexts = Readonly<Record<OfferFileColumn, string>>;
/** An offer of the catalog, with all that is known of its stock. */
export type StoredOfferTexts = OfferTexts & Readonly<Record<"on_hand" | "allocated", string>>;

const rowColumns = [...offerFileColumns, onHandColumn.name];

/** The texts as a row of a file that has every column, the quantity on hand too. */
export function toFeedRow(texts: StoredOfferTexts): FeedRow {
  return {
    columns: {
      places: new Map(rowColumns.map((column, place) => [column, place])),
      width: rowColumns.length,
      ignored: [],
    },
    cells: rowColumns.map((column) => texts[column]),
    faults: [],
    cleaned: createCleaningTally(),
  };
}
