import { nameOrder, renderCreator, renderNumber } from "../../components/nameOrder.ts";
import { renderOrderRows } from "../../components/orderTable.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import type { OrderSummary } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { orderAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

function renderChanges({ blocked, repriced, movedPrices }: DraftReview): Content {
  const changes = [
    blocked === 0 ? [] : [renderBadge("fault", texts.drafts.toFix(blocked))],
    repriced === 0 ? [] : [renderBadge("short", texts.drafts.newPrice(repriced))],
    repriced > 0 || movedPrices === 0
      ? []
      : [renderBadge("neutral", texts.drafts.priceHeld(movedPrices))],
  ].flat();
  if (changes.length === 0) return renderBadge("good", texts.drafts.ready);
  return changes.map((change) => html`${change} `);
}

/**
 * The newest drafts as they would be confirmed now; `count` is their total number. Operators who
 * view the site as a buyer cannot confirm, so they get no button.
 */
export function renderDraftsToConfirm(
  drafts: readonly OrderSummary[],
  reviews: readonly DraftReview[],
  count: number,
  isReadOnly: boolean,
): Html {
  const reviewOf = new Map(reviews.map((review) => [review.draft.orderId, review]));
  // A draft created or confirmed between the two queries appears at the next load.
  const rows = drafts.flatMap((order) => {
    const review = reviewOf.get(order.orderId);
    if (review === undefined) return [];
    const [action, under] =
      review.blocked === 0 ? [texts.drafts.review, "/confirm"] : [texts.drafts.fix, ""];
    const link = html`<a class="button plain" href="${orderAddress(order.orderId, under)}"
 aria-label="${action} ${nameOrder(order)}">${action}</a>`;
    const cells = [
      html`<a href="${orderAddress(order.orderId)}">${order.orderNumber}</a>`,
      order.poNumber === null
        ? html`<span class="quiet">${texts.drafts.noPo}</span>`
        : renderNumber(order.poNumber),
      renderCreator(order),
      renderAge(order.createdAt),
      order.lines,
      renderChanges(review),
      // A draft that cannot be confirmed keeps the total it was created with.
      formatMoney(review.blocked === 0 ? review.subtotal : order.subtotal),
      isReadOnly ? null : link,
    ];
    return [{ cells }];
  });
  const more = html`<a href="/orders?status=draft">${texts.drafts.all}</a>`;
  const table = renderTable({
    caption: texts.drafts.caption,
    columns: [
      { title: texts.drafts.order, kind: "code" },
      { title: "PO", kind: "text" },
      { title: texts.drafts.createdBy, kind: "text" },
      { title: texts.drafts.created, kind: "words" },
      { title: texts.drafts.lines, kind: "number" },
      { title: texts.drafts.status, kind: "words" },
      { title: texts.drafts.total, kind: "number", corner: true },
      { title: texts.drafts.action, kind: "actions" },
    ],
    rows,
  });
  const empty = renderEmptyState(texts.drafts.none, html`<p>${texts.drafts.noneHint}</p>`);
  return renderCard({
    title: texts.drafts.title,
    beside: count > rows.length && more,
    body: rows.length === 0 ? empty : table,
  });
}

/** The latest confirmed, fulfilled or cancelled orders; null if there are none. */
export function renderRecentOrders(orders: readonly OrderSummary[]): Html | null {
  if (orders.length === 0) return null;
  const caption = texts.recent.caption;
  return renderCard({
    title: texts.recent.title,
    beside: html`<a href="/orders">${texts.recent.all}</a>`,
    body: renderOrderRows(orders, { caption, orderAddress }),
  });
}

export function renderFirstSteps(publicUrl: string): Html {
  return html`${renderEmptyState(
    texts.firstSteps.title,
    html`<p>${texts.firstSteps.sentence}</p>
<ul>
<li>${texts.firstSteps.search}</li>
<li>${texts.firstSteps.paste}</li>
<li>${texts.firstSteps.connect(publicUrl)}</li>
</ul>`,
  )}`;
}
