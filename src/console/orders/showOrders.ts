// /console/orders: the orders of all accounts, what waits first; all of it in the address.

import { statusWords } from "../../components/nameOrder.ts";
import { renderOrderRows } from "../../components/orderTable.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMessage } from "../../html/notice.ts";
import { renderPager } from "../../html/pager.ts";
import { renderTabs, type Tab } from "../../html/tabs.ts";
import {
  type OperatorOrder,
  selectOperatorOrders,
} from "../../orders/operators/operatorOrderQueries.ts";
import { selectViews } from "../../orders/operators/savedViewQueries.ts";
import { countByStatus, maxCountedOrders, type StatusCounts } from "../../orders/summaryQueries.ts";
import { noFields } from "../../site/fields.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { accountAddress, orderAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import {
  formatOrderFilter,
  maxFilterLength,
  type OrderPageFilter,
  orderFilterNames,
  readBefore,
  readOrderFilter,
  toOperatorOrderFilter,
} from "./orderFilter.ts";
import { renderKeeping, renderSavedViews, viewMessages } from "./savedViews.ts";

const pageSize = 50;
const tabStates = ["confirmed", "draft", "fulfilled", "cancelled", "expired", "all"] as const;

function listAddress(asked: OrderPageFilter, more?: Record<string, string>): string {
  return `/console/orders?${formatOrderFilter(asked, more)}`;
}

function nameState(status: OrderPageFilter["status"]): string {
  if (status === "all") return "All";
  if (status === "confirmed") return "To fulfil";
  return status === "draft" ? "Drafts" : statusWords[status][1];
}

/** The counts are of all orders, or of the account's; of other filters they say nothing. */
function toTab(
  asked: OrderPageFilter,
  status: OrderPageFilter["status"],
  counts: StatusCounts,
): Tab {
  const text = nameState(status);
  const tab = { href: listAddress({ ...asked, status }), current: asked.status === status };
  const isCounted = orderFilterNames.every((name) => name === "account" || asked[name] === "");
  if (status === "all" || !isCounted) return { ...tab, text };
  const count = counts[status];
  return count > maxCountedOrders
    ? { ...tab, text: `${text} ${formatCount(maxCountedOrders)}+` }
    : { ...tab, text, count };
}

function renderFilters(asked: OrderPageFilter): Html {
  const state = { ...freshForm(asked), prefix: "filter" };
  const field = (name: string, label: string, code: boolean): Html =>
    renderTextField(state, { name, label, code, maxLength: maxFilterLength, autocomplete: "off" });
  return html`<form class="filters" action="/console/orders" role="search" aria-label="Orders">
<input type="hidden" name="status" value="${asked.status}">
${field("account", "Account", false)}${field("po", "PO", true)}
${field("part", "Part number", true)}${field("id", "Order id", true)}
${renderTextField(state, { name: "from", label: "From", type: "date" })}
${renderTextField(state, { name: "until", label: "Until", type: "date" })}
<button class="button plain">Show</button>
</form>
`;
}

function renderNone(asked: OrderPageFilter): Html {
  const isNarrowed = orderFilterNames.some((name) => asked[name] !== "");
  if (isNarrowed) {
    const all = listAddress({ ...asked, status: "all" });
    return renderEmptyState(
      "No order fits",
      html`<p>An account is found by its name or id, a PO and an order id by how they begin, a part
by its whole number. <a href="${all}">In all states</a>, <a href="/console/orders?status=all">all
orders</a></p>`,
    );
  }
  if (asked.status === "confirmed") {
    return renderEmptyState(
      "Nothing waits",
      html`<p>An order comes here once a buyer has confirmed it, its stock allocated.</p>`,
    );
  }
  return renderEmptyState(
    "No orders here",
    html`<p>Buyers' systems place drafts by the API, their people make them on the web site.</p>`,
  );
}

function nameAccount({ accountId, accountName }: OperatorOrder): Html {
  return html`<a href="${accountAddress(accountId)}">${accountName}</a>`;
}

function renderList(
  asked: OrderPageFilter,
  found: readonly OperatorOrder[],
  before: string | null,
): Html {
  const orders = found.slice(0, pageSize);
  if (orders.length === 0) return renderNone(asked);
  const last = found.length > pageSize ? orders.at(-1) : undefined;
  const pager = renderPager({
    back: before === null ? null : listAddress(asked),
    on: last === undefined ? null : listAddress(asked, { before: last.orderId }),
    backText: "Newest",
  });
  const file = (format: string): string =>
    `/console/orders/export.${format}?${formatOrderFilter(asked)}`;
  return html`${renderOrderRows(orders, { orderAddress, accountOf: nameAccount })}${pager}
<p class="quiet">Lines of these orders: <a href="${file("csv")}">CSV</a>,
<a href="${file("xlsx")}">XLSX</a></p>
`;
}

/** The list that `asked` asks for; `keeping` is the form of its name where that was refused. */
export async function answerOrders(
  { db }: ConsoleContext,
  visit: Visit,
  asked: OrderPageFilter,
  keeping?: FormState,
): Promise<Answer> {
  const query = keeping === undefined ? visit.query : noFields;
  const before = readBefore(query);
  const { filter, account } = await toOperatorOrderFilter(db, asked);
  const [counts, found, views] = await Promise.all([
    countByStatus(db, filter.accountId),
    selectOperatorOrders(db, filter, { before, limit: pageSize + 1 }),
    selectViews(db, visit.signedIn.operator.operatorId),
  ]);
  const tabs = tabStates.map((status) => toTab(asked, status, counts));
  const text = formatOrderFilter(asked);
  const of =
    account && html` Of <a href="${accountAddress(account.accountId)}">${account.name}</a>.`;
  return answerPage(
    {
      title: "Orders",
      sentence: html`What buyers confirmed waits here to be fulfilled.${of}`,
      body: html`${renderMessage(viewMessages, query.text("done"), { query, views })}${[
        renderFilters(asked),
        renderTabs("States", tabs),
        renderSavedViews(views, text),
        renderList(asked, found, before),
        renderKeeping(views, text, keeping),
      ]}`,
    },
    keeping === undefined ? 200 : 422,
  );
}

/** The list of orders of all accounts. */
export function showOrders(context: ConsoleContext, visit: Visit): Promise<Answer> {
  return answerOrders(context, visit, readOrderFilter(visit.query));
}
