import { readFrom } from "../../components/orderLines.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { nameDraft, renderAddedRows } from "./addedRows.ts";
import { texts as changeTexts } from "./changes/texts.ts";
import { renderCopiedFrom } from "./copiedFrom.ts";
import { renderLeftOut } from "./leftOutLines.ts";
import { loadUsedTexts, nothingUsed } from "./orderFields.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";
import { loadSamePurchase } from "./samePurchase.ts";
import { texts } from "./texts.ts";

const messages: Messages<string> = {
  saved: texts.done.saved,
  unchanged: texts.done.unchanged,
  added: texts.done.added,
  removed: texts.done.removed,
  restored: texts.done.restored,
  repriced: texts.done.repriced,
  fitted: texts.done.fitted,
  remarks: texts.done.remarks,
  current: texts.done.nowCurrent,
  discarded: texts.done.discarded,
  confirmed: texts.done.confirmed,
  already: () => renderNotice("neutral", texts.done.already),
  requested: () => renderNotice("good", changeTexts.sent, changeTexts.sentHint),
};

/** Answers with the page of an order; `more` shows a refused form or what happened. */
export async function answerOrder(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  more: Pick<OrderPageFacts, "notice" | "form" | "adding" | "changing"> & {
    readonly status?: 409 | 422;
  },
): Promise<Answer> {
  const { db, supportEmail } = context;
  const { query, form, now, signedIn } = visit;
  const { status = 200, ...shown } = more;
  const first = readFrom(query.text("from") || form.text("from"));
  const isDraft = order.status === "draft";
  const [timeline, review, used] = await Promise.all([
    selectTimeline(db, order.orderId),
    isDraft ? loadDraftReview(db, order, now) : null,
    isDraft ? loadUsedTexts(db, order) : nothingUsed,
  ]);
  const from = first < order.lines.length ? first : 0;
  const isReadOnly = signedIn.viewedBy !== undefined;
  const [leftOut, copied, purchase] = await Promise.all([
    isReadOnly ? null : renderLeftOut(context, visit, order, timeline),
    renderCopiedFrom(context, visit, order, timeline),
    loadSamePurchase(db, order, timeline, now),
  ]);
  const facts = {
    ...shown,
    purchase,
    copied,
    leftOut,
    used,
    from,
    order,
    review,
    timeline,
    isReadOnly,
    supportEmail,
  };
  const { name: accountName } = signedIn.account;
  return answerPage(presentOrder({ ...facts, accountName }), status);
}

export const showOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { query } = visit;
  const done = query.text("done");
  const version = String(order.version);
  const isRemoval = done === "removed" && query.text("version") === version;
  const notice = isRemoval
    ? renderUndo(texts.done.removed, {
        action: orderAddress(order.orderId, "/restore"),
        hidden: { version, from: query.text("from") },
      })
    : (renderMessage(messages, done, nameDraft(visit, order)) ??
      (await renderAddedRows(context, visit, order)));
  return answerOrder(context, visit, order, { notice });
};
