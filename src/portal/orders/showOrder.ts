import { readFrom } from "../../components/orderLines.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";

/** Messages after a redirect, by the `done` name in the address. */
const messages: Messages = {
  saved: () => renderNotice("good", "Changes saved."),
  unchanged: () => renderNotice("good", "No changes."),
  added: () => renderNotice("good", "Part added."),
  repriced: () => renderNotice("good", "Prices updated."),
  fitted: () => renderNotice("good", "Quantities reduced to available stock."),
  duplicated: () => renderNotice("good", "New draft created."),
  "duplicated-in-part": () =>
    renderNotice(
      "good",
      "New draft created without the lines that can't be ordered now. See its history.",
    ),
  discarded: () => renderNotice("good", "Draft discarded."),
  confirmed: () => renderNotice("good", "Order confirmed. Its stock is allocated."),
  already: () => renderNotice("good", "This order was already confirmed. Nothing changed."),
};

/** Answers with the page of an order; `more` shows a refused form. */
export async function answerOrder(
  { db }: PortalContext,
  { now }: Visit,
  order: StoredOrder,
  more: Omit<OrderPageFacts, "order" | "review" | "timeline"> & { readonly status?: 409 | 422 },
): Promise<Answer> {
  const { status = 200, ...shown } = more;
  const [timeline, review] = await Promise.all([
    selectTimeline(db, order.orderId),
    order.status === "draft" ? loadDraftReview(db, order, now) : null,
  ]);
  const from = shown.from < order.lines.length ? shown.from : 0;
  return answerPage(presentOrder({ ...shown, from, order, review, timeline }), status);
}

export const showOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const from = readFrom(visit.query.text("from"));
  const notice = renderMessage(messages, visit.query.text("done"), null);
  return answerOrder(context, visit, order, { from, notice });
};
