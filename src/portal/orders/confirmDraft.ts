// Confirming a draft as its review shows it (decision 87).

import { readFrom } from "../../components/orderLines.ts";
import { UnknownOutcomeError } from "../../db/databaseErrors.ts";
import { renderActions, renderButtonLink } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { confirmOrder } from "../../orders/drafts/confirmOrder.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectSimilarOrders } from "../../orders/summaryQueries.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { busyNotice, changeDraft } from "./changeDraft.ts";
import { loadUsedTexts, readOrderFields, readUnsaved } from "./orderFields.ts";
import {
  fingerprintField,
  maxSimilar,
  presentReview,
  type ReviewSetting,
} from "./presentReview.ts";
import { loadSamePurchase } from "./samePurchase.ts";
import { texts } from "./texts.ts";

/** An order with the same parts that was confirmed in this time may be the same one. */
const recentMs = 14 * 86_400_000;

const changedNotice = renderNotice("short", texts.review.changed, texts.review.changedHint);

/** Why what was typed was saved but its order not confirmed, by the text in the address. */
const notices = {
  saved: () => renderNotice("neutral", texts.review.saved),
  changed: () => changedNotice,
  busy: () => busyNotice,
} satisfies Messages;

async function answerReview(
  context: PortalContext,
  { now }: Visit,
  review: DraftReview,
  {
    notice = null,
    from = 0,
    isReadOnly = false,
    status = 200,
  }: Partial<ReviewSetting> & { status?: 200 | 409 },
): Promise<Answer> {
  const { db } = context;
  const [similar, used, purchase] = await Promise.all([
    selectSimilarOrders(db, review.draft, new Date(now.getTime() - recentMs), maxSimilar + 1),
    loadUsedTexts(db, review.draft),
    loadSamePurchase(db, review.draft, null, now),
  ]);
  const setting = { notice, similar, used, purchase, from, isReadOnly };
  return answerPage(presentReview(review, setting), status);
}

function leadToOrder({ orderId, status }: StoredOrder): Answer {
  const isConfirmed = status === "confirmed" || status === "fulfilled";
  return redirect(orderAddress(orderId, isConfirmed ? "?done=already" : ""));
}

/** The answer to a confirmation that may or may not have been committed. */
function presentUnknown({ orderId }: StoredOrder): SitePage {
  return {
    title: texts.unknown.title,
    sentence: texts.unknown.sentence,
    body: html`<p>${texts.unknown.hint}</p>
${renderActions(renderButtonLink(orderAddress(orderId), texts.unknown.reload, "primary"))}`,
  };
}

export const showReview: Handler<StoredOrder> = async (context, visit, order) => {
  if (order.status !== "draft") return redirect(orderAddress(order.orderId));
  const review = await loadDraftReview(context.db, order, visit.now);
  const notice = renderMessage(notices, visit.query.text("done"), null);
  const isReadOnly = visit.signedIn.viewedBy !== undefined;
  const from = readFrom(visit.query.text("from"));
  return answerReview(context, visit, review, { notice, from, isReadOnly });
};

/** Saves what was typed without confirming, and shows the review with it and the reason. */
async function saveTyped(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  done: keyof typeof notices,
): Promise<Answer> {
  const change = { edit: {}, done: "saved", isConfirming: true } as const;
  const answer = await changeDraft(context, visit, order, change);
  return answer.kind === "redirect"
    ? redirect(orderAddress(order.orderId, `/confirm?done=${done}`))
    : answer;
}

export const confirmDraft: Handler<StoredOrder> = async (context, visit, order) => {
  const { signedIn, requestId, now, form } = visit;
  const { db, log, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { orderId } = order;
  const typed = readUnsaved(form);
  const isTyped = Object.keys(typed).length > 0 && order.status === "draft";
  const save = (done: keyof typeof notices) => saveTyped(context, visit, order, done);
  if (isTyped && readOrderFields(form).faults.length > 0) return save("saved");
  const fingerprint = form.text(fingerprintField);
  const confirmed = await confirmOrder(
    db,
    { signedIn, orderId, fingerprint, typed, requestId, now },
    { encryption, supportEmail, publicUrl },
  ).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    log.error({ request_id: requestId, err: error }, "request failed");
    return { outcome: "not known" } as const;
  });
  switch (confirmed.outcome) {
    case "not known":
      return answerPage(presentUnknown(order), 503);
    case "unknown":
      return notFound;
    case "confirmed":
      context.countOrder("confirmed", 1);
      return redirect(orderAddress(orderId, "?done=confirmed"));
    case "already":
    case "closed":
      return leadToOrder(confirmed.order);
    case "same PO":
      return save("saved");
    case "changed":
      if (isTyped) return save("changed");
      return answerReview(context, visit, confirmed.review, { notice: changedNotice, status: 409 });
    case "busy": {
      if (isTyped) return save("busy");
      const review = await loadDraftReview(db, order, now);
      return answerReview(context, visit, review, { notice: busyNotice, status: 409 });
    }
  }
};
