import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { type Content, closeBidi, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderAge, renderDay } from "../kit/html/moment.ts";
import { type Meaning, renderBadge } from "../kit/html/notice.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import type { TimelineEvent } from "../kit/html/timeline.ts";
import { groupDigits, type WireMoney } from "../kit/money.ts";
import { formatMoney } from "../kit/price.ts";
import { type WrittenName, writtenFacts, writtenNames } from "./lineInstructions.ts";
import {
  formatPoNumber,
  type NamedOrder,
  type OrderId,
  type OrderStatus,
  type StoredOrder,
  shortOrderName,
} from "./order.ts";
import type { LineChange, OrderEvent, OrderEventDetails } from "./orderEvent.ts";
import type { OrderSummary } from "./summaryQueries.ts";

export const statusWords: Readonly<Record<OrderStatus, readonly [Meaning, string]>> = {
  draft: ["short", "Draft"],
  confirmed: ["active", "Confirmed"],
  fulfilled: ["good", "Fulfilled"],
  cancelled: ["neutral", "Cancelled"],
  expired: ["neutral", "Expired"],
};

export function renderStatus(status: OrderStatus): Html {
  return renderBadge(...statusWords[status]);
}

/** How urgent an order is; null if its list did not say so. */
export function renderUrgency({ urgency }: Pick<StoredOrder, "urgency">): Html | null {
  return urgency && html` ${renderBadge("fault", urgency)}`;
}

const maxUnbrokenLength = 16;

/** A number in a cell: a short one is not broken at its hyphens, a long one breaks anywhere. */
export function renderNumber(number: string): Html {
  const look = number.length > maxUnbrokenLength ? "long" : "unbroken";
  return html`<span class="${look}">${number}</span>`;
}

/** The name of an order: its PO number, or its own number. */
export function nameOrder(order: NamedOrder): string {
  return `order ${closeBidi(shortOrderName(order))}`;
}

/** Whom an order names as its author if an API key created or confirmed it. */
function nameKeyAuthor(key: string): string {
  return `API (key ${key})`;
}

/** Whom an order names as the author of an event; `unknown` if it has no name. */
export function nameActor(event: OrderEvent | undefined, unknown: string): string {
  const name = event?.actorName ?? unknown;
  if (event?.actor === "key") return nameKeyAuthor(name);
  return event?.actor === "operator" ? `${name} (distributor)` : name;
}

/** Who created an order, in a cell. */
export function renderCreator({
  madeBy,
  madeByKey,
  madeByOperator,
}: Pick<OrderSummary, "madeBy" | "madeByKey" | "madeByOperator">): Content {
  if (madeByKey) return renderKeyName(nameKeyAuthor(madeBy ?? ""));
  return madeByOperator ? `${madeBy ?? ""} (distributor)` : madeBy;
}

/** A text that ends with the name of a key in a cell: how the key ends is not broken. */
export function renderKeyName(text: string): Html {
  const end = /…\S*$/.exec(text)?.index ?? text.length;
  return html`${text.slice(0, end)}<span class="unbroken">${text.slice(end)}</span>`;
}

/** As `titleOrder`, with the order number also if there is a PO: several orders can have one PO. */
export function titleOrderInFull(order: NamedOrder): string {
  const title = titleOrder(order);
  return order.poNumber === null ? title : `${title} · ${order.orderNumber}`;
}

/** As `nameOrder`, capitalized. */
export function titleOrder(order: NamedOrder): string {
  return capitalize(nameOrder(order));
}

const steps = ["draft", "review", "confirmed", "fulfilled"] as const;

type Step = (typeof steps)[number];

const stepOf: Readonly<Record<OrderStatus, Step | null>> = {
  draft: "draft",
  confirmed: "confirmed",
  fulfilled: "fulfilled",
  cancelled: null,
  expired: null,
};

/** How far an order is; null for one that ended otherwise. */
export function renderOrderSteps(status: OrderStatus | "review"): Html | null {
  const step = status === "review" ? "review" : stepOf[status];
  if (step === null) return null;
  const at = steps.indexOf(step);
  const isEnd = at === steps.length - 1;
  const points = steps.map((one, place) => {
    const isDone = place < at || isEnd;
    const mark = isDone ? renderIcon("check") : place + 1;
    const state = isDone ? html` class="done"` : place === at && html` aria-current="step"`;
    return html`<li${state}><i aria-hidden="true">${mark}</i>${capitalize(one)}</li>\n`;
  });
  return html`<ol class="steps" aria-label="Progress">
${points}</ol>
`;
}

/** The orders of an account. `actionOf`: what can be done with one. */
export function renderOrderRows(
  orders: readonly OrderSummary[],
  shown: {
    readonly caption?: string;
    readonly orderAddress: OrderAddress;
    readonly actionOf?: (order: OrderSummary) => Content;
  },
): Html {
  const { caption = "Orders, newest first", orderAddress, actionOf } = shown;
  const columns: CellColumn<OrderSummary>[] = [
    {
      title: "Order",
      kind: "code",
      cell: ({ orderId, orderNumber }) =>
        html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
    },
    {
      title: "PO",
      kind: "words",
      cell: ({ poNumber }) =>
        poNumber === null ? html`<span class="quiet">no PO</span>` : renderNumber(poNumber),
    },
    { title: "State", kind: "words", corner: true, cell: ({ status }) => renderStatus(status) },
    { title: "Created by", kind: "text", cell: renderCreator },
    { title: "Created", kind: "words", cell: ({ createdAt }) => renderAge(createdAt) },
    { title: "Lines", kind: "number", cell: ({ lines }) => lines },
    { title: "Total", kind: "number", cell: ({ subtotal }) => formatMoney(subtotal) },
  ];
  const actions = actionOf && ({ title: "Actions", kind: "actions", cell: actionOf } as const);
  return renderRows(caption, orders, actions === undefined ? columns : [...columns, actions]);
}

const shownChanges = 5;

/** The amount of an event, which is stored as in the API. */
function formatWire({ amount, currency, exact_amount }: WireMoney): string {
  const [whole = "", fraction] = (exact_amount ?? amount).split(".");
  const grouped = groupDigits(whole);
  return `${currency} ${fraction === undefined ? grouped : `${grouped}.${fraction}`}`;
}

function describeWritten(change: LineChange, name: WrittenName): Content[] {
  const { after } = change[name] ?? {};
  if (after === undefined) return [];
  if (name !== "neededBy") return [writtenFacts[name].label.toLowerCase()];
  return [after === null ? "needed-by date removed" : html`needed by ${renderDay(after)}`];
}

function describeLineChange(change: LineChange): Content {
  const { partNumber, quantity, unitPrice, wanted } = change;
  const part = html`<code>${partNumber}</code>`;
  if (quantity?.before === null) return html`${part} added, ${formatCount(quantity.after ?? 0)}`;
  if (quantity?.after === null) return html`${part} removed`;
  const [was, is] = [unitPrice?.before, unitPrice?.after];
  const changes: Content[] = [
    ...(quantity
      ? [html`quantity ${formatCount(quantity.before)} to ${formatCount(quantity.after)}`]
      : []),
    ...(was && is ? [html`unit price ${formatWire(was)} to ${formatWire(is)}`] : []),
    ...writtenNames.flatMap((name) => describeWritten(change, name)),
    ...(wanted === undefined ? [] : ["wanted condition removed"]),
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

const eventWords: Readonly<Record<OrderEvent["kind"], string>> = {
  placed: "Placed",
  made: "Created",
  edited: "Changed",
  repriced: "Prices updated",
  confirmed: "Confirmed",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
  expired: "Expired",
};

/** Change requests and their answers are of the kind "edited". */
function nameEvent({ kind, details }: OrderEvent): string {
  if (details.changeRequest !== undefined) return "Change requested";
  return details.changeAnswered ? "Change request answered" : eventWords[kind];
}

function describeEvent(event: OrderEvent): Content {
  const { details } = event;
  const by = event.actor === "clock" ? "after 30 days" : `by ${nameActor(event, "")}`;
  const sentence = `${nameEvent(event)} ${by}`;
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
