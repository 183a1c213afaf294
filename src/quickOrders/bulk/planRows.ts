// What an action makes of the rows of a list, given the offers that they can choose.

import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Transaction } from "../../db/database.ts";
import { loadRowOffers, type OfferChoice, type RowOffers } from "../loadRowOffers.ts";
import type { OrderList } from "../orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../pageQueries.ts";
import { type BulkAction, planChange, type RowChange } from "./bulkActions.ts";
import { listSplittable } from "./loadSplits.ts";
import { findStockNumberParts } from "./stockNumberParts.ts";

/** Rows that one action changes at most, so that its transaction is short. */
export const maxBulkRows = 500;
const rowsPerLoad = 50;

/**
 * By row number, what a person compared with its row and confirmed: a suggested number, or the
 * quantity before and after rounding, as "250:300".
 */
export type ConfirmedChanges = ReadonlyMap<number, string>;

type LoadedChoices = Pick<RowOffers, "choices" | "makers"> & {
  readonly ofStockNumber: ReadonlyMap<number, string>;
  /** Rows that two offers can supply together. */
  readonly splittable: ReadonlySet<number>;
};

export type PlannedRow = { readonly row: RowOnPage; readonly change: RowChange };

type Loading = CatalogAccess<Transaction> & { readonly list: OrderList; readonly now: Date };

async function loadOffers({ db, replica, list, now }: Loading, rows: readonly RowOnPage[]) {
  const choices = new Map<number, readonly OfferChoice[]>();
  const makers = new Map<number, number>();
  for (let start = 0; start < rows.length; start += rowsPerLoad) {
    const part = rows.slice(start, start + rowsPerLoad);
    const loaded = await loadRowOffers({ db, replica }, list.accountId, part, now);
    for (const [rowNumber, ofRow] of loaded.choices) choices.set(rowNumber, ofRow);
    for (const [rowNumber, ofRow] of loaded.makers) makers.set(rowNumber, ofRow);
  }
  return { choices, makers };
}

/** Loads what an action needs to know of rows; `splittable` only if it leaves these. */
export async function loadChoices(
  loading: Loading,
  action: BulkAction,
  rows: readonly RowOnPage[],
): Promise<LoadedChoices> {
  const { db, replica, list } = loading;
  const offers = await loadOffers(loading, rows);
  const ofStockNumber = replica.read((view) => findStockNumberParts(view, rows));
  const leavesSplits = action === "cheapest" || action === "reduce";
  const splittable = leavesSplits ? await listSplittable(db, list.listId, rows, offers) : [];
  return { ...offers, ofStockNumber, splittable: new Set(splittable) };
}

/** The rows that no offer can supply but two can together: no choice of one offer is an answer. */
export async function listShortSplittable(loading: Loading): Promise<number[]> {
  const { db, list } = loading;
  const rows = await selectRowsOnPage(db, list.listId, { states: ["short"] }, 0, maxBulkRows);
  return listSplittable(db, list.listId, rows, await loadOffers(loading, rows));
}

function wishOf({ partNumber, condition, certificate }: RowOnPage): string {
  return JSON.stringify([partNumberKey(partNumber ?? ""), condition, certificate]);
}

/**
 * One row per offer, and of those without an offer one per part: its quantity already counts the
 * other rows, and they are checked again with it.
 */
function lastPerOffer(planned: readonly PlannedRow[]): PlannedRow[] {
  const keyOf = ({ row: { offerId, partNumber } }: PlannedRow) =>
    offerId ?? partNumberKey(partNumber ?? "");
  return [...new Map(planned.map((one) => [keyOf(one), one])).values()];
}

export function planRows(
  action: BulkAction,
  rows: readonly RowOnPage[],
  { choices, makers, ofStockNumber, splittable }: LoadedChoices,
  confirmed: ConfirmedChanges | undefined,
): PlannedRow[] {
  const needed = new Map<string, number>();
  for (const row of rows) {
    needed.set(wishOf(row), (needed.get(wishOf(row)) ?? 0) + (row.quantity ?? 0));
  }
  return rows.map((row): PlannedRow => {
    const change = planChange(action, row, {
      choices: choices.get(row.rowNumber) ?? [],
      makers: makers.get(row.rowNumber) ?? 0,
      needed: needed.get(wishOf(row)) ?? 0,
      ofStockNumber: ofStockNumber.get(row.rowNumber),
      isSplittable: splittable.has(row.rowNumber),
      confirmed: confirmed?.get(row.rowNumber),
    });
    return { row, change };
  });
}

/** The rows that an action changes. */
export function listChanging(
  action: BulkAction,
  planned: readonly PlannedRow[],
): readonly PlannedRow[] {
  const changing = planned.filter(({ change }) => change.kind !== "skip");
  return action === "reduce" || action === "round" ? lastPerOffer(changing) : changing;
}
