// The filter of the list of orders, from and to its address.

import type { AccountId } from "../../accounts/account.ts";
import { filterKey } from "../../catalog/partNumber.ts";
import { parseDay } from "../../day.ts";
import type { Queryable } from "../../db/database.ts";
import type { Choice } from "../../kit/input.ts";
import { formatUnusualSorting, readSorting, type Sorting } from "../../kit/sorting.ts";
import { selectOrdersByPo } from "../../orders/foundOrderQueries.ts";
import {
  type DatedEvent,
  datedEvents,
  noOrderIds,
  type OperatorOrderFilter,
  type OrderSort,
  orderSorts,
  selectEndingDrafts,
  selectOpenChangeRequests,
} from "../../orders/operatorQueries.ts";
import {
  type OrderId,
  type OrderStatus,
  orderStatuses,
  toOrderIdRange,
  toOrderNumber,
} from "../../orders/order.ts";
import type { Fields } from "../../site/fields.ts";
import { endOfFilteredDay, readDayFilter, readText } from "../filters.ts";
import { chooseAccount } from "../search/pickers.ts";

/** The filters except the state, by their names in the address. */
export const orderFilterNames = [
  "account",
  "po",
  "part",
  "id",
  "date",
  "from",
  "until",
  "ending",
  "changes",
] as const;
type FilterName = (typeof orderFilterNames)[number];

/** In characters; no name, number or id is longer. */
export const maxFilterLength = 200;

/**
 * The texts as they were typed; invalid ones are "". `date` is the event of the days, or "".
 * `ending` is "yes" for drafts of which their end is a task, `changes` for orders with an open
 * change request, or "". The sorting hides no order, so it is no filter of the others.
 */
export type OrderPageFilter = Readonly<Record<FilterName, string>> & {
  readonly status: OrderStatus | "all";
  readonly sort: Sorting<OrderSort>;
};

export const newestFirst: Sorting<OrderSort> = { by: "created", isDescending: true };

function readFilter(query: Fields, name: FilterName): string {
  const text = readText(query, name, maxFilterLength);
  const isDay = name === "from" || name === "until";
  return isDay && parseDay(text) === undefined ? "" : text;
}

/** "" for the time of creation, and if there is no day. */
function readDated(texts: Readonly<Record<FilterName, string>>): DatedEvent | "" {
  if (texts.from === "" && texts.until === "") return "";
  return datedEvents.find((one) => one === texts.date && one !== "created") ?? "";
}

/** The states in which an order can be found by the time of an event. */
const statesAfter: Readonly<Record<DatedEvent, readonly OrderStatus[]>> = {
  created: orderStatuses,
  confirmed: ["confirmed", "fulfilled", "cancelled"],
  fulfilled: ["fulfilled"],
};

export function toDatedEvent({ date }: Pick<OrderPageFilter, "date">): DatedEvent {
  return datedEvents.find((one) => one === date) ?? "created";
}

/** The filters that list a task, each in the state that its orders have. */
const taskStates = { ending: "draft", changes: "confirmed" } as const;

/** The filters of tasks that a list of this state has. */
function readTasks(
  from: Readonly<Record<FilterName, string>>,
  state: string,
): Readonly<Record<keyof typeof taskStates, string>> {
  const read = (name: keyof typeof taskStates) =>
    from[name] === "yes" && state === taskStates[name] ? "yes" : "";
  return { ending: read("ending"), changes: read("changes") };
}

/**
 * Without a state: orders to fulfil or, with another filter, all orders. A number or id names its
 * order in any state.
 */
export function readOrderFilter(query: Fields): OrderPageFilter {
  const read = orderFilterNames.map((name) => [name, readFilter(query, name)] as const);
  const typed = Object.fromEntries(read) as Record<FilterName, string>;
  const wanted = query.text("status");
  const tasks = readTasks(typed, typed.id === "" ? wanted : "all");
  const texts = { ...typed, ...tasks, date: readDated(typed) };
  const isNarrowed = Object.values(texts).some((text) => text !== "");
  const filters = { ...texts, sort: readSorting(query.text("sort"), orderSorts) ?? newestFirst };
  if (wanted === "all" || filters.id !== "") return { ...filters, status: "all" };
  const status = statesAfter[toDatedEvent(filters)].find((one) => one === wanted);
  return { ...filters, status: status ?? (isNarrowed ? "all" : "confirmed") };
}

/** The filter of another state, without a period in which no order of that state can be. */
export function withStatus(
  from: OrderPageFilter,
  status: OrderPageFilter["status"],
): OrderPageFilter {
  const filter = { ...from, ...readTasks(from, status) };
  const isPossible = status === "all" || statesAfter[toDatedEvent(filter)].includes(status);
  return isPossible ? { ...filter, status } : { ...filter, status, date: "", from: "", until: "" };
}

/** "" for the newest first, which no address has. */
export function formatOrderSort({ sort }: OrderPageFilter): string {
  return formatUnusualSorting(sort, newestFirst) ?? "";
}

/** The query of the address; equal filters have equal queries. */
export function formatOrderFilter(
  filter: OrderPageFilter,
  more: Record<string, string> = {},
): string {
  const named = orderFilterNames.map((name) => [name, filter[name]] as const);
  const sort = ["sort", formatOrderSort(filter)] as const;
  const texts = [...named, sort].filter(([, text]) => text !== "");
  const all = [["status", filter.status] as const, ...texts, ...Object.entries(more)];
  return new URLSearchParams(all.map(([name, text]) => [name, text])).toString();
}

/** The filter for the database, and the account that it names. */
type FoundFilter = {
  readonly filter: OperatorOrderFilter;
  readonly account: Choice<AccountId>;
};

/** The orders of the task that the filter lists; null: of none. */
async function selectTasks(
  db: Queryable,
  { ending, changes }: OrderPageFilter,
  until: Date | null,
): Promise<OrderId[] | null> {
  if (ending !== "") return selectEndingDrafts(db, until);
  return changes === "" ? null : selectOpenChangeRequests(db);
}

/** The filter names an account by its id or name. Its days are those of the reader. */
export async function toOperatorOrderFilter(
  db: Queryable,
  page: OrderPageFilter,
  zone: string,
): Promise<FoundFilter> {
  const account = await chooseAccount(
    db,
    page.account,
    (id) => `/console/orders?${formatOrderFilter({ ...page, account: id })}`,
  );
  const orderNumber = toOrderNumber(page.id) ?? null;
  const until = endOfFilteredDay(page.until, zone);
  const [ids, tasks] = await Promise.all([
    page.po === "" ? null : selectOrdersByPo(db, page.po),
    selectTasks(db, page, until),
  ]);
  const filter: OperatorOrderFilter = {
    accountId: account.id,
    status: page.status === "all" ? null : page.status,
    poNumber: page.po === "" || ids !== null ? null : page.po,
    among: tasks?.filter((id) => ids === null || ids.includes(id)) ?? ids,
    partNumberKey: page.part === "" ? null : filterKey(page.part),
    orderNumber,
    ids: page.id === "" || orderNumber !== null ? null : (toOrderIdRange(page.id) ?? noOrderIds),
    dated: toDatedEvent(page),
    from: readDayFilter(page.from, zone),
    until,
  };
  return { filter, account };
}
