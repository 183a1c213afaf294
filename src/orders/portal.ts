import { filterKey } from "../catalog/partNumber.ts";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount } from "../kit/html/amount.ts";
import { adaptBrandColor } from "../kit/html/brand/brandColor.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderTabs, type Tab } from "../kit/html/tabs.ts";
import { startWriting } from "../kit/site/createFileAnswers.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { rasterizeLogo } from "./documents/rasterizeLogo.ts";
import { type OrderFormat, orderFileTypes, writeOrderFile } from "./documents/writeOrderFile.ts";
import { writeQuotePdf } from "./documents/writeQuotePdf.ts";
import { loadDetails } from "./drafts/reviewDraft.ts";
import { type OrderStatus, orderStatuses, type StoredOrder } from "./order.ts";
import { renderDuplicateForm } from "./portalCopy.ts";
import type { RecordFilter } from "./recordQueries.ts";
import { renderOrderRows, statusWords } from "./sharedOrders.ts";
import {
  awaitCounted,
  countByStatus,
  maxCountedOrders,
  type OrderSearch,
  type OrderSummary,
  type StatusCounts,
  searchSummaries,
  selectSummaries,
} from "./summaryQueries.ts";

/** In characters; longer than any PO number, id or part number. */
const maxSearchLength = 200;

/** The filter of the list; invalid values are ignored. */
type OrderListFilter = {
  readonly status: OrderStatus | null;
  readonly search: OrderSearch | undefined;
  readonly before: string | null;
};

function readOrderListFilter({ query }: Visit): OrderListFilter {
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
  if (status === null) return { href, text: "All", current };
  const [, text] = statusWords[status];
  const count = counts[status];
  return count > maxCountedOrders
    ? { href, text: `${text} ${formatCount(maxCountedOrders)}+`, current }
    : { href, text, count, current };
}

function renderSearchForm({ search, status }: OrderListFilter): Html {
  const unseen = status && html`<input type="hidden" name="status" value="${status}">`;

  return html`<form class="filters" action="/orders" role="search" aria-label="Orders">
${unseen}<label for="orders-q">PO, order or part number</label>
<input id="orders-q" type="search" name="q" value="${search?.text}" maxlength="${maxSearchLength}"
 autocomplete="off" spellcheck="false">
<button class="button plain">Search</button>
</form>
`;
}

function renderNone({ search, status }: OrderListFilter): Html {
  if (search !== undefined) {
    const all = listAddress({ status: null, search, before: null });
    const wider = status && html` <a href="${all}">Search all statuses.</a>`;
    return renderEmptyState(
      `No orders match “${search.text}”`,
      html`<p>Enter a few characters of a PO number, the last four digits of an order number, the beginning of an order ID, or a complete part number.${wider}</p>`,
    );
  }
  const [, word] = statusWords[status ?? "draft"];
  return renderEmptyState(
    status === null ? "No orders yet" : `No ${word.toLowerCase()} orders`,
    html`<p>Create orders through the <a href="/docs">API</a>, with
<a href="/quick-order">quick order</a> or from a <a href="/parts">part</a> page. They stay drafts
until you confirm them.</p>`,
  );
}

function renderExports(asked: OrderListFilter): Content {
  const csv = listAddress(asked, null, "/orders/export.csv");
  const xlsx = listAddress(asked, null, "/orders/export.xlsx");
  return html`<p class="quiet">Download order lines: <a href="${csv}">CSV</a>,
<a href="${xlsx}">XLSX</a></p>
`;
}

function renderDuplicate(order: OrderSummary): Html {
  const button = {
    text: "Duplicate",
    label: `Duplicate ${order.orderNumber}`,
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
    title: "Orders",
    body: html`<div class="listhead">
${renderTabs("Status", tabs)}${renderSearchForm(asked)}</div>
${list}`,
  });
};

function send(
  { db, files }: PortalContext,
  visit: Visit,
  chosen: RecordFilter,
  file: { readonly stem: string; readonly format: OrderFormat },
): Promise<Answer> {
  const { stem, format } = file;
  return files.send(
    visit,
    { name: `${stem}.${format}`, type: orderFileTypes[format] },
    (session, target) => writeOrderFile(db, session, chosen, format, target),
  );
}

function sendList(context: PortalContext, visit: Visit, format: OrderFormat): Promise<Answer> {
  const { status, search } = readOrderListFilter(visit);
  const { accountId } = visit.signedIn.account;
  return send(context, visit, { accountId, status, search }, { stem: "orders", format });
}

export const sendOrdersCsv: Handler = (context, visit) => sendList(context, visit, "csv");

export const sendOrdersXlsx: Handler = (context, visit) => sendList(context, visit, "xlsx");

export const sendLinesCsv: Handler<StoredOrder> = (context, visit, order) => {
  const { orderId, orderNumber } = order;
  const { accountId } = visit.signedIn.account;
  const file = { stem: `order-${orderNumber}`, format: "csv" } as const;
  return send(context, visit, { accountId, orderId }, file);
};

/** An order as PDF, A4 unless the address has `paper=letter`. */
export const sendQuote: Handler<StoredOrder> = async (context, visit, order) => {
  const distributor = context.distributor.current();
  const { order: detailed, stock } = await loadDetails(context.db, order, visit.now);
  const frame = {
    accountName: visit.signedIn.account.name,
    distributor: {
      ...distributor,
      logo: distributor.logo && (await rasterizeLogo(distributor.logo, context.log)),
      name: distributor.name ?? new URL(context.publicUrl).host,
      color: distributor.color && adaptBrandColor(distributor.color).light,
    },
    paper: visit.query.text("paper") === "letter" ? "LETTER" : "A4",
    now: visit.now,
    zone: visit.zone,
    stock,
  } as const;
  const body = startWriting(context, visit, (target) => writeQuotePdf(detailed, frame, target));
  const name = `${order.status === "draft" ? "quote" : "order"}-${order.orderNumber}.pdf`;
  return { kind: "file", name, type: "application/pdf", body };
};
