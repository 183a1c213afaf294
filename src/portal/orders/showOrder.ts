import { nameOrder } from "../../components/nameOrder.ts";
import { readFrom } from "../../components/orderLines.ts";
import { isUuid } from "../../db/isUuid.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import type { NamedOrder } from "../../orders/summaryQueries.ts";
import {
  type MergedRows,
  selectAddedRows,
  selectOtherDrafts,
} from "../../quickOrders/editQueries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { texts as changeTexts } from "./changes/texts.ts";
import { renderCopiedFrom } from "./copiedFrom.ts";
import { renderLeftOut } from "./leftOutLines.ts";
import { loadUsedTexts, nothingUsed } from "./orderFields.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";
import { loadSamePurchase } from "./samePurchase.ts";
import { texts } from "./texts.ts";

// What became of the rows of a list that were added to a draft, as its page says it.
/** Merged lines that are named. */
const maxNamed = 10;

/** Names a draft, and says so if it is the one to which the person adds parts. */
function nameDraft({ signedIn }: Visit, order: StoredOrder): string {
  const name = nameOrder(order);
  return signedIn.draft?.orderId === order.orderId ? texts.done.current(name) : name;
}

function renderOthers(others: readonly NamedOrder[]): Html | null {
  if (others.length === 0) return null;
  const links = others.map(
    ({ orderId, orderNumber }, at) =>
      html`${at === 0 ? null : ", "}<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  );
  return html`<p>${texts.done.otherDrafts(links)}</p>\n`;
}

function renderMerged(merged: readonly MergedRows[]): Html | null {
  if (merged.length === 0) return null;
  const named = merged
    .slice(0, maxNamed)
    .map(
      ({ partNumber, rowNumbers }) =>
        html`<li>${texts.done.mergedRows(partNumber, rowNumbers.slice(0, maxNamed))}</li>\n`,
    );
  const more = merged.length - named.length;
  const others = more > 0 ? html`<li>${texts.done.moreMerged(more)}</li>\n` : null;
  return html`<p>${texts.done.merged}</p>\n<ul>\n${named}${others}</ul>`;
}

/** The rows of the list in the address that were added to the draft; null if there are none. */
async function renderAddedRows(
  { db }: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Html | null> {
  const listId = visit.query.text("list");
  if (!isUuid(listId) || order.status !== "draft") return null;
  const { accountId } = visit.signedIn.account;
  const added = await selectAddedRows(db, accountId, listId, order.orderId);
  if (added === undefined) return null;
  const title = texts.done.addedRows(added.rows, nameDraft(visit, order));
  const others = await selectOtherDrafts(db, accountId, listId, order.orderId);
  const body = html`${renderOthers(others)}${renderMerged(added.merged)}`;
  return renderNotice("good", title, body);
}

const messages: Messages<string> = {
  saved: texts.done.saved,
  unchanged: texts.done.unchanged,
  added: texts.done.added,
  removed: texts.done.removed,
  restored: texts.done.restored,
  repriced: texts.done.repriced,
  fitted: texts.done.fitted,
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
