import type { Database } from "../../db/database.ts";
import { formatCount, formatCountTo } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { byName, pageSize, paginate } from "../../html/pager.ts";
import { renderTabs } from "../../html/tabs.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { renderPick, renderSelectionBar, selectsAll } from "../../kit/selection.ts";
import { type Sorting, sortBy } from "../../kit/sorting.ts";
import { fulfilPath } from "../../orders/consoleFulfil.ts";
import {
  datedEvents,
  type ListedOrder,
  maxSummedOrders,
  type OperatorOrderFilter,
  type OrderSort,
  type OrderSum,
  selectOperatorOrders,
  sumOrders,
} from "../../orders/operatorQueries.ts";
import { endOfDraft, type OrderStatus, orderStatuses } from "../../orders/order.ts";
import { type OrderRows, renderOrderRows, statusWords } from "../../orders/sharedOrders.ts";
import {
  awaitCounted,
  countByStatus,
  maxCountedOrders,
  type StatusCounts,
} from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { linkAccount, orderAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { noAccountId, readUuid } from "../filters.ts";
import { placeUnder, renderPicker } from "../search/pickers.ts";
import {
  formatOrderFilter,
  formatOrderSort,
  maxFilterLength,
  newestFirst,
  type OrderPageFilter,
  orderFilterNames,
  readOrderFilter,
  toDatedEvent,
  toOperatorOrderFilter,
  withStatus,
} from "./orderFilter.ts";
import { texts } from "./texts.ts";

// The tabs of the states above the list of orders, with the counts of what each tab lists.

const tabStates = ["confirmed", "draft", "fulfilled", "cancelled", "expired", "all"] as const;
const noOrders: StatusCounts = { draft: 0, confirmed: 0, fulfilled: 0, cancelled: 0, expired: 0 };

function listAddress(filter: OrderPageFilter, more?: Record<string, string>): string {
  return `/console/orders?${formatOrderFilter(filter, more)}`;
}

function nameState(status: OrderPageFilter["status"]): string {
  if (status === "all") return "All";
  if (status === "confirmed") return "To fulfil";
  return status === "draft" ? "Drafts" : statusWords[status][1];
}

/** The filter in any state. */
function formatOthers(filter: OrderPageFilter): string {
  return formatOrderFilter({ ...filter, status: "all" });
}

/** The matching orders by state; null if more match than are counted. */
async function countTabs(
  db: Database,
  filter: OrderPageFilter,
  where: OperatorOrderFilter,
): Promise<StatusCounts | null> {
  const plain = { ...filter, account: "", sort: newestFirst };
  const isPlain = formatOthers(plain) === "status=all";
  if (isPlain) return countByStatus(db, where.accountId);
  const sums = await sumOrders(db, { ...where, status: null });
  if (sums === null) return null;
  const count = (status: OrderStatus): number =>
    sums.reduce((sum, one) => sum + (one.status === status ? one.orders : 0), 0);
  const counted = (Object.keys(noOrders) as OrderStatus[]).map((one) => [one, count(one)] as const);
  return { ...noOrders, ...Object.fromEntries(counted) };
}

/** A tab that changes more of the filter than the state has no count. */
function renderOrderTabs(filter: OrderPageFilter, counts: StatusCounts | null): Html {
  const tabs = tabStates.map((status) => {
    const of = withStatus(filter, status);
    const tab = {
      href: listAddress(of),
      text: nameState(status),
      current: filter.status === status,
    };
    const isSame = formatOthers(of) === formatOthers(filter);
    if (status === "all" || counts === null || !isSame) return tab;
    const count = counts[status];
    if (count <= maxCountedOrders) return { ...tab, count };
    return { ...tab, text: `${tab.text} ${formatCount(maxCountedOrders)}+` };
  });
  return renderTabs("States", tabs);
}

// The heads that sort the list of orders.

const firstSorts: Readonly<Record<OrderSort, Sorting<OrderSort>>> = {
  created: newestFirst,
  account: { by: "account", isDescending: false },
  po: { by: "po", isDescending: false },
  total: { by: "total", isDescending: true },
};

/** Sorting more matching orders would delay the list. */
export const maxSortedOrders = 20_000;

/** Whether so few orders match that any column can sort them. */
function areSortable(sums: readonly OrderSum[] | null): boolean {
  if (sums === null) return false;
  return sums.reduce((count, { orders }) => count + orders, 0) <= maxSortedOrders;
}

/** The sorting of the list: too many orders are the newest first. */
async function toPossibleSorting(
  { sort }: OrderPageFilter,
  sums: Promise<readonly OrderSum[] | null>,
): Promise<Sorting<OrderSort>> {
  return sort.by === "created" || areSortable(await sums) ? sort : newestFirst;
}

/**
 * The heads that sort. A list by day shows when that happened and not the creation, by which it is
 * sorted: the head of the numbers, which are given in that order, takes its place.
 */
function listSorts(
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
function describeSorting({ sort: { by, isDescending } }: OrderPageFilter): string {
  if (by !== "created") return texts.list.sorted[by];
  return isDescending ? "newest first" : "oldest first";
}

// A typed PO number is searched in all states, whatever tab is selected.

/** More in other states are not counted. */
const maxElsewhere = 100;

/** Whether there are orders in the state of the filter, and how many in others. */
type Matches = {
  readonly isHere: boolean;
  /** Up to `maxElsewhere` + 1. */
  readonly elsewhere: number;
};

/** Null without a PO number or a state. */
async function findInOtherStates(
  db: Database,
  filter: OrderPageFilter,
  zone: string,
): Promise<Matches | null> {
  if (filter.status === "all" || filter.po === "") return null;
  const any = withStatus(filter, "all");
  const { filter: where, account } = await toOperatorOrderFilter(db, any, zone);
  if (account.question !== null) return null;
  const count = async (status: OrderStatus, limit: number) =>
    (await selectOperatorOrders(db, { ...where, status }, { before: null, limit })).length;
  const [here, ...others] = await Promise.all([
    count(filter.status, 1),
    ...orderStatuses
      .filter((status) => status !== filter.status)
      .map((status) => count(status, maxElsewhere + 1)),
  ]);
  const elsewhere = others.reduce((sum, found) => sum + found, 0);
  return { isHere: here > 0, elsewhere: Math.min(elsewhere, maxElsewhere + 1) };
}

const datedOptions = datedEvents.map((event) => ({
  value: event === "created" ? "" : event,
  text: texts.list.dates[event],
}));

/** `account`: its name, also if the address has the id. */
function renderOrderFilters(filter: OrderPageFilter, account: string): Html {
  const { sort, ...typed } = filter;
  const state = { ...freshForm({ ...typed, account }), prefix: "filter" };
  const field = (name: string, label: string, code: boolean): Html =>
    renderTextField(state, { name, label, code, maxLength: maxFilterLength, autocomplete: "off" });
  const fields = [
    renderPicker(state, "accounts", { name: "account", label: "Account" }),
    field("po", "PO", true),
    renderPicker(state, "parts", { name: "part", label: "Part number", code: true }),
    renderPicker(state, "orders", { name: "id", label: "Order number or ID", code: true }),
    renderSelect(state, { name: "date", label: "Date of", options: datedOptions }),
    renderTextField(state, { name: "from", label: "From", type: "date" }),
    renderTextField(state, { name: "until", label: "Until", type: "date" }),
  ];
  const { status, ending, changes } = filter;
  const hidden = { status, ending, changes, sort: formatOrderSort(filter) };
  return renderFilters({ action: "/console/orders", label: "Orders", hidden, fields });
}

/** The page of the list: after which order, and whether its orders are selected. */
type ShownPage = {
  readonly before: string | null;
  readonly isChosen: boolean;
  readonly mayFulfil: boolean;
  /** Of all pages; null if there are too many orders. */
  readonly sums: readonly OrderSum[] | null;
};

function renderNone(filter: OrderPageFilter): Html {
  const isNarrowed = orderFilterNames.some((name) => filter[name] !== "");
  if (isNarrowed) {
    const all = listAddress({ ...filter, status: "all" });
    return renderEmptyState(
      "No matching orders",
      html`<p>Enter the name or ID of an account, the
beginning of a PO or order ID, or a complete order or part number. <a href="${all}">Search all
states</a>, <a href="/console/orders?status=all">show all orders</a></p>`,
    );
  }
  if (filter.status === "confirmed") {
    return renderEmptyState(
      "No orders to fulfil",
      html`<p>Orders appear here when a buyer has confirmed them.</p>`,
    );
  }
  return renderEmptyState(
    "No orders",
    html`<p>Buyers create drafts through the API or on the portal.</p>`,
  );
}

/** Whether the list can have orders to fulfil. */
function mayBeConfirmed({ status }: OrderPageFilter): boolean {
  return status === "all" || status === "confirmed";
}

/** The bar of what can be done with selected orders; fulfilling starts with a page of its own. */
function renderSelection(filter: OrderPageFilter, before: string | null, mayFulfil: boolean): Html {
  const page: Record<string, string> = before === null ? {} : { before };
  const fulfil = { text: "Mark as fulfilled", kind: "primary", action: fulfilPath } as const;
  return renderSelectionBar({
    label: "Selected orders",
    all: listAddress(filter, { ...page, select: "all" }),
    none: listAddress(filter, page),
    buttons: [
      ...(mayFulfil && mayBeConfirmed(filter) ? [fulfil] : []),
      { text: "Export CSV", action: "/console/orders/export.csv" },
      { text: "Export XLSX", action: "/console/orders/export.xlsx" },
    ],
  });
}

/** Of one state in a sentence; of all states each on its own, as they mean different things. */
function renderSums(sums: ShownPage["sums"], { status }: OrderPageFilter): Html {
  if (sums === null) {
    return html`<p class="quiet">More than ${formatCount(maxSummedOrders)} orders match. Choose a shorter period to see their total.</p>\n`;
  }
  const describe = (of: readonly OrderSum[]) => {
    const orders = of.reduce((count, { orders }) => count + orders, 0);
    return [orders, of.map(({ sum }) => formatMoney(sum)).join(", ")] as const;
  };
  if (status !== "all") return html`<p>${texts.list.sums(...describe(sums))}</p>\n`;
  const parts = orderStatuses.flatMap((one) => {
    const of = sums.filter((sum) => sum.status === one);
    return of.length === 0 ? [] : [texts.list.sumsOf(statusWords[one][1], ...describe(of))];
  });
  return html`<p>${parts.join("; ")}.</p>\n`;
}

/** Drafts show their end; a list by day shows when that happened. */
function toDatedColumn(filter: OrderPageFilter) {
  if (filter.status === "draft") return { title: "Confirm until", atOf: endOfDraft };
  const event = toDatedEvent(filter);
  if (event === "created") return null;
  return { title: texts.list.datedTitles[event], atOf: ({ datedAt }: ListedOrder) => datedAt };
}

function renderList(
  filter: OrderPageFilter,
  found: readonly ListedOrder[],
  { before, isChosen, mayFulfil, sums }: ShownPage,
): Html {
  if (found.length === 0) return renderNone(filter);
  const { rows: orders, pager } = paginate(found, {
    after: before,
    keyOf: ({ orderId }): string => orderId,
    addressOf: (before) => listAddress(filter, before === null ? {} : { before }),
    ...(formatOrderSort(filter) !== "" && byName),
  });
  const accountOf = ({ accountId, accountName }: ListedOrder) =>
    linkAccount(accountId, accountName);
  const file = (format: string): string =>
    `/console/orders/export.${format}?${formatOrderFilter(filter)}`;
  const pickOf = ({ orderId, orderNumber }: ListedOrder) =>
    renderPick({ name: "order", value: orderId, label: orderNumber, isChosen });
  const dated = toDatedColumn(filter);
  const rows = renderOrderRows(orders, {
    caption: `Orders, ${describeSorting(filter)}`,
    sorts: listSorts(filter, sums),
    orderAddress,
    accountOf,
    pickOf,
    ...(dated !== null && { dated }),
  });
  const selection = renderSelection(filter, before, mayFulfil);
  const unsorted = areSortable(sums)
    ? null
    : html`<p class="quiet">With a period of at most ${formatCount(maxSortedOrders)} orders, you can sort by more columns.</p>\n`;
  return html`${renderSums(sums, filter)}${rows}${selection}${pager}
${unsorted}<p class="quiet">Download the lines of these orders: <a
href="${file("csv")}">CSV</a>, <a href="${file("xlsx")}">XLSX</a></p>
`;
}

/** Which orders a list of a task has; null for other lists. */
function renderTaskHint(filter: OrderPageFilter): Html | null {
  const all = listAddress({ ...filter, ending: "", changes: "" });
  if (filter.ending !== "")
    return html`<p>Only drafts worth more than 0, of accounts that are not suspended.
<a href="${all}">Show all drafts</a></p>\n`;
  return filter.changes === ""
    ? null
    : html`<p>Only orders with a change request to answer.
<a href="${all}">Show all orders to fulfil</a></p>\n`;
}

/** What differs from the plain list: a refused form that saves a view, or a notice. */
async function answerOrders(
  { db }: ConsoleContext,
  visit: Visit,
  wanted: OrderPageFilter,
  notice: Html | null = null,
): Promise<Answer> {
  const { query } = visit;
  const before = readUuid(query, "before");
  const mayFulfil = mayUse(operators, visit.signedIn);
  const { filter: where, account } = await toOperatorOrderFilter(db, wanted, visit.zone);
  const summing = sumOrders(db, where);
  const sorting = toPossibleSorting(wanted, summing);
  const select = async () =>
    selectOperatorOrders(db, where, { before, limit: pageSize + 1, sort: await sorting });
  const [counts, found, sums, sort] = await Promise.all([
    countTabs(db, wanted, where),
    select(),
    summing,
    sorting,
  ]);
  const filter = { ...wanted, sort };
  await (counts === null ? db.awaitReplication() : awaitCounted(db, counts));
  const page: ShownPage = { before, isChosen: selectsAll(query), mayFulfil, sums };
  const { id, text: named, question } = account;
  const isOne = id !== null && id !== noAccountId;
  const of = isOne ? linkAccount(id, named) : null;
  return answerPage({
    title: "Orders",
    sentence: texts.list.sentence(of, describeSorting(filter)),
    ...placeUnder(account),
    body: html`${[
      renderOrderFilters(filter, named),
      renderOrderTabs(filter, counts),
      notice,
      renderTaskHint(filter),
      question ?? renderList(filter, found, page),
    ]}`,
  });
}

/** A number that is only in other states is shown in all of them. */
export const showOrders: Handler = async (context, visit) => {
  const filter = readOrderFilter(visit.query);
  const isFirstPage = readUuid(visit.query, "before") === null;
  const matches = isFirstPage ? await findInOtherStates(context.db, filter, visit.zone) : null;
  if (matches === null || matches.elsewhere === 0) return answerOrders(context, visit, filter);
  const all = withStatus(filter, "all");
  const state = nameState(filter.status);
  if (!matches.isHere) {
    const notice = renderNotice(
      "short",
      `Nothing matches in “${state}”. These are in other states.`,
    );
    return answerOrders(context, visit, all, notice);
  }
  const count = formatCountTo(maxElsewhere, matches.elsewhere);
  const link = html`${count} more in states other than “${state}”.
<a href="${listAddress(all)}">Show all states</a>`;
  return answerOrders(context, visit, filter, html`<p>${link}</p>\n`);
};
