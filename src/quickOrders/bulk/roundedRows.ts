// What rounding to packs would order: a person compares quantities and costs, and then rounds.

import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import { selectListedOffers } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import type { Money } from "../../money.ts";
import { multiplyPrice } from "../../price.ts";
import type { Agreement, PricedOffer } from "../../pricing/agreement.ts";
import { findOrderTerms, type OrderTerms } from "../../pricing/orderTerms.ts";
import { selectAgreementFor } from "../../pricing/queries.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import type { OrderList } from "../orderList.ts";
import { type RowOnPage, selectRowsOnPage, selectTogether } from "../pageQueries.ts";
import { planChange, statesOfAction } from "./bulkActions.ts";
import { listChanging, maxBulkRows } from "./planRows.ts";

/** Rows that a person compares at a time. */
const maxRounded = 40;

/** A row and the quantity to which it is rounded. */
export type RoundedRow = {
  readonly row: RowOnPage;
  readonly quantity: number;
  readonly terms: OrderTerms;
  /** The sum of all rows of its offer then, if others are of it too. */
  readonly together: number | null;
  readonly costBefore: Money | null;
  readonly cost: Money;
};

/** `others` counts the rows that can be rounded after these. */
export type Rounding = { readonly rows: readonly RoundedRow[]; readonly others: number };

function findCost(offer: PricedOffer, agreement: Agreement, quantity: number): Money | null {
  const { price } = findUnitPrice(offer, agreement, quantity);
  return price === null ? null : multiplyPrice(price, quantity);
}

/** The first rows of a list that can be rounded to packs. */
export async function selectRoundedRows(
  { db, replica }: CatalogAccess,
  { accountId, listId }: Pick<OrderList, "accountId" | "listId">,
  now: Date,
): Promise<Rounding> {
  const filter = { states: statesOfAction.round };
  const found = await selectRowsOnPage(db, listId, filter, 0, maxBulkRows);
  const none = { choices: [], makers: 0, needed: 0 };
  const planned = found.map((row) => ({ row, change: planChange("round", row, none) }));
  const all = listChanging("round", planned);
  const first = all.slice(0, maxRounded);
  const day = utcDay(now);
  const ids = first.flatMap(({ row }) => row.offerId ?? []);
  const offers = replica.read((view) => selectListedOffers(view, [...new Set(ids)], day));
  const agreement = await selectAgreementFor(db, accountId, offers, day);
  const numbers = first.map(({ row }) => row.rowNumber);
  const sums = await selectTogether(db, listId, numbers);
  const rows = first.flatMap(({ row, change }): RoundedRow[] => {
    const offer = offers.find(({ offerId }) => offerId === row.offerId);
    if (offer === undefined || change.kind !== "quantity") return [];
    const shared = sums.get(row.rowNumber);
    const others = shared?.quantity ?? 0;
    const { quantity } = change;
    const cost = findCost(offer, agreement, others + quantity);
    if (cost === null) return [];
    const costBefore = findCost(offer, agreement, others + (row.quantity ?? 0));
    const together = shared === undefined ? null : others + quantity;
    return [{ row, quantity, terms: findOrderTerms(offer, agreement), together, costBefore, cost }];
  });
  return { rows, others: all.length - first.length };
}
