import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { awaitCounted } from "../../orders/awaitReplicated.ts";
import { loadDraftReviews } from "../../orders/drafts/loadDraftReview.ts";
import type { OrderStatus } from "../../orders/order.ts";
import {
  countByStatus,
  maxCountedOrders,
  type OrderSummary,
  selectSummaries,
} from "../../orders/summaryQueries.ts";
import type { QuoteRequestSummary } from "../../quoteRequests/quoteRequest.ts";
import { selectQuoteRequests } from "../../quoteRequests/quoteRequestQueries.ts";
import { answerPage } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderQuoteRows } from "../quoteRequests/showQuoteRequests.ts";
import { renderDraftsToConfirm, renderFirstSteps, renderRecentOrders } from "./draftsToConfirm.ts";
import { texts } from "./texts.ts";

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
  const drafts = renderDraftsToConfirm(summaries, reviews, counts.draft, isReadOnly);
  const quotes = renderAnsweredQuotes(answers);
  const orders = html`${drafts}${quotes}${renderRecentOrders(recent)}`;
  return answerPage({
    title: name,
    sentence: describeDrafts(counts.draft),
    primary: renderButtonLink("/quick-order", texts.quickOrder, "primary"),
    body: hasOrders ? orders : html`${quotes}${renderFirstSteps(publicUrl)}`,
  });
};
