// An offer as the texts of a form, by the columns that a catalog file has: what an operator types
// is read by the very rules by which a row of a file is (decision 124).
import { createHash } from "node:crypto";
import { createCleaningTally } from "../imports/cleanedCells.ts";
import type { FeedRow } from "../imports/feedRow.ts";

/** What says which offer it is; nobody edits these. */
export const fixedOfferColumns = ["part_number", "vendor", "condition", "unit_of_measure"] as const;

/** What can be edited of an offer, in the order of its form. */
export const editedOfferColumns = [
  ...(["part_name", "title", "description", "price", "currency", "available_stock"] as const),
  ...(["status", "min_quantity", "multiple", "lead_time_days", "certificate"] as const),
  ...(["shelf_life_expires", "superseded_by", "alternates", "interchangeable"] as const),
  ...(["manufacturer", "cage", "nsn"] as const),
] as const;

export type FixedOfferColumn = (typeof fixedOfferColumns)[number];
export type EditedOfferColumn = (typeof editedOfferColumns)[number];

/** What is typed; an empty text is none. */
export type EditedOfferTexts = Readonly<Record<EditedOfferColumn, string>>;
export type OfferTexts = EditedOfferTexts & Readonly<Record<FixedOfferColumn, string>>;

const columns = [...fixedOfferColumns, ...editedOfferColumns];

/**
 * What a form knows of the offer it was opened with. Stock is left out: orders take of it all the
 * time, and an edit that leaves it alone does not touch it.
 */
export function offerVersion(texts: EditedOfferTexts): string {
  const kept = editedOfferColumns.filter((column) => column !== "available_stock");
  const text = JSON.stringify(kept.map((column) => texts[column]));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** The texts as a row of a file that has every column. */
export function toFeedRow(texts: OfferTexts): FeedRow {
  return {
    columns: {
      places: new Map(columns.map((column, place) => [column, place])),
      width: columns.length,
      ignored: [],
    },
    cells: columns.map((column) => texts[column]),
    faults: [],
    cleaned: createCleaningTally(),
  };
}
