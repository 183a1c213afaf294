// How orders are spoken of on pages: their names, states, faults and what became of them.
import type { Offer, OfferStatus } from "../../catalog/offer.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Meaning, writeBadge } from "../../html/notice.ts";
import type { TimelineEvent } from "../../html/timeline.ts";
import type { LineFault } from "../../orders/judgeLines.ts";
import type { Order, OrderId, OrderStatus } from "../../orders/order.ts";
import type { LineChange, OrderEvent, OrderEventDetails } from "../../orders/orderEvent.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";

/** Each state in a word, and what it means. */
export const statusWords: Readonly<Record<OrderStatus, readonly [Meaning, string]>> = {
  draft: ["short", "Draft"],
  confirmed: ["good", "Confirmed"],
  fulfilled: ["good", "Fulfilled"],
  cancelled: ["neutral", "Cancelled"],
  expired: ["neutral", "Expired"],
};

/** The state of an order as a badge. */
export function writeStatus(status: OrderStatus): Html {
  return writeBadge(...statusWords[status]);
}

/** The address of an order's page, and of what is under it. */
export function orderAddress(orderId: OrderId, under = ""): string {
  return `/orders/${orderId}${under}`;
}

/** The address of a part's page. */
export function partAddress(partNumber: string): string {
  return `/parts/${encodeURIComponent(partNumber)}`;
}

const longestUnbroken = 28;

/** A number in a cell: it stands on one line unless it is uncommonly long. */
export function writeNumber(number: string): Content {
  return number.length > longestUnbroken ? html`<span class="long">${number}</span>` : number;
}

const partStates: Readonly<Record<OfferStatus, string>> = {
  ACTIVE: "active",
  ON_HOLD: "on hold",
  SUPERSEDED: "superseded",
  DISCONTINUED: "discontinued",
};

/** The status of a part in words. */
export function namePartStatus(status: OfferStatus): string {
  return partStates[status];
}

/** Why a line cannot be ordered, as people read it. */
export function describeFault(fault: LineFault, offer: Offer | undefined): string {
  if (fault.code !== "PART_NOT_ORDERABLE" || offer === undefined) return fault.message;
  const instead = offer.supersededBy === null ? "" : ` ${offer.supersededBy} supersedes it.`;
  return `${offer.partNumber} is ${partStates[offer.status]} and cannot be ordered.${instead}`;
}

/** What its people call an order: its purchase order number, else how its id begins. */
export function nameOrder({ orderId, poNumber }: Pick<Order, "orderId" | "poNumber">): string {
  if (poNumber === null) return `order ${shortOrderId(orderId)}`;
  return /^po\b/i.test(poNumber) ? `order ${poNumber}` : `order PO ${poNumber}`;
}

/** As `nameOrder`, to begin with. */
export function titleOrder(order: Pick<Order, "orderId" | "poNumber">): string {
  const name = nameOrder(order);
  return `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
}

const shownChanges = 5;

function describeLineChange({ partNumber, quantity, unitPrice }: LineChange): Content {
  const part = html`<code>${partNumber}</code>`;
  if (quantity?.before === null) return html`${part} added, ${quantity.after}`;
  if (quantity?.after === null) return html`${part} removed`;
  const counted = quantity && html` quantity ${quantity.before} to ${quantity.after}`;
  const priced =
    unitPrice &&
    html` unit price ${unitPrice.before.currency} ${unitPrice.before.amount} to ${unitPrice.after.amount}`;
  return html`${part}${counted}${priced}`;
}

function listNotes(details: OrderEventDetails): Content[] {
  const { from, leftOut = [], lines = [], poNumber, notes, reason, reference } = details;
  const more = (all: readonly unknown[]) =>
    all.length > shownChanges ? [`and ${all.length - shownChanges} more`] : [];
  return [
    ...(from === undefined
      ? []
      : [html`after <a href="${orderAddress(from)}">order ${shortOrderId(from)}</a>`]),
    ...(poNumber === undefined ? [] : [`PO ${poNumber.after ?? "taken away"}`]),
    ...(notes === undefined ? [] : ["notes"]),
    ...lines.slice(0, shownChanges).map(describeLineChange),
    ...more(lines),
    ...leftOut.slice(0, shownChanges).map(({ message }) => `left out: ${message}`),
    ...more(leftOut),
    ...(reason === undefined ? [] : [`because: ${reason}`]),
    ...(reference === undefined ? [] : [`reference ${reference}`]),
  ];
}

const deeds: Readonly<Record<OrderEvent["kind"], string>> = {
  placed: "Placed",
  made: "Made",
  edited: "Changed",
  repriced: "Given today's prices",
  confirmed: "Confirmed",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

function nameActor({ actor, actorName }: OrderEvent): string {
  if (actor === "clock") return " after 30 days";
  if (actor === "key") return ` by key ${actorName ?? ""}`;
  return actor === "operator"
    ? ` by ${actorName ?? ""} of the distributor`
    : ` by ${actorName ?? ""}`;
}

/** What became of an order as an entry of its timeline. */
export function toTimelineEvent(event: OrderEvent): TimelineEvent {
  const notes = listNotes(event.details);
  const request = event.requestId && html`request <code>${event.requestId}</code>`;
  const all = [...notes, ...(request ? [request] : [])];
  const note = all.map((one, place) => html`${place === 0 ? null : "; "}${one}`);
  return {
    at: event.at,
    title: html`${deeds[event.kind]}${nameActor(event)}`,
    ...(note.length === 0 ? {} : { note }),
  };
}
