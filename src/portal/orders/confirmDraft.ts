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
import { formatCount, formatUnbrokenMoney } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextField } from "../../html/field.ts";
import {
  freshForm,
  renderActions,
  renderButton,
  renderButtonLink,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { confirmOrder } from "../../orders/drafts/confirmOrder.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { DraftReview } from "../../orders/drafts/reviewDraft.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { type NamedOrder, selectOfSamePo } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { busyNotice, changeDraft } from "./changeDraft.ts";
import { renderChangedElsewhere } from "./changedElsewhere.ts";
import { renderChangeNotices } from "./presentOrder.ts";
import { texts } from "./texts.ts";

/** The other orders of a PO number that are named. */
const maxSamePo = 3;

const changedNotice = renderNotice("short", texts.review.changed, texts.review.changedHint);

/** Why a typed PO number was saved but its order not confirmed, by the text in the address. */
const notices = {
  po: () => renderNotice("neutral", texts.review.poSaved),
  changed: () => changedNotice,
  busy: () => busyNotice,
} satisfies Messages;

function renderConfirmButton({ draft, subtotal }: DraftReview): Html {
  const text = texts.review.confirm(nameOrder(draft), formatUnbrokenMoney(subtotal));
  return renderActions(renderButton({ text, kind: "primary" }));
}

/** A PO number with its own button, which comes first: Enter in the field presses it. */
function renderPo({ draft }: DraftReview): Html {
  const field = renderTextField(freshForm({ po_number: draft.poNumber ?? "" }), {
    name: "po_number",
    label: texts.order.poNumber,
    optional: true,
    maxLength: limits.poNumberLength,
    autocomplete: "off",
  });
  const action = orderAddress(draft.orderId);
  return html`${field}${renderActions(renderButton({ text: texts.review.savePo, action }))}`;
}

/** The fields of both buttons: one saves the PO number, the other confirms what is shown. */
function listHidden(review: DraftReview): Readonly<Record<string, string>> {
  const { version, poNumber } = review.draft;
  const shown = { version: String(version), "was-po_number": poNumber ?? "", review: "yes" };
  return review.blocked > 0 ? shown : { fingerprint: review.fingerprint, ...shown };
}

/** One PO may cover several orders, but it may also have been ordered already. */
function renderSamePo({ draft }: DraftReview, others: readonly NamedOrder[]): Html | null {
  if (others.length === 0) return null;
  const links = others
    .slice(0, maxSamePo)
    .map(({ orderId, orderNumber }) => html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`);
  const query = new URLSearchParams({ q: draft.poNumber ?? "" });
  const more = html`<a href="/orders?${String(query)}">${texts.review.moreOrders}</a>`;
  const listed = others.length > maxSamePo ? [...links, more] : links;
  const joined = listed.map((link, at) => html`${at === 0 ? "" : ", "}${link}`);
  return renderNotice("short", texts.review.samePo(joined));
}

/** In a view as a buyer, which is read-only, there is no form. */
function renderSums(
  review: DraftReview,
  { samePo, isReadOnly }: Pick<ReviewSetting, "samePo" | "isReadOnly">,
): Html {
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
  if (isReadOnly) {
    const shown = html`${sums}${renderSamePo(review, samePo)}${renderActions(back)}`;
    return renderSummaryBox(texts.review.order, shown);
  }
  const confirming =
    blocked > 0 ? html`<p>${texts.review.fixFirst}</p>` : renderConfirmButton(review);
  const form = renderForm({
    action: orderAddress(draft.orderId, "/confirm"),
    hidden: listHidden(review),
    body: html`${renderPo(review)}${sums}${renderSamePo(review, samePo)}${confirming}`,
  });
  return renderSummaryBox(texts.review.order, html`${form}${renderActions(back)}`);
}

type ReviewSetting = {
  readonly notice: Html | null;
  readonly samePo: readonly NamedOrder[];
  readonly isReadOnly: boolean;
  /** The first line to show. */
  readonly from: number;
};

function presentReview(review: DraftReview, { notice, from, ...setting }: ReviewSetting): SitePage {
  const { draft } = review;
  const notes =
    draft.notes &&
    renderCard({ title: texts.review.notes, body: html`<p class="typed">${draft.notes}</p>\n` });
  const first = from < draft.lines.length ? from : 0;
  const shown = { from: first, to: first + linesOnPage };
  const address = orderAddress(draft.orderId, "/confirm");
  const changes = renderChangeNotices(review);
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
    side: renderSums(review, setting),
  };
}

async function answerReview(
  { db }: PortalContext,
  review: DraftReview,
  {
    notice = null,
    from = 0,
    isReadOnly = false,
    status = 200,
  }: Partial<ReviewSetting> & { status?: 200 | 409 },
): Promise<Answer> {
  const samePo = await selectOfSamePo(db, review.draft, maxSamePo + 1);
  const setting = { notice, samePo, from, isReadOnly };
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
  return answerReview(context, review, { notice, from, isReadOnly });
};

/** The PO number that was typed but not saved; undefined if none was. */
function readTypedPo(form: Fields): string | null | undefined {
  // As a browser's field changes what it shows: a PO number that a system sent may have spaces.
  const [typed = "", shown] = ["po_number", "was-po_number"].map((name) =>
    form
      .text(name)
      .replace(/[\r\n]+/g, "")
      .trim(),
  );
  if (!form.has("po_number") || typed === shown) return undefined;
  return typed === "" ? null : typed;
}

/** Saves the typed PO number without confirming, and shows the review with it and the reason. */
async function saveTypedPo(
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
  const poNumber = readTypedPo(form);
  const isTyped = poNumber !== undefined && order.status === "draft";
  const saveTyped = (done: keyof typeof notices) => saveTypedPo(context, visit, order, done);
  if (isTyped && [...(poNumber ?? "")].length > limits.poNumberLength) return saveTyped("po");
  const fingerprint = form.text("fingerprint");
  const confirmed = await confirmOrder(
    db,
    { signedIn, orderId, fingerprint, poNumber, requestId, now },
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
      return saveTyped("po");
    case "changed":
      if (isTyped) return saveTyped("changed");
      return answerReview(context, confirmed.review, { notice: changedNotice, status: 409 });
    case "busy": {
      if (isTyped) return saveTyped("busy");
      const review = await loadDraftReview(db, order, now);
      return answerReview(context, review, { notice: busyNotice, status: 409 });
    }
  }
};
