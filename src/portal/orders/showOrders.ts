import { filterKey } from "../../catalog/partNumber.ts";
import { statusWords } from "../../components/nameOrder.ts";
import { renderOrderRows } from "../../components/orderTable.ts";
import { isUuid } from "../../db/isUuid.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderTabs, type Tab } from "../../html/tabs.ts";
import { awaitCounted } from "../../orders/awaitReplicated.ts";
import { type OrderStatus, orderStatuses } from "../../orders/order.ts";
import {
  countByStatus,
  maxCountedOrders,
  type OrderSearch,
  type OrderSummary,
  type StatusCounts,
  searchSummaries,
  selectSummaries,
} from "../../orders/summaryQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, Visit } from "../portalContext.ts";
import { renderDuplicateForm } from "./duplicateForm.ts";
import { texts } from "./texts.ts";

/** In characters; longer than any PO number, id or part number. */
const maxSearchLength = 200;

/** The filter of the list; invalid values are ignored. */
export type OrderListFilter = {
  readonly status: OrderStatus | null;
  readonly search: OrderSearch | undefined;
  readonly before: string | null;
};

export function readOrderListFilter({ query }: Visit): OrderListFilter {
  const status = orderStatuses.find((one) => one === query.text("status")) ?? null;
  const text = query.text("q").trim().slice(0, maxSearchLength).toWellFormed();
  const before = query.text("before");
  return {
    status,
    search: text === "" ? undefined : { text, partNumberKey: filterKey(text) },
    before: isUuid(before) ? before : null,
  };
}

function listAddress(
  { status, search }: OrderListFilter,
  before: string | null = null,
  path = "/orders",
): string {
  return formatAddress(path, { status, q: search?.text, before });
}

function toTab(asked: OrderListFilter, status: OrderStatus | null, counts: StatusCounts): Tab {
  const href = listAddress({ ...asked, status });
  const current = asked.status === status;
  if (status === null) return { href, text: texts.list.all, current };
  const [, text] = statusWords[status];
  const count = counts[status];
  return count > maxCountedOrders
    ? { href, text: `${text} ${formatCount(maxCountedOrders)}+`, current }
    : { href, text, count, current };
}

function renderSearchForm({ search, status }: OrderListFilter): Html {
  const unseen = status && html`<input type="hidden" name="status" value="${status}">`;
  const { title, searchField, searchButton } = texts.list;
  return html`<form class="filters" action="/orders" role="search" aria-label="${title}">
${unseen}<label for="orders-q">${searchField}</label>
<input id="orders-q" type="search" name="q" value="${search?.text}" maxlength="${maxSearchLength}"
 autocomplete="off" spellcheck="false">
<button class="button plain">${searchButton}</button>
</form>
`;
}

function renderNone({ search, status }: OrderListFilter): Html {
  if (search !== undefined) {
    const all = listAddress({ status: null, search, before: null });
    const wider = status && html` <a href="${all}">${texts.list.searchAll}</a>`;
    return renderEmptyState(
      texts.list.noMatch(search.text),
      html`<p>${texts.list.noMatchHint}${wider}</p>`,
    );
  }
  const [, word] = statusWords[status ?? "draft"];
  return renderEmptyState(
    status === null ? texts.list.none : texts.list.noneWithStatus(word.toLowerCase()),
    html`<p>${texts.list.noneHint}</p>`,
  );
}

function renderExports(asked: OrderListFilter): Content {
  const csv = listAddress(asked, null, "/orders/export.csv");
  const xlsx = listAddress(asked, null, "/orders/export.xlsx");
  return html`<p class="quiet">${texts.list.exports(csv, xlsx)}</p>
`;
}

function renderDuplicate(order: OrderSummary): Html {
  const { duplicateRow, duplicateOf } = texts.order;
  const button = {
    text: duplicateRow,
    label: duplicateOf(order.orderNumber),
    kind: "ghost",
  } as const;
  return renderDuplicateForm(order, button);
}

export const showOrders: Handler = async ({ db }, visit) => {
  const { accountId } = visit.signedIn.account;
  const asked = readOrderListFilter(visit);
  const { status, search, before } = asked;
  const filter = { accountId, status, before, limit: pageSize + 1 };
  const [counts, found] = await Promise.all([
    countByStatus(db, accountId),
    search === undefined ? selectSummaries(db, filter) : searchSummaries(db, search, filter),
  ]);
  await awaitCounted(db, counts);
  const { rows: orders, pager } = paginate(found, {
    after: before,
    keyOf: ({ orderId }) => orderId,
    addressOf: (orderId) => listAddress(asked, orderId),
  });
  const isReadOnly = visit.signedIn.viewedBy !== undefined;
  const shown = { orderAddress, ...(isReadOnly ? {} : { actionOf: renderDuplicate }) };
  const tabs = [null, ...orderStatuses].map((one) => toTab(asked, one, counts));
  const list =
    orders.length === 0
      ? renderNone(asked)
      : html`<section class="card">
${renderOrderRows(orders, shown)}<footer>${renderExports(asked)}${pager}</footer>
</section>
`;
  return answerPage({
    title: texts.list.title,
    body: html`<div class="listhead">
${renderTabs(texts.list.statuses, tabs)}${renderSearchForm(asked)}</div>
${list}`,
  });
};
