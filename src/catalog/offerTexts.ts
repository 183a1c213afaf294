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

export type EditedOfferTexts = Readonly<Record<EditedOfferColumn, string>>;
export type OfferTexts = Readonly<Record<OfferFileColumn, string>>;

/**
 * The version of an offer when its form is opened, without stock: orders change stock all the time,
 * and an edit that leaves it unchanged does not touch it.
 */
export function offerVersion(texts: EditedOfferTexts): string {
  const compared = editedOfferColumns.filter((column) => column !== "available_stock");
  const text = JSON.stringify(compared.map((column) => texts[column]));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** The texts as a row of a file that has every column. */
export function toFeedRow(texts: OfferTexts): FeedRow {
  return {
    columns: {
      places: new Map(offerFileColumns.map((column, place) => [column, place])),
      width: offerFileColumns.length,
      ignored: [],
    },
    cells: offerFileColumns.map((column) => texts[column]),
    faults: [],
    cleaned: createCleaningTally(),
  };
}
