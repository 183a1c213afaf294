// The review before confirming. Its form carries a fingerprint of what it shows, so that exactly
// this is confirmed (decision 87).

import { nameOrder, titleOrder } from "../../components/nameOrder.ts";
import {
  linesOnPage,
  readFrom,
  renderLinePager,
  renderLines,
} from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { limits } from "../../contract/limits.ts";
import { UnknownOutcomeError } from "../../db/databaseErrors.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm, renderActions, renderButtonLink, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { confirmOrder } from "../../orders/drafts/confirmOrder.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { formatMoney } from "../../price.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { busyNotice } from "./changeDraft.ts";
import { renderChangedElsewhere } from "./changedElsewhere.ts";
import { renderChangeNotices } from "./presentOrder.ts";
import { texts } from "./texts.ts";

const changedNotice = renderNotice("short", texts.review.changed, texts.review.changedHint);

function renderConfirmForm({ draft, subtotal, fingerprint }: DraftReview): Html {
  const text = texts.review.confirm(nameOrder(draft), formatMoney(subtotal));
  return renderForm({
    action: orderAddress(draft.orderId, "/confirm"),
    hidden: { fingerprint },
    button: { text, kind: "primary" },
  });
}

/** Saves the PO number and shows the review again. */
function renderPoForm({ draft }: DraftReview): Html {
  const state = freshForm({ po_number: draft.poNumber ?? "" });
  const field = renderTextField(state, {
    name: "po_number",
    label: texts.order.poNumber,
    optional: true,
    maxLength: limits.poNumberLength,
    autocomplete: "off",
  });
  return renderForm({
    action: orderAddress(draft.orderId),
    guarded: true,
    hidden: { version: String(draft.version), review: "yes" },
    body: field,
    button: { text: texts.review.savePo },
  });
}

function renderSums(review: DraftReview): Html {
  const { draft, subtotal, blocked } = review;
  const before = draft.subtotal;
  const isMoved = before.minor !== subtotal.minor;
  const sums = renderDefinitions([
    { term: texts.review.order, value: html`<code>${draft.orderNumber}</code>` },
    { term: texts.review.lines, value: formatCount(draft.lines.length), kind: "number" },
    ...(isMoved
      ? [{ term: texts.review.previous, value: formatMoney(before), kind: "number" } as const]
      : []),
    { term: texts.review.subtotal, value: formatMoney(subtotal), kind: "sum" },
  ]);
  const back = renderButtonLink(orderAddress(draft.orderId), texts.review.back, "plain");
  const confirming =
    blocked > 0 ? html`<p>${texts.review.fixFirst}</p>` : renderConfirmForm(review);
  return renderSummaryBox(
    texts.review.order,
    html`${renderPoForm(review)}${sums}${confirming}${renderActions(back)}`,
  );
}

function presentReview(
  review: DraftReview,
  supportEmail: string,
  notice: Html | null,
  from = 0,
): SitePage {
  const { draft } = review;
  const notes =
    draft.notes &&
    renderCard({ title: texts.review.notes, body: html`<p class="typed">${draft.notes}</p>\n` });
  const first = from < draft.lines.length ? from : 0;
  const shown = { from: first, to: first + linesOnPage };
  const address = orderAddress(draft.orderId, "/confirm");
  const changes = renderChangeNotices(review, supportEmail);
  const pager = renderLinePager(draft, shown.from, address);
  const elsewhere = renderChangedElsewhere(review, shown, address);
  return {
    title: texts.review.title(nameOrder(draft)),
    sentence: texts.review.sentence,
    above: { href: orderAddress(draft.orderId), text: titleOrder(draft) },
    primary: renderOrderSteps("review") ?? undefined,
    body: html`${notice}${changes}${elsewhere}${renderCard({
      title: texts.order.lines(draft.lines.length),
      body: renderLines({ order: draft, review, form: null, ...shown, partAddress }),
    })}${pager}${notes}`,
    side: renderSums(review),
  };
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

export const showReview: Handler<StoredOrder> = async ({ db, supportEmail }, visit, order) => {
  if (order.status !== "draft") return redirect(orderAddress(order.orderId));
  const review = await loadDraftReview(db, order, visit.now);
  const from = readFrom(visit.query.text("from"));
  return answerPage(presentReview(review, supportEmail, null, from));
};

export const confirmDraft: Handler<StoredOrder> = async (context, visit, order) => {
  const { signedIn, requestId, now, form } = visit;
  const { db, log, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { orderId } = order;
  const fingerprint = form.text("fingerprint");
  const confirmed = await confirmOrder(
    db,
    { signedIn, orderId, fingerprint, requestId, now },
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
    case "changed":
      return answerPage(presentReview(confirmed.review, supportEmail, changedNotice), 409);
    case "busy": {
      const review = await loadDraftReview(db, order, now);
      return answerPage(presentReview(review, supportEmail, busyNotice), 409);
    }
  }
};
