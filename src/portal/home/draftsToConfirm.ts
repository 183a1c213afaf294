// What the first page shows: drafts with what has changed, orders, and where to begin.
import { formatMoney } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { type Column, renderTable } from "../../html/table.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import { shortOrderId } from "../../orders/order.ts";
import type { OrderSummary } from "../../orders/summaryQueries.ts";
import { nameOrder, renderStatus } from "../../views/nameOrder.ts";
import { orderAddress } from "../orders/orderAddress.ts";

const none = html`<span class="quiet">none</span>`;

function countLines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

/** What stands in the way of a draft, and what has changed since it was made. */
function renderChanges({ blocked, repriced, movedPrices }: DraftReview): Content {
  const changes = [
    blocked === 0 ? [] : [renderBadge("fault", `${countLines(blocked)} to mend`)],
    repriced === 0 ? [] : [renderBadge("short", `New price on ${countLines(repriced)}`)],
    repriced > 0 || movedPrices === 0
      ? []
      : [renderBadge("neutral", `Price kept on ${countLines(movedPrices)}`)],
  ].flat();
  if (changes.length === 0) return renderBadge("good", "Ready");
  return changes.map((change) => html`${change} `);
}

function renderOrderCells(order: OrderSummary): readonly Content[] {
  return [
    html`<a href="${orderAddress(order.orderId)}">${shortOrderId(order.orderId)}</a>`,
    order.poNumber ?? none,
    order.madeByKey ? `Key ${order.madeBy ?? ""}` : order.madeBy,
    renderMoment(order.createdAt),
    order.lines,
  ];
}

const orderColumns: readonly Column[] = [
  { title: "Order", kind: "code" },
  { title: "PO", kind: "text" },
  { title: "Made by", kind: "text" },
  { title: "Made", kind: "words" },
  { title: "Lines", kind: "number" },
];

/** The newest drafts, each as it would be confirmed now; `count` is how many there are. */
export function renderDraftsToConfirm(
  drafts: readonly OrderSummary[],
  reviews: readonly DraftReview[],
  count: number,
): Html {
  const reviewOf = new Map(reviews.map((review) => [review.draft.orderId, review]));
  // A draft that was placed or confirmed between the two readings is left to the next look.
  const rows = drafts.flatMap((order) => {
    const review = reviewOf.get(order.orderId);
    if (review === undefined) return [];
    const [action, under] =
      review.blocked === 0 ? ["Review and confirm", "/confirm"] : ["Mend", ""];
    const link = html`<a class="button plain" href="${orderAddress(order.orderId, under)}"
 aria-label="${action} ${nameOrder(order)}">${action}</a>`;
    const cells = [...renderOrderCells(order), renderChanges(review)];
    // A draft that cannot be confirmed has no sum yet but the one it was made with.
    const total = review.blocked === 0 ? review.subtotal : order.subtotal;
    return [{ cells: [...cells, formatMoney(total), link] }];
  });
  const more =
    count > rows.length
      ? html`<p><a href="/orders?status=draft">All drafts that wait</a></p>
`
      : null;
  const table = renderTable({
    caption: "Drafts that wait, the newest first",
    columns: [
      ...orderColumns,
      { title: "Since it was made", kind: "words" },
      { title: "Total", kind: "number" },
      { title: "Next", kind: "actions" },
    ],
    rows,
  });
  const empty = renderEmptyState(
    "Nothing waits for you",
    html`<p>Drafts stand here until somebody confirms them. They come from your systems by the
<a href="/docs">API</a>, from a <a href="/quick-order">quick order</a>, or from the page of a
<a href="/parts">part</a>.</p>`,
  );
  return html`<h2>Drafts that wait</h2>
${rows.length === 0 ? empty : html`${table}${more}`}`;
}

/** The orders that were confirmed, fulfilled or cancelled last; nothing where there are none. */
export function renderRecentOrders(orders: readonly OrderSummary[]): Html | null {
  if (orders.length === 0) return null;
  const table = renderTable({
    caption: "Recent orders, the newest first",
    columns: [
      ...orderColumns,
      { title: "State", kind: "words" },
      { title: "Total", kind: "number" },
    ],
    rows: orders.map((order) => ({
      cells: [...renderOrderCells(order), renderStatus(order.status), formatMoney(order.subtotal)],
    })),
  });
  return html`<h2>Recent orders</h2>
${table}<p><a href="/orders">All orders</a></p>
`;
}

/** Where an account without orders begins. */
export function renderFirstSteps(publicUrl: string): Html {
  return html`${renderEmptyState(
    "No orders yet",
    html`<p>Drafts will stand here until somebody confirms them. There are three ways to one:</p>
<ul>
<li><a href="/parts">Look a part up</a> by its number or its name and add it to a draft. The
search at the top of every page does the same; the key <kbd>/</kbd> leads to it.</li>
<li><a href="/quick-order">Paste a list</a> of part numbers and quantities, or send a CSV or XLSX
file.</li>
<li>Let your systems order: they call the <a href="/docs">API</a> at <code>${publicUrl}</code>, with
a key from <a href="/developers">Developers</a>.</li>
</ul>`,
  )}`;
}
