import type { Queryable } from "../../db/database.ts";
import type { ListId } from "../orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../pageQueries.ts";
import { planChange } from "./bulkActions.ts";
import { comparePartNumbers, type Piece } from "./comparePartNumbers.ts";

/** Rows that are read to find some to compare. */
const maxReadRows = 500;
/** Pairs that a person compares at a time. */
const maxCompared = 40;

/** A row, and the only suggested number for it, which differs only in how it is written. */
export type ComparedRow = {
  readonly row: RowOnPage;
  readonly partNumber: string;
  readonly written: readonly Piece[];
  readonly meant: readonly Piece[];
};

function compareRow(row: RowOnPage): ComparedRow | undefined {
  const [partNumber, ...others] = row.suggestions;
  if (partNumber === undefined || others.length > 0 || row.readings !== null) return undefined;
  const change = planChange("use_suggestions", row, { choices: [], makers: 0, needed: 0 });
  const compared = comparePartNumbers(row.partNumber ?? "", partNumber);
  const isOpen = change.kind === "skip" && compared !== undefined;
  return isOpen ? { row, partNumber, ...compared } : undefined;
}

/** The first rows of a list whose numbers a person should compare with the suggested ones. */
export async function selectComparedRows(db: Queryable, listId: ListId): Promise<ComparedRow[]> {
  const rows = await selectRowsOnPage(db, listId, { states: ["not_found"] }, 0, maxReadRows);
  return rows.flatMap((row) => compareRow(row) ?? []).slice(0, maxCompared);
}
