// The page of an order loaded and answered, as it is or after something that was refused.
import type { Html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import type { Answer } from "../../site/visit.ts";
import { readFrom } from "../../views/linesOnPage.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";

/** What was done by the form that led to a page, by what its address says. */
const done: Readonly<Record<string, string>> = {
  saved: "Your changes are saved.",
  unchanged: "Nothing was changed.",
  added: "The part is added.",
  repriced: "The draft has today’s prices.",
  fitted: "The draft has what can be had.",
  duplicated: "This is the new draft.",
  "duplicated-in-part":
    "This is the new draft. Lines that cannot be ordered now are left out; the history says which.",
  discarded: "The draft is discarded.",
  confirmed: "The order is confirmed, and its stock is allocated.",
  already: "The order was confirmed already. Nothing was done twice.",
};

function readNotice({ query }: Visit): { readonly notice?: Html } {
  const text = Object.hasOwn(done, query.text("done")) ? done[query.text("done")] : undefined;
  return text === undefined ? {} : { notice: renderNotice("good", text) };
}

/** Answers with the page of an order; `more` is what a form was refused with. */
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
  return { kind: "page", status, page: presentOrder({ ...shown, from, order, review, timeline }) };
}

/** GET /orders/:id. */
export async function showOrder(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Answer> {
  const from = readFrom(visit.query.text("from"));
  return answerOrder(context, visit, order, { from, ...readNotice(visit) });
}
