// /console/orders/:order: an order whole, with what operators do to it and write about it.
import { formatCount, formatMoney } from "../../html/amount.ts";
import { writeCopyable } from "../../html/copyable.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import { writeTimeline } from "../../html/timeline.ts";
import type { SitePage } from "../../http/visit.ts";
import type { OrderNote } from "../../orders/noteQueries.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { OrderEvent } from "../../orders/orderEvent.ts";
import { linesOnPage, writeLinePager } from "../../views/linesOnPage.ts";
import { titleOrder, writeStatus } from "../../views/nameOrder.ts";
import { toTimelineEvent } from "../../views/toTimelineEvent.ts";
import { writeLines } from "../../views/writeLines.ts";
import { accountAddress, callAddress, orderAddress } from "../accountAddress.ts";
import { catalogPartAddress as partAddress } from "../catalog/catalogAddress.ts";
import {
  type RefusedForms,
  writeCancellation,
  writeFulfilment,
  writeNoting,
} from "./refusedForms.ts";

/** What an order's page shows. */
export type ShownOrder = RefusedForms & {
  readonly order: StoredOrder;
  readonly accountName: string;
  readonly timeline: readonly OrderEvent[];
  /** The newest first. */
  readonly notes: readonly OrderNote[];
  readonly notice: Html | null;
  /** Whether who looks may change the order. */
  readonly mayChange: boolean;
  /** The place of the first line shown, from 0. */
  readonly from: number;
};

function writeFacts({ order, timeline }: ShownOrder): Html {
  const [first] = timeline;
  const isPlaced = first?.actor === "key";
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  const request = writeCopyable(order.requestId, "the request id");
  return writeDefinitions([
    { term: "Order id", value: writeCopyable(order.orderId, "the order id") },
    { term: "Made by", value: `${isPlaced ? "key " : ""}${first?.actorName ?? "unknown"}` },
    ...(confirmed === undefined
      ? []
      : [
          {
            term: "Confirmed by",
            value: html`${confirmed.actorName}, ${writeMoment(confirmed.at)}`,
          },
        ]),
    {
      term: "Request",
      value: isPlaced
        ? html`${request} <a href="${callAddress(order.requestId)}">what was asked</a>`
        : request,
    },
    ...(order.notes === null
      ? []
      : [{ term: "Buyer's notes", value: html`<span class="typed">${order.notes}</span>` }]),
  ]);
}

function writeNotes({ order, notes, mayChange, noting }: ShownOrder): Html {
  const listed = notes.map(({ at, operatorName, text }) => ({
    at,
    title: html`<span class="typed">${text}</span>`,
    note: operatorName,
  }));
  const none = html`<p class="quiet">Nobody wrote one. Buyers never see them.</p>\n`;
  return html`<h2>Internal notes</h2>
${notes.length === 0 ? none : writeTimeline(listed)}${mayChange && writeNoting(order, noting)}`;
}

function writeSide(shown: ShownOrder): Html {
  const { order, accountName, mayChange, fulfilling, cancelling } = shown;
  const deeds = `/console/audit?${new URLSearchParams({ kind: "order", subject: order.orderId })}`;
  const ends =
    mayChange && order.status === "confirmed"
      ? html`${writeFulfilment(order, fulfilling)}${writeCancellation(order, cancelling)}`
      : null;
  return writeSummaryBox(
    "Order",
    html`${writeDefinitions([
      { term: "State", value: writeStatus(order.status) },
      {
        term: "Account",
        value: html`<a href="${accountAddress(order.accountId)}">${accountName}</a>`,
      },
      { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
      { term: "Subtotal", value: formatMoney(order.subtotal), kind: "sum" },
    ])}${ends}
<p><a href="${orderAddress(order.orderId, "/lines.csv")}">Lines as CSV</a>,
<a href="${deeds}">deeds</a></p>
`,
  );
}

/** The page of an order. */
export function presentOrder(shown: ShownOrder): SitePage {
  const { order, timeline, notice, from } = shown;
  const pager = writeLinePager(order, from, orderAddress(order.orderId));
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const to = from + linesOnPage;
  return {
    title: titleOrder(order),
    above: { href: "/console/orders", text: "Orders" },
    body: html`${notice}<h2>Lines</h2>
${writeLines({ order, review: null, form: null, from, to, partAddress })}${pager}
${writeNotes(shown)}
<h2>History</h2>
${writeFacts(shown)}${writeTimeline(events)}`,
    side: writeSide(shown),
  };
}
