// The orders of all accounts in the console: their list, its files, and the routes of orders.
import { type Static, Type } from "typebox";
import type { Database } from "../db/database.ts";
import { linkAccount, orderAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { dayFilter, endOfFilteredDay, readDayFilter } from "../home/consoleFilters.ts";
import { account } from "../home/consoleLoaders.ts";
import { accountFilter, suggestionsOf } from "../home/consolePickers.ts";
import { type ConsoleAccess, everyone, mayUse, operators } from "../kit/access.ts";
import { parseDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDay, renderDayAt } from "../kit/html/moment.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { list, type Matching } from "../kit/list.ts";
import { formatMoney } from "../kit/price.ts";
import { readSelected } from "../kit/selection.ts";
import { createRouteBuilders, largeFormBytes, none, type Route } from "../kit/site/routes.ts";
import { raw, sql } from "../kit/sql.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { sendNewDraft, showNewDraft } from "./consoleDraft.ts";
import { fulfilPath, fulfilSelected, showFulfilSelected } from "./consoleFulfil.ts";
import {
  addNote,
  cancelOrder,
  correct,
  fulfil,
  loadOrder,
  markAnswered,
  showOrder,
} from "./consoleOrder.ts";
import { type OrderFormat, orderFileTypes, writeOrderFile } from "./documents/writeOrderFile.ts";
import {
  type DatedEvent,
  datedEvents,
  type ListedOrder,
  listedColumns,
  matchOrders,
  maxSummedOrders,
  type OrderSum,
  sumOrders,
} from "./foundOrderQueries.ts";
import { endOfDraft, type OrderStatus, orderStatuses, type StoredOrder } from "./order.ts";
import { renderCreator, renderNumber, renderStatus, statusWords } from "./sharedOrders.ts";
import { awaitCounted, countByStatus, maxCountedOrders } from "./summaryQueries.ts";

const path = "/console/orders";

/** Sorting more matching orders would delay the list. */
export const maxSortedOrders = 20_000;

/** The states in which an order can be found by the time of an event. */
const statesAfter: Readonly<Record<DatedEvent, readonly OrderStatus[]>> = {
  created: orderStatuses,
  confirmed: ["confirmed", "fulfilled", "cancelled"],
  fulfilled: ["fulfilled"],
};

const text = (title: string, more: object = {}) =>
  Type.Optional(Type.String({ title, maxLength: 200, ...more }));

const filterSchema = Type.Object({
  status: Type.Optional(Type.Enum([...orderStatuses, "all"])),
  q: text("PO, order, part or account"),
  account: accountFilter,
  po: text("PO", { code: true }),
  part: text("Part number", { code: true, suggestions: suggestionsOf("parts") }),
  id: text("Order number or ID", { code: true, suggestions: suggestionsOf("orders") }),
  date: Type.Optional(
    Type.Enum([...datedEvents], {
      title: "Date of",
      words: { created: "Creation", confirmed: "Confirmation", fulfilled: "Fulfilment" },
    }),
  ),
  from: dayFilter("From"),
  until: dayFilter("Until"),
  ending: Type.Optional(Type.Boolean()),
  changes: Type.Optional(Type.Boolean()),
});

type Filter = Static<typeof filterSchema>;

/**
 * Without a state: orders to fulfil or, with another filter, all orders. A number or id names its
 * order in any state. A state has no period in which none of its orders can be, and no tasks of
 * another state.
 */
function complete(filter: Filter): Filter {
  const { status: wanted, date = "created", from, until, ending, changes, ...others } = filter;
  const { id } = others;
  const isPossible = wanted === undefined || wanted === "all" || statesAfter[date].includes(wanted);
  const hasPeriod = isPossible && (from !== undefined || until !== undefined);
  const period = hasPeriod && {
    ...(date !== "created" && { date }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
  const isNarrowed = hasPeriod || Object.keys(others).length > 0;
  const status = id === undefined ? (wanted ?? (isNarrowed ? "all" : "confirmed")) : "all";
  return {
    status,
    ...others,
    ...period,
    ...(ending && status === "draft" && { ending }),
    ...(changes && status === "confirmed" && { changes }),
  };
}

/** The matching orders by state, as the tabs count them, and the sums of those that are listed. */
async function countOrders(
  db: Database,
  { status = "all", date = "created", ...others }: Filter,
  { inTab, inAll }: Matching,
): Promise<{ counts: ReadonlyMap<OrderStatus, number>; sums: readonly OrderSum[] | null }> {
  const { account: accountId = null, ...narrowing } = others;
  if (Object.keys(narrowing).length === 0) {
    const [counts, sums] = await Promise.all([countByStatus(db, accountId), sumOrders(db, inTab)]);
    await awaitCounted(db, counts);
    return { counts: new Map(orderStatuses.map((one) => [one, counts[one]])), sums };
  }
  const all = await sumOrders(db, inAll);
  await db.awaitReplication();
  if (all === null) return { counts: new Map(), sums: await sumOrders(db, inTab) };
  const isTask = others.ending || others.changes;
  const counted = orderStatuses
    .filter((one) => (isTask ? one === status : statesAfter[date].includes(one)))
    .map((one) => {
      const of = all.filter((sum) => sum.status === one);
      return [one, of.reduce((count, { orders }) => count + orders, 0)] as const;
    });
  const sums = all.filter((sum) => status === "all" || sum.status === status);
  return { counts: new Map(counted), sums };
}

/** Of one state in a sentence; of all states each on its own, as they mean different things. */
function describeSums(sums: readonly OrderSum[] | null, { status }: Filter): string {
  if (sums === null) {
    const max = formatCount(maxSummedOrders);
    return `More than ${max} orders match. Choose a shorter period to see their total.`;
  }
  const count = (of: readonly OrderSum[]) => of.reduce((all, { orders }) => all + orders, 0);
  const total = (of: readonly OrderSum[]) => of.map(({ sum }) => formatMoney(sum)).join(", ");
  if (status !== "all") return `${formatCounted(count(sums), "order")}: ${total(sums)}`;
  const parts = orderStatuses.flatMap((one) => {
    const of = sums.filter((sum) => sum.status === one);
    const [, word] = statusWords[one];
    return of.length === 0 ? [] : [`${word} (${formatCount(count(of))}): ${total(of)}`];
  });
  return parts.join("; ");
}

/** Which orders a list of a task has; null for other lists. */
function describeTask({ ending, changes }: Filter): Html | null {
  if (ending)
    return html`<p>Only drafts worth more than 0, of accounts that are not suspended.
<a href="${path}?status=draft">Show all drafts</a></p>\n`;
  return changes === undefined
    ? null
    : html`<p>Only orders with a change request to answer.
<a href="${path}?status=confirmed">Show all orders to fulfil</a></p>\n`;
}

/** The time by which orders are listed: of drafts when they end, else of the event of a period. */
function datedColumn({ status, date = "created" }: Filter) {
  if (status === "draft") {
    return {
      title: "Confirm until",
      cell: (order: ListedOrder) => renderDayAt(endOfDraft(order)),
    };
  }
  if (date === "created") {
    return { title: "Created", cell: ({ createdAt }: ListedOrder) => renderAge(createdAt) };
  }
  const atOf = ({ confirmedAt, fulfilledAt }: ListedOrder) =>
    date === "confirmed" ? confirmedAt : fulfilledAt;
  const cell = (order: ListedOrder) => {
    const at = atOf(order);
    return at && renderDayAt(at);
  };
  return { title: date === "confirmed" ? "Confirmed" : "Fulfilled", cell };
}

/** In hours up to two days, then in days. */
function describeWait(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const orderList = list({
  name: "order list",
  of: { name: "order", idOf: ({ orderId }: ListedOrder) => orderId },
  path,
  who: everyone,
  title: "Orders",
  sentence: "Orders of all accounts.",
  caption: "Orders",
  filter: filterSchema,
  complete,
  folded: ["account", "po", "part", "id", "date", "from", "until"],
  hidden: ["ending", "changes"],
  button: "Search",
  tabs: {
    name: "status",
    label: "States",
    isLeft: true,
    maxCount: maxCountedOrders,
    words: [
      ["confirmed", "To fulfil"],
      ["draft", "Drafts"],
      ["fulfilled", "Fulfilled"],
      ["cancelled", "Cancelled"],
      ["expired", "Expired"],
      ["all", "All"],
    ],
    // A state is part of the statement, so that each is planned on its own.
    where: ({ status }) =>
      status !== undefined && status !== "all" && sql`o.status = ${raw(`'${status}'`)}`,
  },
  select: listedColumns,
  from: sql`orders o join accounts a using (account_id)`,
  id: sql`o.order_id`,
  where: ({ filter, zone }, db) =>
    matchOrders(db, {
      ...filter,
      date: filter.date ?? "created",
      from: readDayFilter(filter.from, zone),
      until: endOfFilteredDay(filter.until, zone),
    }),
  maxSorted: maxSortedOrders,
  orders: {
    created: { keys: [sql`o.order_id`], isDescending: true },
    account: { keys: [sql`lower(a.name)`, sql`o.order_id`], isDescending: false },
    // Orders without a PO number come last.
    po: {
      keys: (isDescending) => [
        isDescending ? sql`(o.po_number is not null)` : sql`(o.po_number is null)`,
        sql`coalesce(lower(o.po_number), '') collate "C"`,
        sql`o.order_id`,
      ],
      isDescending: false,
    },
    // Amounts are compared within their currency only.
    total: { keys: [sql`o.currency`, sql`o.subtotal`, sql`o.order_id`], isDescending: true },
  },
  columns: (filter) => {
    const { status, date } = filter;
    const dated = datedColumn(filter);
    return [
      {
        title: "Order",
        kind: "code",
        ...(date !== undefined && { sort: "created" }),
        cell: ({ orderId, orderNumber }) =>
          html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
      },
      {
        title: "Account",
        kind: "text",
        sort: "account",
        cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
      },
      {
        title: "PO",
        kind: "words",
        sort: "po",
        cell: ({ poNumber }) =>
          poNumber === null ? html`<span class="quiet">no PO</span>` : renderNumber(poNumber),
      },
      ...(status === "all"
        ? ([
            {
              title: "State",
              kind: "words",
              corner: true,
              cell: (order: ListedOrder) => renderStatus(order.status),
            },
          ] as const)
        : []),
      ...(status === "draft"
        ? ([{ title: "Created by", kind: "text", cell: renderCreator }] as const)
        : []),
      { ...dated, kind: "words", titled: true, ...(date === undefined && { sort: "created" }) },
      {
        title: "Need date",
        kind: "words",
        titled: true,
        cell: ({ neededBy }) => neededBy && renderDay(neededBy),
      },
      ...(status === "confirmed" || status === "all"
        ? ([
            {
              title: "Waiting",
              kind: "words",
              titled: true,
              cell: ({ status, confirmedAt }: ListedOrder, now: Date) =>
                status === "confirmed" && confirmedAt !== null && describeWait(confirmedAt, now),
            },
          ] as const)
        : []),
      { title: "Lines", kind: "number", cell: ({ lines }) => lines },
      {
        title: "Total",
        kind: "number",
        sort: "total",
        cell: ({ subtotal, currency }) => formatMoney({ minor: BigInt(subtotal), currency }),
      },
    ];
  },
  pick: {
    who: everyone,
    name: "order",
    label: "Selected orders",
    labelOf: ({ orderNumber }) => orderNumber,
    isOpen: () => true,
    buttons: ({ status }, { signedIn }) => [
      ...((status === "all" || status === "confirmed") && mayUse(operators, signedIn)
        ? [{ text: "Mark as fulfilled", kind: "primary", action: fulfilPath } as const]
        : []),
      { text: "Export CSV", action: `${path}/export.csv` },
      { text: "Export XLSX", action: `${path}/export.xlsx` },
    ],
  },
  none: ({ status, ...others }) => {
    if (Object.keys(others).length > 0) {
      return {
        title: "No matching orders",
        body: html`<p>Enter the beginning or end of a PO number, a complete order or part number, or the
name of an account. <a href="${path}?status=all">Show all orders</a></p>`,
      };
    }
    return status === "confirmed"
      ? {
          title: "No orders to fulfil",
          body: html`<p>Orders appear here when a buyer has confirmed them.</p>`,
        }
      : {
          title: "No orders",
          body: html`<p>Buyers create drafts through the API or on the portal.</p>`,
        };
  },
  async around({ db }: ConsoleContext, _visit, filter, matching) {
    const { counts, sums } = await countOrders(db, filter, matching);
    const { ending, changes, ...texts } = filter;
    const tasks = { ending: ending ? "yes" : null, changes: changes ? "yes" : null };
    const file = (format: OrderFormat) =>
      formatAddress(`${path}/export.${format}`, { ...texts, ...tasks });
    const sum =
      sums?.length !== 0 &&
      html`<p>${describeSums(sums, filter)} · Lines as
<a href="${file("csv")}">CSV</a>, <a href="${file("xlsx")}">XLSX</a></p>\n`;
    return { counts, before: html`${describeTask(filter)}${sum}` };
  },
});

/** The name of the file without its ending, with the period: orders-fulfilled-2026-10-01-to-… */
function nameFile({ query }: Visit): string {
  const day = (name: string) => parseDay(query.text(name)) && query.text(name);
  const [from, until] = [day("from"), day("until")];
  if (query.has("order") || (from === undefined && until === undefined)) return "orders";
  const date = datedEvents.find((event) => event === query.text("date")) ?? "created";
  const ends = [from ?? [], until === undefined ? [] : ["to", until]].flat();
  return ["orders", date, ...(until === undefined ? ["from"] : []), ...ends].join("-");
}

/** The lines of the orders that the address selects or, if it selects none, those of its filter. */
const exportOrders =
  (format: OrderFormat): Handler =>
  async ({ db, files }, visit) => {
    const listed = visit.query.has("order")
      ? sql`o.order_id = any (${readSelected(visit.query, "order")}::uuid[])`
      : (await orderList.match(db, visit)).inTab;
    const file = { name: `${nameFile(visit)}.${format}`, type: orderFileTypes[format] };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(db, session, { accountId: null, listed }, format, target),
    );
  };

const exportOrderLines: Handler<StoredOrder> = async ({ db, files }, visit, order) => {
  const { orderId, orderNumber } = order;
  const file = { name: `order-${orderNumber}.csv`, type: orderFileTypes.csv };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(db, session, { accountId: null, orderId }, "csv", target),
  );
};

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** The lines of an order, as an operator pastes them. */
const draftForm = { maxBodyBytes: largeFormBytes };
const newDraft = "/console/accounts/:account/orders/new";
const one = `${path}/:order`;

export const orderRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] = [
  ...orderList.routes,
  get(`${path}/export.csv`, everyone, none, exportOrders("csv")),
  get(`${path}/export.xlsx`, everyone, none, exportOrders("xlsx")),
  get(fulfilPath, operators, none, showFulfilSelected),
  post(fulfilPath, operators, none, fulfilSelected),
  get(newDraft, operators, account, showNewDraft),
  post(newDraft, operators, account, sendNewDraft, draftForm),
  get(one, everyone, loadOrder, showOrder),
  get(`${one}/lines.csv`, everyone, loadOrder, exportOrderLines),
  post(`${one}/fulfil`, operators, loadOrder, fulfil),
  post(`${one}/reference`, operators, loadOrder, correct),
  post(`${one}/cancel`, operators, loadOrder, cancelOrder),
  post(`${one}/answered`, operators, loadOrder, markAnswered),
  post(`${one}/notes`, operators, loadOrder, addNote),
];
