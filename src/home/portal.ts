import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderButtonLink } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatMoney } from "../kit/price.ts";
import { answerPage } from "../kit/site/visit.ts";
import type { DraftReview } from "../orders/drafts/reviewDraft.ts";
import { loadDraftReviews } from "../orders/drafts/reviewDraft.ts";
import type { OrderStatus } from "../orders/order.ts";
import { endOfPrices } from "../orders/order.ts";
import { nameOrder, renderCreator, renderNumber, renderOrderRows } from "../orders/sharedOrders.ts";
import {
  awaitCounted,
  countByStatus,
  maxCountedOrders,
  type OrderSummary,
  selectSummaries,
} from "../orders/summaryQueries.ts";
import { renderQuoteRows } from "../quotes/portal.ts";
import type { QuoteRequestSummary } from "../quotes/quoteRequest.ts";
import { selectQuoteRequests } from "../quotes/quoteRequestQueries.ts";
import { orderAddress } from "./portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "./portalContext.ts";

/** The words of the first page. */
const texts = {
  sentence: {
    none: "No drafts to confirm.",
    one: "One draft to confirm.",
    many: (count: string) => `${count} drafts to confirm.`,
  },
  quickOrder: "Start quick order",
  drafts: {
    title: "Drafts to confirm",
    all: "All drafts to confirm",
    caption: "Drafts to confirm, newest first",
    order: "Order",
    createdBy: "Created by",
    created: "Created",
    lines: "Lines",
    status: "Status",
    total: "Total",
    action: "Action",
    noPo: "no PO",
    review: "Review and confirm",
    fix: "Fix",
    ready: "Ready",
    toFix: (lines: number) => `${formatCounted(lines, "line")} to fix`,
    newPrice: (lines: number) => `New price on ${formatCounted(lines, "line")}`,
    priceHeld: (lines: number) => `Price held on ${formatCounted(lines, "line")}`,
    none: "No drafts to confirm",
    noneHint: html`Create one through the
<a href="/docs">API</a>, with <a href="/quick-order">quick order</a>, or from a
<a href="/parts">part</a> page.`,
  },
  quotes: {
    title: "Answered quote requests",
    all: "All quote requests",
  },
  recent: {
    title: "Recent orders",
    caption: "Recent orders, newest first",
    all: "All orders",
  },
  firstSteps: {
    title: "No orders yet",
    sentence: "Drafts appear here until you confirm them. You can create one in three ways:",
    search: html`<a href="/parts">Search for a part</a> by number or name and add it to a
draft. Press <kbd>/</kbd> on any page to search.`,
    paste: html`<a href="/quick-order">Paste a list</a> of part numbers and quantities, or upload a
CSV or XLSX file.`,
    connect: (publicUrl: string) => html`Connect your systems to the
<a href="/docs">API</a> at <code>${publicUrl}</code>,
with a key from <a href="/developers">Developers</a>.`,
  },
};

function renderChanges({ draft, blocked, repriced, movedPrices }: DraftReview, now: Date): Content {
  const isExpired = endOfPrices(draft) < now;
  const changes = [
    isExpired ? [renderBadge("short", "Prices expired")] : [],
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
function renderDraftsToConfirm(
  drafts: readonly OrderSummary[],
  reviews: readonly DraftReview[],
  count: number,
  { isReadOnly, now }: { readonly isReadOnly: boolean; readonly now: Date },
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
      renderChanges(review, now),
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
function renderRecentOrders(orders: readonly OrderSummary[]): Html | null {
  if (orders.length === 0) return null;
  const caption = texts.recent.caption;
  return renderCard({
    title: texts.recent.title,
    beside: html`<a href="/orders">${texts.recent.all}</a>`,
    body: renderOrderRows(orders, { caption, orderAddress }),
  });
}

function renderFirstSteps(publicUrl: string): Html {
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

const shownDrafts = 8;
const shownOrders = 8;
const shownAnswers = 5;
/** A reply is news for this time. */
const newAnswerMs = 14 * 86_400_000;

function describeDrafts(drafts: number): string {
  if (drafts === 0) return texts.sentence.none;
  if (drafts === 1) return texts.sentence.one;
  const count =
    drafts > maxCountedOrders ? `${formatCount(maxCountedOrders)}+` : formatCount(drafts);
  return texts.sentence.many(count);
}

/** Replies of the last days; null if there are none. */
function renderAnsweredQuotes(answers: readonly QuoteRequestSummary[]): Html | null {
  if (answers.length === 0) return null;
  return renderCard({
    title: texts.quotes.title,
    beside: html`<a href="/quote-requests">${texts.quotes.all}</a>`,
    body: renderQuoteRows(answers),
  });
}

async function readRecent(
  { db }: PortalContext,
  { signedIn }: Visit,
  statuses: readonly OrderStatus[],
): Promise<OrderSummary[]> {
  const { accountId } = signedIn.account;
  const lists = await Promise.all(
    statuses.map((status) =>
      selectSummaries(db, { accountId, status, before: null, limit: shownOrders }),
    ),
  );
  const newestFirst = lists.flat().sort((a, b) => (a.orderId < b.orderId ? 1 : -1));
  return newestFirst.slice(0, shownOrders);
}

export const showHome: Handler = async (context, visit) => {
  const { db, publicUrl } = context;
  const { accountId, name } = visit.signedIn.account;
  const changedSince = new Date(visit.now.getTime() - newAnswerMs);
  const answered = { accountId, states: ["answered"], changedSince } as const;
  const [counts, summaries, reviews, recent, answers] = await Promise.all([
    countByStatus(db, accountId),
    selectSummaries(db, { accountId, status: "draft", before: null, limit: shownDrafts }),
    loadDraftReviews(db, accountId, shownDrafts, visit.now),
    readRecent(context, visit, ["confirmed", "fulfilled", "cancelled"]),
    selectQuoteRequests(db, answered, { after: null, limit: shownAnswers }),
  ]);
  await awaitCounted(db, counts);
  const isReadOnly = visit.signedIn.viewedBy !== undefined;
  const hasOrders = Object.values(counts).some((count) => count > 0);
  const drafts = renderDraftsToConfirm(summaries, reviews, counts.draft, {
    isReadOnly,
    now: visit.now,
  });
  const quotes = renderAnsweredQuotes(answers);
  const orders = html`${drafts}${quotes}${renderRecentOrders(recent)}`;
  return answerPage({
    title: name,
    sentence: describeDrafts(counts.draft),
    primary: renderButtonLink("/quick-order", texts.quickOrder, "primary"),
    body: hasOrders ? orders : html`${quotes}${renderFirstSteps(publicUrl)}`,
  });
};
