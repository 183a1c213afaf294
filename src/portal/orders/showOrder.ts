import { readFrom } from "../../components/orderLines.ts";
import type { Html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";

/** The notices of an order's page, by the `done` name in its address. */
const done: Readonly<Record<string, string>> = {
  saved: "Changes saved.",
  unchanged: "No changes.",
  added: "Part added.",
  repriced: "Prices updated.",
  fitted: "Quantities reduced to available stock.",
  duplicated: "New draft created.",
  "duplicated-in-part":
    "New draft created without the lines that can't be ordered now. See its history.",
  discarded: "Draft discarded.",
  confirmed: "Order confirmed. Its stock is allocated.",
  already: "This order was already confirmed. Nothing changed.",
};

function readNotice({ query }: Visit): { readonly notice?: Html } {
  const text = Object.hasOwn(done, query.text("done")) ? done[query.text("done")] : undefined;
  return text === undefined ? {} : { notice: renderNotice("good", text) };
}

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
  return answerOrder(context, visit, order, { from, ...readNotice(visit) });
};
