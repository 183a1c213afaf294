// What belongs to the purchase of an order: its quote requests, and drafts of the same list, which
// are not confirmed yet.
import type { Queryable } from "../../db/database.ts";
import { formatUnbrokenMoney } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { OrderEvent } from "../../orders/orderEvent.ts";
import { type NamedDraft, selectDraftsOfSameLists } from "../../orders/summaryQueries.ts";
import type { RequestedRow } from "../../quoteRequests/listRowQueries.ts";
import { selectRequestsOfOrder } from "../../quoteRequests/openRequestQueries.ts";
import { orderAddress, quoteAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

const maxRequests = 5;
const maxDrafts = 3;

/** Null: there are none. */
export type SamePurchase = {
  readonly requests: Html | null;
  readonly drafts: Html | null;
};

function join(links: readonly Html[], more: Content): Content {
  return html`${links.map((link, place) => html`${place === 0 ? null : ", "}${link}`)}${more}`;
}

function renderRequests(requests: readonly RequestedRow[]): Html | null {
  if (requests.length === 0) return null;
  const links = requests
    .slice(0, maxRequests)
    .map(
      ({ requestId, requestNumber }) =>
        html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`,
    );
  const more = requests.length > maxRequests && texts.purchase.more("/quote-requests");
  return html`<p>${texts.purchase.requests(join(links, more))}</p>\n`;
}

function renderDrafts(drafts: readonly NamedDraft[]): Html | null {
  if (drafts.length === 0) return null;
  const links = drafts.slice(0, maxDrafts).map(({ orderId, orderNumber, subtotal }) => {
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`;
    return texts.purchase.draft(link, formatUnbrokenMoney(subtotal));
  });
  const more = drafts.length > maxDrafts && texts.purchase.more("/orders?status=draft");
  return renderNotice("short", texts.purchase.drafts(drafts.length, join(links, more)));
}

/**
 * For the page of an order, with its timeline, or for the review of a draft: null. Drafts are read
 * only for the review, and for an order that was confirmed.
 */
export async function loadSamePurchase(
  db: Queryable,
  order: StoredOrder,
  timeline: readonly OrderEvent[] | null,
  now: Date,
): Promise<SamePurchase> {
  const end = timeline?.find(({ kind }) => ["confirmed", "cancelled", "expired"].includes(kind));
  const isConfirmed = order.status === "confirmed" || order.status === "fulfilled";
  const namesDrafts = timeline === null || isConfirmed;
  const [requests, drafts] = await Promise.all([
    selectRequestsOfOrder(db, order, end?.at ?? now, maxRequests + 1),
    namesDrafts ? selectDraftsOfSameLists(db, order, maxDrafts + 1) : [],
  ]);
  return { requests: renderRequests(requests), drafts: renderDrafts(drafts) };
}
