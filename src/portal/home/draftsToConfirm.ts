import { nameOrder } from "../../components/nameOrder.ts";
import { renderOrderRows } from "../../components/orderTable.ts";
import { formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import type { OrderSummary } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { orderAddress } from "../addresses.ts";

function renderChanges({ blocked, repriced, movedPrices }: DraftReview): Content {
  const changes = [
    blocked === 0 ? [] : [renderBadge("fault", `${formatCounted(blocked, "line")} to fix`)],
    repriced === 0 ? [] : [renderBadge("short", `New price on ${formatCounted(repriced, "line")}`)],
    repriced > 0 || movedPrices === 0
      ? []
      : [renderBadge("neutral", `Price held on ${formatCounted(movedPrices, "line")}`)],
  ].flat();
  if (changes.length === 0) return renderBadge("good", "Ready");
  return changes.map((change) => html`${change} `);
}

/** The newest drafts as they would be confirmed now; `count` is their total number. */
export function renderDraftsToConfirm(
  drafts: readonly OrderSummary[],
  reviews: readonly DraftReview[],
  count: number,
): Html {
  const reviewOf = new Map(reviews.map((review) => [review.draft.orderId, review]));
  // A draft created or confirmed between the two queries appears at the next load.
  const rows = drafts.flatMap((order) => {
    const review = reviewOf.get(order.orderId);
    if (review === undefined) return [];
    const [action, under] = review.blocked === 0 ? ["Review and confirm", "/confirm"] : ["Fix", ""];
    const link = html`<a class="button plain" href="${orderAddress(order.orderId, under)}"
 aria-label="${action} ${nameOrder(order)}">${action}</a>`;
    const cells = [
      html`<a href="${orderAddress(order.orderId)}">${order.orderNumber}</a>`,
      order.poNumber ?? html`<span class="quiet">none</span>`,
      order.madeByKey ? `Key ${order.madeBy ?? ""}` : order.madeBy,
      renderMoment(order.createdAt),
      order.lines,
      renderChanges(review),
      // A draft that cannot be confirmed keeps the total it was created with.
      formatMoney(review.blocked === 0 ? review.subtotal : order.subtotal),
      link,
    ];
    return [{ cells }];
  });
  const more = html`<a href="/orders?status=draft">All drafts to confirm</a>`;
  const table = renderTable({
    caption: "Drafts to confirm, newest first",
    columns: [
      { title: "Order", kind: "code" },
      { title: "PO", kind: "text" },
      { title: "Created by", kind: "text" },
      { title: "Created", kind: "words" },
      { title: "Lines", kind: "number" },
      { title: "Changes since", kind: "words" },
      { title: "Total", kind: "number", corner: true },
      { title: "Action", kind: "actions" },
    ],
    rows,
  });
  const empty = renderEmptyState(
    "No drafts to confirm",
    html`<p>Drafts stay here until someone confirms them. They come from your systems by the
<a href="/docs">API</a>, from a <a href="/quick-order">quick order</a>, or from the page of a
<a href="/parts">part</a>.</p>`,
  );
  return renderCard({
    title: "Drafts to confirm",
    beside: count > rows.length && more,
    body: rows.length === 0 ? empty : table,
  });
}

/** The latest confirmed, fulfilled or cancelled orders; null if there are none. */
export function renderRecentOrders(orders: readonly OrderSummary[]): Html | null {
  if (orders.length === 0) return null;
  const caption = "Recent orders, newest first";
  return renderCard({
    title: "Recent orders",
    beside: html`<a href="/orders">All orders</a>`,
    body: renderOrderRows(orders, { caption, orderAddress }),
  });
}

export function renderFirstSteps(publicUrl: string): Html {
  return html`${renderEmptyState(
    "No orders yet",
    html`<p>Drafts appear here until you confirm them. You can create one in three ways:</p>
<ul>
<li><a href="/parts">Search for a part</a> by number or name and add it to a draft. Press
<kbd>/</kbd> on any page to search.</li>
<li><a href="/quick-order">Paste a list</a> of part numbers and quantities, or upload a CSV or XLSX
file.</li>
<li>Connect your systems to the <a href="/docs">API</a> at <code>${publicUrl}</code>, with
a key from <a href="/developers">Developers</a>.</li>
</ul>`,
  )}`;
}
