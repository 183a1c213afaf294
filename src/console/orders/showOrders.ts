// /console/orders: the orders of all accounts, what waits first; all of it in the address.
import { formatCount } from "../../html/amount.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeTextField } from "../../html/field.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writePager } from "../../html/pager.ts";
import { type Tab, writeTabs } from "../../html/tabs.ts";
import { noFields, readFields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { countDeskOrders, type DeskOrder, selectDeskOrders } from "../../orders/deskQueries.ts";
import { countedOrders, type StatusCounts } from "../../orders/listQueries.ts";
import { selectViews } from "../../orders/viewQueries.ts";
import { statusWords } from "../../views/nameOrder.ts";
import { writeOrderRows } from "../../views/orderRows.ts";
import { accountAddress, orderAddress } from "../accountAddress.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { writeKeeping, writeOwnViews, writeViewNotice } from "./keepView.ts";
import {
  type AskedOrders,
  longestFilter,
  orderFilterNames,
  readAskedOrders,
  readBefore,
  toDeskFilter,
  writeAskedOrders,
} from "./readAskedOrders.ts";

const pageSize = 50;
const tabStates = ["confirmed", "draft", "fulfilled", "cancelled", "expired", "all"] as const;

function listAddress(asked: AskedOrders, more?: Record<string, string>): string {
  return `/console/orders?${writeAskedOrders(asked, more)}`;
}

function nameState(status: AskedOrders["status"]): string {
  if (status === "all") return "All";
  if (status === "confirmed") return "To fulfil";
  return status === "draft" ? "Drafts" : statusWords[status][1];
}

/** The counts are of all orders, or of the account's; of other filters they say nothing. */
function toTab(asked: AskedOrders, status: AskedOrders["status"], counts: StatusCounts): Tab {
  const text = nameState(status);
  const tab = { href: listAddress({ ...asked, status }), current: asked.status === status };
  const isCounted = orderFilterNames.every((name) => name === "account" || asked[name] === "");
  if (status === "all" || !isCounted) return { ...tab, text };
  const count = counts[status];
  return count > countedOrders
    ? { ...tab, text: `${text} ${formatCount(countedOrders)}+` }
    : { ...tab, text, count };
}

function writeFilters(asked: AskedOrders): Html {
  const state = { ...freshForm(asked), prefix: "filter" };
  const field = (name: string, label: string, code: boolean): Html =>
    writeTextField(state, { name, label, code, maxLength: longestFilter, autocomplete: "off" });
  return html`<form class="filters" action="/console/orders" role="search" aria-label="Orders">
<input type="hidden" name="status" value="${asked.status}">
${field("account", "Account", false)}${field("po", "PO", true)}
${field("part", "Part number", true)}${field("id", "Order id", true)}
${writeTextField(state, { name: "from", label: "From", type: "date" })}
${writeTextField(state, { name: "until", label: "Until", type: "date" })}
<button class="button plain">Show</button>
</form>
`;
}

function writeNone(asked: AskedOrders): Html {
  const isNarrowed = orderFilterNames.some((name) => asked[name] !== "");
  if (isNarrowed) {
    const all = listAddress({ ...asked, status: "all" });
    return writeEmptyState(
      "No order fits",
      html`<p>An account is found by its name or id, a PO and an order id by how they begin, a part
by its whole number. <a href="${all}">In all states</a>, <a href="/console/orders?status=all">all
orders</a></p>`,
    );
  }
  if (asked.status === "confirmed") {
    return writeEmptyState(
      "Nothing waits",
      html`<p>An order comes here once a buyer has confirmed it, its stock allocated.</p>`,
    );
  }
  return writeEmptyState(
    "No orders here",
    html`<p>Buyers' systems place drafts by the API, their people make them on the web site.</p>`,
  );
}

function nameAccount({ accountId, accountName }: DeskOrder): Html {
  return html`<a href="${accountAddress(accountId)}">${accountName}</a>`;
}

function writeList(asked: AskedOrders, found: readonly DeskOrder[], before: string | null): Html {
  const orders = found.slice(0, pageSize);
  if (orders.length === 0) return writeNone(asked);
  const last = found.length > pageSize ? orders.at(-1) : undefined;
  const pager = writePager({
    back: before === null ? null : listAddress(asked),
    on: last === undefined ? null : listAddress(asked, { before: last.orderId }),
    backText: "Newest",
  });
  const file = (format: string): string =>
    `/console/orders/export.${format}?${writeAskedOrders(asked)}`;
  return html`${writeOrderRows(orders, { orderAddress, accountOf: nameAccount })}${pager}
<p class="quiet">Lines of these orders: <a href="${file("csv")}">CSV</a>,
<a href="${file("xlsx")}">XLSX</a></p>
`;
}

/** The list that `asked` asks for; `keeping` is the form of its name where that was refused. */
export async function answerOrders(
  { db }: ConsoleContext,
  visit: Visit,
  asked: AskedOrders,
  keeping?: FormState,
): Promise<Answer> {
  const query = keeping === undefined ? visit.query : noFields;
  const before = readBefore(query);
  const { filter, account } = await toDeskFilter(db, asked);
  const [counts, found, views] = await Promise.all([
    countDeskOrders(db, filter.accountId),
    selectDeskOrders(db, filter, { before, limit: pageSize + 1 }),
    selectViews(db, visit.signedIn.operator.operatorId),
  ]);
  const tabs = tabStates.map((status) => toTab(asked, status, counts));
  const text = writeAskedOrders(asked);
  const of =
    account && html` Of <a href="${accountAddress(account.accountId)}">${account.name}</a>.`;
  return {
    kind: "page",
    status: keeping === undefined ? 200 : 422,
    page: {
      title: "Orders",
      sentence: html`What buyers confirmed waits here to be fulfilled.${of}`,
      body: html`${writeViewNotice({ ...visit, query }, views)}${[
        writeFilters(asked),
        writeTabs("States", tabs),
        writeOwnViews(views, text),
        writeList(asked, found, before),
        writeKeeping(views, text, keeping),
      ]}`,
    },
  };
}

/** The list of orders of all accounts. */
export function showOrders(context: ConsoleContext, visit: Visit): Promise<Answer> {
  return answerOrders(context, visit, readAskedOrders(visit.query));
}

/** The list again, after its name was refused; `asked` is its query. */
export function refuseView(
  context: ConsoleContext,
  visit: Visit,
  asked: string,
  state: FormState,
): Promise<Answer> {
  return answerOrders(context, visit, readAskedOrders(readFields(asked)), state);
}
