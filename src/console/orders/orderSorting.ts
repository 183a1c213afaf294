// The heads that sort the list of orders.
import type { OrderRows } from "../../components/orderTable.ts";
import { type Sorting, sortBy } from "../../kit/sorting.ts";
import type { ListedOrder, OrderSort } from "../../orders/operators/operatorOrderQueries.ts";
import type { OrderSum } from "../../orders/operators/orderSumQueries.ts";
import { newestFirst, type OrderPageFilter, toDatedEvent } from "./orderFilter.ts";
import { listAddress } from "./orderTabs.ts";
import { texts } from "./texts.ts";

const firstSorts: Readonly<Record<OrderSort, Sorting<OrderSort>>> = {
  created: newestFirst,
  account: { by: "account", isDescending: false },
  po: { by: "po", isDescending: false },
  total: { by: "total", isDescending: true },
};

/** Sorting more matching orders would delay the list. */
export const maxSortedOrders = 20_000;

/** Whether so few orders match that any column can sort them. */
export function areSortable(sums: readonly OrderSum[] | null): boolean {
  if (sums === null) return false;
  return sums.reduce((count, { orders }) => count + orders, 0) <= maxSortedOrders;
}

/** The sorting of the list: too many orders are the newest first. */
export async function toPossibleSorting(
  { sort }: OrderPageFilter,
  sums: Promise<readonly OrderSum[] | null>,
): Promise<Sorting<OrderSort>> {
  return sort.by === "created" || areSortable(await sums) ? sort : newestFirst;
}

/**
 * The heads that sort. A list by day shows when that happened and not the creation, by which it is
 * sorted: the head of the numbers, which are given in that order, takes its place.
 */
export function listSorts(
  filter: OrderPageFilter,
  sums: readonly OrderSum[] | null,
): NonNullable<OrderRows<ListedOrder>["sorts"]> {
  const head = (by: OrderSort) =>
    sortBy(filter.sort, firstSorts[by], (sort) => listAddress({ ...filter, sort }));
  const created = toDatedEvent(filter) === "created" ? "at" : "order";
  const creation = { [created]: head("created") };
  if (!areSortable(sums)) return creation;
  return { ...creation, account: head("account"), po: head("po"), total: head("total") };
}

/** "newest first", "by account". */
export function describeSorting({ sort: { by, isDescending } }: OrderPageFilter): string {
  if (by !== "created") return texts.list.sorted[by];
  return isDescending ? "newest first" : "oldest first";
}
