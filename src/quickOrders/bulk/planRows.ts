// What an action makes of the rows of a list, given the offers that they can choose.

import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import { loadRowOffers, type OfferChoice, type RowOffers } from "../loadRowOffers.ts";
import type { OrderList } from "../orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../pageQueries.ts";
import { type BulkAction, planChange, type RowChange } from "./bulkActions.ts";
import { findLinkedParts } from "./linkedParts.ts";
import { listSplittable } from "./loadSplits.ts";
import type { NamedOffer } from "./planConversion.ts";
import { shareCheapest } from "./shareCheapest.ts";
import { findStockNumberParts } from "./stockNumberParts.ts";

/** Rows that one action changes at most, so that its transaction is short. */
export const maxBulkRows = 500;
const rowsPerLoad = 50;

/**
 * By row number, what a person compared with its row and confirmed: the quantity before and after rounding, as "250:300", or a conversion, as `markConversion` names it.
 */
export type ConfirmedChanges = ReadonlyMap<number, string>;

type LoadedOffers = Pick<RowOffers, "choices" | "makers"> & {
  readonly named: ReadonlyMap<number, NamedOffer>;
};

type LoadedChoices = LoadedOffers & {
  /** By the keys of superseded numbers, the keys of their successors. */
  readonly successors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ofStockNumber: ReadonlyMap<number, string>;
  /** Rows that two offers can supply together. */
  readonly splittable: ReadonlySet<number>;
};

export type PlannedRow = { readonly row: RowOnPage; readonly change: RowChange };

export type Loading = CatalogAccess & { readonly list: OrderList; readonly now: Date };

/** Loads the offers of rows, a few at a time. */
export async function loadOffers(
  { db, replica, list, now }: Loading,
  rows: readonly RowOnPage[],
): Promise<LoadedOffers> {
  const choices = new Map<number, readonly OfferChoice[]>();
  const makers = new Map<number, number>();
  const named = new Map<number, NamedOffer>();
  for (let start = 0; start < rows.length; start += rowsPerLoad) {
    const part = rows.slice(start, start + rowsPerLoad);
    const loaded = await loadRowOffers({ db, replica }, list.accountId, part, now);
    for (const [rowNumber, ofRow] of loaded.choices) choices.set(rowNumber, ofRow);
    for (const [rowNumber, ofRow] of loaded.makers) makers.set(rowNumber, ofRow);
    for (const [rowNumber, offer] of loaded.named) {
      const terms = loaded.terms.get(rowNumber) ?? offer;
      const priceAt = (quantity: number) => loaded.priceAt(rowNumber, quantity);
      named.set(rowNumber, { offer, terms, priceAt });
    }
  }
  return { choices, makers, named };
}

/** These leave rows that two offers can supply together. */
const leavesSplits = (action: BulkAction) => action === "cheapest" || action === "reduce";

/** Loads what actions need to know of rows. */
export async function loadChoices(
  loading: Loading,
  actions: readonly BulkAction[],
  rows: readonly RowOnPage[],
): Promise<LoadedChoices> {
  const { db, replica, list } = loading;
  const offers = await loadOffers(loading, rows);
  const ended = rows.filter(({ state }) => state === "not_orderable");
  const linked = replica.read((view) => ({
    ofStockNumber: findStockNumberParts(view, rows),
    successors: findLinkedParts(view, ended, "superseded", loading.now),
  }));
  const hasSplits = actions.some(leavesSplits);
  const splittable = hasSplits ? await listSplittable(db, list.listId, rows, offers) : [];
  return { ...offers, ...linked, splittable: new Set(splittable) };
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

function planRows(
  action: BulkAction,
  rows: readonly RowOnPage[],
  loaded: LoadedChoices,
  confirmed: ConfirmedChanges | undefined,
): PlannedRow[] {
  const { choices, makers, named, successors, ofStockNumber, splittable } = loaded;
  const needed = new Map<string, number>();
  for (const row of rows) {
    needed.set(wishOf(row), (needed.get(wishOf(row)) ?? 0) + (row.quantity ?? 0));
  }
  const planned = rows.map((row): PlannedRow => {
    const change = planChange(action, row, {
      choices: choices.get(row.rowNumber) ?? [],
      makers: makers.get(row.rowNumber) ?? 0,
      needed: needed.get(wishOf(row)) ?? 0,
      named: named.get(row.rowNumber),
      successors: successors.get(partNumberKey(row.partNumber ?? "")),
      ofStockNumber: ofStockNumber.get(row.rowNumber),
      isSplittable: splittable.has(row.rowNumber),
      confirmed: confirmed?.get(row.rowNumber),
    });
    return { row, change };
  });
  return action === "cheapest" ? shareOffers(planned, loaded) : planned;
}

/**
 * Rows of one part choose together: one offer may have less than they need together, but enough
 * for some of them.
 */
function shareOffers(planned: readonly PlannedRow[], { choices }: LoadedChoices): PlannedRow[] {
  const isOpen = ({ change }: PlannedRow) =>
    change.kind === "choice" ||
    (change.kind === "skip" && (change.why === "stock" || change.why === "pack"));
  const groups = Map.groupBy(planned.filter(isOpen), ({ row }) => wishOf(row));
  const shared = new Map(
    [...groups.values()].flatMap((group) => {
      const rows = group.map(({ row: { rowNumber, quantity } }) => ({
        rowNumber,
        quantity: quantity ?? 0,
      }));
      const [first] = group;
      const ofRow = first && choices.get(first.row.rowNumber);
      return group.length < 2 || ofRow === undefined ? [] : [...(shareCheapest(rows, ofRow) ?? [])];
    }),
  );
  return planned.map(({ row, change }) => {
    const offerId = shared.get(row.rowNumber);
    return { row, change: offerId === undefined ? change : { kind: "choice", offerId } };
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

/** What an action makes of the rows to which it may apply; `changing` are those that it changes. */
export function planAction(
  action: BulkAction,
  found: readonly RowOnPage[],
  loaded: LoadedChoices,
  confirmed?: ConfirmedChanges,
) {
  const all = planRows(action, found, loaded, confirmed);
  return { all, changing: listChanging(action, all) };
}
