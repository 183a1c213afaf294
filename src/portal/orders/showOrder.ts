import { readFrom } from "../../components/orderLines.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";

const messages: Messages = {
  saved: "Changes saved.",
  unchanged: "No changes.",
  added: "Part added.",
  removed: "Removed from the draft.",
  restored: "Restored.",
  repriced: "Prices updated.",
  fitted: "Quantities reduced to available stock.",
  duplicated: "New draft created.",
  "duplicated-in-part": () =>
    renderNotice(
      "short",
      "New draft created. Lines that can't be ordered were left out; see History.",
    ),
  discarded: "Draft discarded.",
  confirmed: "Order confirmed. Its stock is allocated.",
  already: () => renderNotice("neutral", "This order was already confirmed. Nothing changed."),
};

/** Answers with the page of an order; `more` shows a refused form or what happened. */
export async function answerOrder(
  { db, supportEmail }: PortalContext,
  { query, form, now, signedIn }: Visit,
  order: StoredOrder,
  more: Pick<OrderPageFacts, "notice" | "form" | "adding"> & {
    readonly status?: 409 | 422;
  },
): Promise<Answer> {
  const { status = 200, ...shown } = more;
  const first = readFrom(query.text("from") || form.text("from"));
  const [timeline, review] = await Promise.all([
    selectTimeline(db, order.orderId),
    order.status === "draft" ? loadDraftReview(db, order, now) : null,
  ]);
  const from = first < order.lines.length ? first : 0;
  const isReadOnly = signedIn.viewedBy !== undefined;
  const facts = { ...shown, from, order, review, timeline, isReadOnly, supportEmail };
  return answerPage(presentOrder(facts), status);
}

export const showOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { query } = visit;
  const done = query.text("done");
  const version = String(order.version);
  const isRemoval = done === "removed" && query.text("version") === version;
  const notice = isRemoval
    ? renderUndo("Removed from the draft.", {
        action: orderAddress(order.orderId, "/restore"),
        hidden: { version, from: query.text("from") },
      })
    : renderMessage(messages, done, null);
  return answerOrder(context, visit, order, { notice });
};
