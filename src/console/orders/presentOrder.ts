import { renderStatus, titleOrder } from "../../components/nameOrder.ts";
import { linesOnPage, renderLinePager, renderLines } from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { toTimelineEvent } from "../../components/orderTimeline.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import type { OrderNote } from "../../orders/operators/noteQueries.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { formatMoney } from "../../price.ts";
import type { SitePage } from "../../site/visit.ts";
import { linkAccount, orderAddress, partAddress, requestAddress } from "../addresses.ts";
import {
  type RefusedForms,
  renderCancellation,
  renderCorrection,
  renderFulfilment,
  renderNoteForm,
} from "./refusedForms.ts";
import { texts } from "./texts.ts";

export type OrderPageFacts = RefusedForms & {
  readonly order: StoredOrder;
  readonly accountName: string;
  readonly timeline: readonly OrderEvent[];
  /** Newest first. */
  readonly notes: readonly OrderNote[];
  readonly notice: Html | null;
  readonly mayChange: boolean;
  /** The index of the first line shown. */
  readonly from: number;
};

function renderFacts({ order, timeline }: OrderPageFacts): Html {
  const [first] = timeline;
  const isPlaced = first?.actor === "key";
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  const request = renderCopyable(order.requestId, "the request ID");
  return renderDefinitions([
    { term: "Order number", value: renderCopyable(order.orderNumber, "the order number") },
    { term: "Order ID", value: renderCopyable(order.orderId, "the order ID") },
    { term: "Created by", value: `${isPlaced ? "Key " : ""}${first?.actorName ?? "Unknown"}` },
    {
      term: "Confirmed by",
      value: confirmed ? html`${confirmed.actorName}, ${renderMoment(confirmed.at)}` : null,
    },
    {
      term: texts.order.fulfilledBy,
      value: fulfilled ? html`${fulfilled.actorName}, ${renderMoment(fulfilled.at)}` : null,
    },
    {
      term: "Request",
      value: isPlaced
        ? html`${request} <a href="${requestAddress(order.requestId)}">View request</a>`
        : request,
    },
    {
      term: "Buyer's notes",
      value: order.notes === null ? null : html`<span class="typed">${order.notes}</span>`,
    },
  ]);
}

function renderNotes({ order, notes, mayChange, noting }: OrderPageFacts): Html {
  const listed = notes.map(({ at, operatorName, text }) => ({
    at,
    title: html`<span class="typed">${text}</span>`,
    note: operatorName,
  }));
  const none = html`<p class="quiet">No notes yet. Notes are not visible to buyers.</p>\n`;
  return renderCard({
    title: "Internal notes",
    body: html`${notes.length === 0 ? none : renderTimeline(listed)}${
      mayChange && renderNoteForm(order, noting)
    }`,
  });
}

/** The forms that change the state of an order, or what it was fulfilled with. */
function renderChanges(shown: OrderPageFacts): Html | null {
  const { order, timeline, mayChange, fulfilling, correcting, cancelling } = shown;
  if (!mayChange) return null;
  if (order.status === "confirmed") {
    return html`${renderFulfilment(order, fulfilling)}${renderCancellation(order, cancelling)}`;
  }
  const reference = findReference(timeline);
  return order.status !== "fulfilled" || reference === undefined
    ? null
    : renderCorrection(order, reference, correcting);
}

function renderSide(shown: OrderPageFacts): Html {
  const { order, accountName, timeline } = shown;
  const audit = `/console/audit?${new URLSearchParams({ kind: "order", subject: order.orderId })}`;
  const reference = findReference(timeline);
  return renderSummaryBox(
    "Order",
    html`${renderDefinitions([
      { term: "State", value: renderStatus(order.status) },
      { term: "Account", value: linkAccount(order.accountId, accountName) },
      { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
      { term: "Subtotal", value: formatMoney(order.subtotal), kind: "sum" },
      {
        term: texts.correction.reference,
        value: reference && renderCopyable(reference, texts.correction.referenceName),
      },
    ])}${renderChanges(shown)}
<p><a href="${orderAddress(order.orderId, "/lines.csv")}">Download lines as CSV</a>,
<a href="${audit}">activity</a></p>
`,
  );
}

export function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, timeline, notice, from } = shown;
  const pager = renderLinePager(order, from, orderAddress(order.orderId));
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const to = from + linesOnPage;
  const history = renderCard({ title: "History", body: renderTimeline(events) });
  return {
    title: titleOrder(order),
    above: { href: "/console/orders", text: "Orders" },
    heading: html`${titleOrder(order)} ${renderStatus(order.status)}`,
    primary: renderOrderSteps(order.status) ?? undefined,
    body: html`${notice}${renderCard({
      title: formatCounted(order.lines.length, "line"),
      body: renderLines({ order, review: null, form: null, from, to, partAddress }),
    })}${pager}${renderNotes(shown)}${history}`,
    side: html`${renderSide(shown)}${renderCard({ title: "Reference", body: renderFacts(shown) })}`,
  };
}
