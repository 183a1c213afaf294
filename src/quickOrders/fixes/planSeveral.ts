// What can be done for many rows of a list at once, each shown with what it changes: a person clears
// those that should stay as they are.

import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import type { OrderList, RowState } from "../orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../pageQueries.ts";
import { loadRowFacts, type RowFacts } from "../rowFacts.ts";
import { type Fix, planFixes, type SeveralKind, severalKinds } from "./planFixes.ts";

/** Rows that are planned at a time; those after them are planned once these are done. */
const maxPlanned = 200;

/** The states of rows that have such a fix. */
const states: readonly RowState[] = [
  "not_found",
  "not_orderable",
  "ambiguous",
  "short",
  "bad_quantity",
];

export type SeveralFix = { readonly row: RowOnPage; readonly facts: RowFacts; readonly fix: Fix };

/** By kind, the rows that have such a fix; `hasMore`: there may be others after these. */
export type SeveralFixes = {
  readonly groups: ReadonlyMap<SeveralKind, readonly SeveralFix[]>;
  readonly hasMore: boolean;
};

/** Rows that ask for the same choose together: an offer has to have enough for all of them. */
function wishOf({ partNumber, condition, certificate }: RowOnPage): string {
  return JSON.stringify([partNumberKey(partNumber ?? ""), condition, certificate]);
}

function sumNeeds(rows: readonly RowOnPage[]): Map<string, number> {
  const needs = new Map<string, number>();
  for (const row of rows) {
    if (row.state === "ambiguous") {
      needs.set(wishOf(row), (needs.get(wishOf(row)) ?? 0) + (row.quantity ?? 0));
    }
  }
  return needs;
}

/** One row per offer: its quantity already counts the others, which are checked again with it. */
function lastPerOffer(fixes: readonly SeveralFix[]): SeveralFix[] {
  const keyOf = ({ row: { offerId, partNumber } }: SeveralFix) =>
    offerId ?? partNumberKey(partNumber ?? "");
  return [...new Map(fixes.map((one) => [keyOf(one), one])).values()];
}

export async function planSeveral(
  access: CatalogAccess,
  { accountId, listId }: Pick<OrderList, "accountId" | "listId">,
  now: Date,
): Promise<SeveralFixes> {
  const found = await selectRowsOnPage(access.db, listId, { states }, 0, maxPlanned + 1);
  const rows = found.slice(0, maxPlanned);
  const facts = await loadRowFacts({ ...access, accountId, listId, now }, rows);
  const needs = sumNeeds(rows);
  const firstDay = firstNeededDay(now);
  const fixes = rows.flatMap((row): SeveralFix[] => {
    const needed = row.quantity === null ? null : needs.get(wishOf(row));
    const ofRow = facts.of(row);
    const fix = planFixes(row, ofRow, { now, firstDay, needed }).find(({ several }) => several);
    return fix === undefined ? [] : [{ row, facts: ofRow, fix }];
  });
  const byKind = Map.groupBy(fixes, ({ fix }) => fix.several as SeveralKind);
  const groups = severalKinds.flatMap((kind): [SeveralKind, SeveralFix[]][] => {
    const all = byKind.get(kind) ?? [];
    const isShared = kind === "round" || kind === "reduce";
    return all.length === 0 ? [] : [[kind, isShared ? lastPerOffer(all) : all]];
  });
  return { groups: new Map(groups), hasMore: found.length > maxPlanned };
}
