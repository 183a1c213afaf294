// An offer as texts by the columns of a catalog file, so that what an operator types is read by the
// rules of an import (decision 124).
import { createHash } from "node:crypto";
import { createCleaningTally } from "../imports/cleanedCells.ts";
import type { FeedRow } from "../imports/feedRow.ts";
import {
  type EditedOfferColumn,
  editedOfferColumns,
  type OfferFileColumn,
  offerFileColumns,
} from "./offerFields.ts";
import { onHandColumn } from "./stock/readQuantity.ts";

export type EditedOfferTexts = Readonly<Record<EditedOfferColumn, string>>;
/** A row of a catalog file. */
export type OfferTexts = Readonly<Record<OfferFileColumn, string>>;
/** An offer of the catalog, with all that is known of its stock. */
export type StoredOfferTexts = OfferTexts & Readonly<Record<"on_hand" | "allocated", string>>;

const rowColumns = [...offerFileColumns, onHandColumn.name];

/**
 * The version of an offer when its form is opened, without stock: orders change stock all the time,
 * and an edit that leaves it unchanged does not touch it.
 */
export function offerVersion(texts: EditedOfferTexts): string {
  const compared = editedOfferColumns.filter((column) => column !== onHandColumn.name);
  const text = JSON.stringify(compared.map((column) => texts[column]));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

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
