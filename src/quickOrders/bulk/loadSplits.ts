import type { OfferId } from "../../catalog/partId.ts";
import type { Queryable } from "../../db/database.ts";
import type { RowOffers } from "../loadRowOffers.ts";
import type { ListId } from "../orderList.ts";
import { type RowOnPage, selectRowsOfOffers } from "../pageQueries.ts";
import {
  type BlockedSplit,
  findBlockedSplit,
  planSplit,
  type Split,
  type SplitFacts,
} from "./planSplit.ts";

/** How rows can be split over two offers, and by offer which rows would order it. */
export type RowSplits = {
  readonly sharing: ReadonlyMap<OfferId, readonly number[]>;
  readonly splits: ReadonlyMap<number, Split>;
  /** Splits that are not offered, because their offers may not be mixed. */
  readonly blocked: ReadonlyMap<number, BlockedSplit>;
};

type Choices = Pick<RowOffers, "choices" | "makers">;

function selectSharing(
  db: Queryable,
  listId: ListId,
  rows: readonly RowOnPage[],
  { choices }: Choices,
): Promise<Map<OfferId, readonly number[]>> {
  const named = rows.flatMap(({ offerId }) => offerId ?? []);
  const possible = [...choices.values()].flat().map(({ offer }) => offer.offerId);
  return selectRowsOfOffers(db, listId, [...new Set([...named, ...possible])]);
}

function toFacts(
  { rowNumber }: RowOnPage,
  { choices, makers }: Choices,
  sharing: RowSplits["sharing"],
): SplitFacts {
  return { choices: choices.get(rowNumber) ?? [], makers: makers.get(rowNumber) ?? 0, sharing };
}

/** Plans the splits of rows of a list, given their choices. */
export async function loadSplits(
  db: Queryable,
  listId: ListId,
  rows: readonly RowOnPage[],
  offers: Choices,
): Promise<RowSplits> {
  const sharing = await selectSharing(db, listId, rows, offers);
  const splits = new Map<number, Split>();
  const blocked = new Map<number, BlockedSplit>();
  for (const row of rows) {
    const { rowNumber } = row;
    const facts = toFacts(row, offers, sharing);
    const split = planSplit(row, facts);
    const none = split === null ? findBlockedSplit(row, facts) : null;
    if (split !== null) splits.set(rowNumber, split);
    if (none !== null) blocked.set(rowNumber, none);
  }
  return { sharing, splits, blocked };
}

/** Which rows of a list can be split. */
export async function listSplittable(
  db: Queryable,
  listId: ListId,
  rows: readonly RowOnPage[],
  offers: Choices,
): Promise<number[]> {
  const sharing = await selectSharing(db, listId, rows, offers);
  return rows
    .filter((row) => planSplit(row, toFacts(row, offers, sharing)) !== null)
    .map(({ rowNumber }) => rowNumber);
}
