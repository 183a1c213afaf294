import { formatCount } from "../html/amount.ts";
import { type Content, html } from "../html/html.ts";
import type { TimelineEvent } from "../html/timeline.ts";
import { groupDigits, type WireMoney } from "../money.ts";
import { formatPoNumber, type OrderId } from "../orders/order.ts";
import type { LineChange, OrderEvent, OrderEventDetails } from "../orders/orderEvent.ts";

const shownChanges = 5;

/** The amount of an event, which is stored as in the API. */
function formatWire({ amount, currency, exact_amount }: WireMoney): string {
  const [whole = "", fraction] = (exact_amount ?? amount).split(".");
  const grouped = groupDigits(whole);
  return `${currency} ${fraction === undefined ? grouped : `${grouped}.${fraction}`}`;
}

function describeLineChange({ partNumber, quantity, unitPrice }: LineChange): Content {
  const part = html`<code>${partNumber}</code>`;
  if (quantity?.before === null) return html`${part} added, ${formatCount(quantity.after ?? 0)}`;
  if (quantity?.after === null) return html`${part} removed`;
  const counted =
    quantity &&
    html` quantity ${formatCount(quantity.before)} to ${formatCount(quantity.after ?? 0)}`;
  const [was, is] = [unitPrice?.before, unitPrice?.after];
  const priced =
    was && is && html`${counted && ","} unit price ${formatWire(was)} to ${formatWire(is)}`;
  return html`${part}${counted}${priced}`;
}

type OrderAddress = (orderId: OrderId) => string;

function listNotes(details: OrderEventDetails, orderAddress: OrderAddress): Content[] {
  const {
    from,
    fromNumber,
    leftOut = [],
    lines = [],
    poNumber,
    notes,
    reason,
    reference,
  } = details;
  const more = (all: readonly unknown[]) =>
    all.length > shownChanges ? [`and ${all.length - shownChanges} more`] : [];
  return [
    ...(from === undefined
      ? []
      : [html`duplicated from <a href="${orderAddress(from)}">order ${fromNumber}</a>`]),
    ...(poNumber === undefined
      ? []
      : [poNumber.after === null ? "PO removed" : formatPoNumber(poNumber.after)]),
    ...(notes === undefined ? [] : ["notes"]),
    ...lines.slice(0, shownChanges).map(describeLineChange),
    ...more(lines),
    ...leftOut
      .slice(0, shownChanges)
      .map(({ message }) => `left out: ${message.replace(/\.$/, "")}`),
    ...more(leftOut),
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
    ...(reference === undefined ? [] : [`reference ${reference}`]),
  ];
}

const eventTitles: Readonly<Record<OrderEvent["kind"], string>> = {
  placed: "Placed",
  made: "Created",
  edited: "Changed",
  repriced: "Prices updated",
  confirmed: "Confirmed",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

function nameActor({ actor, actorName }: OrderEvent): string {
  if (actor === "clock") return " after 30 days";
  if (actor === "key") return ` by API (key ${actorName ?? ""})`;
  return actor === "operator" ? ` by ${actorName ?? ""} (distributor)` : ` by ${actorName ?? ""}`;
}

export function toTimelineEvent(event: OrderEvent, orderAddress: OrderAddress): TimelineEvent {
  const notes = listNotes(event.details, orderAddress);
  const request = event.requestId && html`request <code>${event.requestId}</code>`;
  const all = [...notes, ...(request ? [request] : [])];
  const note = all.map((one, place) => html`${place === 0 ? null : "; "}${one}`);
  return {
    at: event.at,
    title: html`${eventTitles[event.kind]}${nameActor(event)}`,
    ...(note.length === 0 ? {} : { note }),
  };
}
