import { type Content, html } from "../html/html.ts";
import { renderDay } from "../html/moment.ts";
import type { TimelineEvent } from "../html/timeline.ts";
import { groupDigits, type WireMoney } from "../money.ts";
import { formatPoNumber, type OrderId } from "../orders/order.ts";
import type { LineChange, OrderEvent, OrderEventDetails } from "../orders/orderEvent.ts";
import { texts } from "./texts.ts";

const shownChanges = 5;

/** The amount of an event, which is stored as in the API. */
export function formatWire({ amount, currency, exact_amount }: WireMoney): string {
  const [whole = "", fraction] = (exact_amount ?? amount).split(".");
  const grouped = groupDigits(whole);
  return `${currency} ${fraction === undefined ? grouped : `${grouped}.${fraction}`}`;
}

function describeDay(neededBy: LineChange["neededBy"]): Content[] {
  if (neededBy === undefined) return [];
  const { after } = neededBy;
  return [after === null ? "needed-by date removed" : html`needed by ${renderDay(after)}`];
}

function describeLineChange(change: LineChange): Content {
  const { partNumber, quantity, unitPrice, remark, neededBy, wanted } = change;
  const part = html`<code>${partNumber}</code>`;
  if (quantity?.before === null) return texts.timeline.added(part, quantity.after ?? 0);
  if (quantity?.after === null) return html`${part} removed`;
  const [was, is] = [unitPrice?.before, unitPrice?.after];
  const changes: Content[] = [
    ...(quantity ? [texts.timeline.quantity(quantity.before, quantity.after)] : []),
    ...(was && is ? [html`unit price ${formatWire(was)} to ${formatWire(is)}`] : []),
    ...describeDay(neededBy),
    ...(wanted === undefined ? [] : ["wanted condition removed"]),
    ...(remark === undefined ? [] : ["remark"]),
  ];
  const list = changes.map((one, place) => html`${place === 0 ? null : ", "}${one}`);
  return html`${part} ${list}`;
}

type OrderAddress = (orderId: OrderId) => string;

function listNotes(details: OrderEventDetails, orderAddress: OrderAddress): Content[] {
  const {
    from,
    fromNumber,
    leftOut = [],
    lines = [],
    poNumber,
    shipTo,
    notes,
    reason,
    reference,
    fulfilmentReference: corrected,
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
    ...(shipTo === undefined ? [] : ["ship-to address"]),
    ...(notes === undefined ? [] : ["notes"]),
    ...lines.slice(0, shownChanges).map(describeLineChange),
    ...more(lines),
    ...leftOut
      .slice(0, shownChanges)
      .map(({ message }) => `left out: ${message.replace(/\.$/, "")}`),
    ...more(leftOut),
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
    ...(reference === undefined ? [] : [`reference ${reference}`]),
    ...(corrected === undefined
      ? []
      : [`reference ${corrected.after} instead of ${corrected.before}`]),
  ];
}

/** Change requests and their answers are of the kind "edited". */
function nameEvent({ kind, details }: OrderEvent): string {
  if (details.changeRequest !== undefined) return "Change requested";
  return details.changeAnswered ? "Change request answered" : texts.timeline.kinds[kind];
}

function describeEvent(event: OrderEvent): Content {
  const { actor, actorName, details } = event;
  const sentence = texts.timeline.actors[actor](nameEvent(event), actorName ?? "");
  const { changeRequest } = details;
  return changeRequest === undefined
    ? sentence
    : html`${sentence}<br>
<span class="typed">${changeRequest}</span>`;
}

export function toTimelineEvent(event: OrderEvent, orderAddress: OrderAddress): TimelineEvent {
  const notes = listNotes(event.details, orderAddress);
  const request = event.requestId && html`request <code>${event.requestId}</code>`;
  const all = [...notes, ...(request ? [request] : [])];
  const note = all.map((one, place) => html`${place === 0 ? null : "; "}${one}`);
  return {
    at: event.at,
    title: describeEvent(event),
    ...(note.length === 0 ? {} : { note }),
  };
}
