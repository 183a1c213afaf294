import { mailTo } from "../../components/mailTo.ts";
import {
  nameActor,
  renderNumber,
  renderStatus,
  renderUrgency,
} from "../../components/nameOrder.ts";
import { linesOnPage, renderLinePager, renderLines } from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { toTimelineEvent } from "../../components/orderTimeline.ts";
import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import type { OrderNote } from "../../orders/operators/noteQueries.ts";
import {
  endOfDraft,
  formatPoNumber,
  type StoredLine,
  type StoredOrder,
} from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { formatMoney } from "../../price.ts";
import type { SitePage } from "../../site/visit.ts";
import {
  explanationAddress,
  linkAccount,
  orderAddress,
  partAddress,
  requestAddress,
} from "../addresses.ts";
import { texts as draftTexts } from "../customerDrafts/texts.ts";
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
  /** The address of a person who can be asked about the order. */
  readonly contact: string | null;
  readonly timeline: readonly OrderEvent[];
  /** Newest first. */
  readonly notes: readonly OrderNote[];
  readonly notice: Html | null;
  readonly mayChange: boolean;
  readonly publicUrl: string;
  /** The index of the first line shown. */
  readonly from: number;
};

/** Whose notes an order has: those of who changed them last, or else of who created it. */
function nameNotes(timeline: readonly OrderEvent[]): string {
  const [first] = timeline;
  const author = timeline.findLast(({ details }) => details.notes !== undefined) ?? first;
  if (author?.actor !== "operator") return "Buyer's notes";
  return texts.order.notesFrom(nameActor(author, texts.order.unknown));
}

function renderFacts({ order, timeline }: OrderPageFacts): Html {
  const [first] = timeline;
  const isPlaced = first?.actor === "key";
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  const request = renderCopyable(order.requestId, "the request ID");
  return renderDefinitions([
    { term: "Order number", value: renderCopyable(order.orderNumber, "the order number") },
    { term: "Order ID", value: renderCopyable(order.orderId, "the order ID") },
    { term: "Created by", value: nameActor(first, texts.order.unknown) },
    {
      term: "Confirmed by",
      value: confirmed ? texts.order.byAt(confirmed.actorName, renderMoment(confirmed.at)) : null,
    },
    {
      term: "Fulfilled by",
      value: fulfilled ? texts.order.byAt(fulfilled.actorName, renderMoment(fulfilled.at)) : null,
    },
    {
      term: "Request",
      value: isPlaced
        ? html`${request}
<a class="unprinted" href="${requestAddress(order.requestId)}">View request</a>`
        : request,
    },
    {
      term: "Ship to",
      value: order.shipTo === null ? null : html`<span class="typed">${order.shipTo}</span>`,
    },
    {
      term: nameNotes(timeline),
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
      mayChange && html`<div class="unprinted">${renderNoteForm(order, noting)}</div>`
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

/** Opens an e-mail whose subject names the order. */
function linkContact({ order, contact }: OrderPageFacts): Html | null {
  if (contact === null) return null;
  const { orderNumber, poNumber } = order;
  const subject = texts.order.mailSubject(orderNumber, poNumber && formatPoNumber(poNumber));
  return html`<a href="${mailTo(contact, subject)}">${contact}</a>`;
}

function renderSide(shown: OrderPageFacts): Html {
  const { order, accountName, timeline } = shown;
  const end = order.status === "draft" ? renderMoment(endOfDraft(order)) : null;
  const audit = `/console/audit?${new URLSearchParams({ kind: "order", subject: order.orderId })}`;
  const reference = findReference(timeline);
  return renderSummaryBox(
    "Order",
    html`${renderDefinitions([
      { term: texts.list.state, value: renderStatus(order.status) },
      { term: texts.list.confirmUntil, value: end },
      { term: texts.list.po, value: order.poNumber && renderNumber(order.poNumber) },
      { term: texts.list.account, value: linkAccount(order.accountId, accountName) },
      { term: "Contact", value: linkContact(shown) },
      { term: texts.list.lines, value: formatCount(order.lines.length), kind: "number" },
      { term: "Subtotal", value: formatMoney(order.subtotal), kind: "sum" },
      {
        term: texts.fulfilment.reference,
        value:
          reference === undefined
            ? null
            : renderCopyable(reference, texts.correction.referenceName),
      },
    ])}${renderChanges(shown)}
<p class="unprinted"><a
 href="${orderAddress(order.orderId, "/lines.csv")}">Download lines as CSV</a>,
<a href="${audit}">activity</a></p>
`,
  );
}

/** What to send to the customer for whom an operator drafted the order. */
function renderCustomerLink({ order, timeline, contact, publicUrl }: OrderPageFacts): Html | null {
  if (order.status !== "draft" || timeline[0]?.actor !== "operator") return null;
  const { link } = draftTexts;
  const { orderId, orderNumber } = order;
  const address = `${publicUrl}/orders/${orderId}`;
  const text = link.body(orderNumber, address);
  const subject = link.subject(orderNumber);
  const mail =
    contact &&
    html`<p><a href="${mailTo(contact, subject, text)}">${link.mail(contact)}</a></p>
`;
  return renderCard({
    title: link.title,
    body: html`<p>${renderCopyable(address, link.name)}</p>
<p class="quiet">${link.hint}</p>
${mail}`,
  });
}

export function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, timeline, notice, from } = shown;
  const title = `Order ${order.orderNumber}`;
  const pager = renderLinePager(order, from, orderAddress(order.orderId));
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const to = from + linesOnPage;
  const priceAddress = ({ partNumber, quantity, pricedAt }: StoredLine) =>
    explanationAddress(order.accountId, partNumber, String(quantity), utcDay(pricedAt));
  const history = renderCard({ title: "History", body: renderTimeline(events) });
  return {
    title,
    above: { href: "/console/orders", text: texts.list.title },
    heading: html`${title} ${renderStatus(order.status)}${renderUrgency(order)}`,
    primary: renderOrderSteps(order.status) ?? undefined,
    body: html`${notice}${renderCard({
      title: texts.order.lines(order.lines.length),
      body: renderLines({ order, review: null, form: null, from, to, partAddress, priceAddress }),
    })}${pager}${renderNotes(shown)}${history}`,
    side: html`${renderSide(shown)}${renderCustomerLink(shown)}${renderCard({
      title: "Reference",
      body: renderFacts(shown),
    })}`,
  };
}
