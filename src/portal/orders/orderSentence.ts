// What an order says: who ordered it when, how it was shipped, and whom to ask about it.
import { nameActor } from "../../components/nameOrder.ts";
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatPoNumber, priceLifeDays, type StoredOrder } from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { linkMail } from "../mailLink.ts";
import { texts } from "./texts.ts";

type Contact = {
  readonly order: StoredOrder;
  readonly accountName: string;
  readonly supportEmail: string;
};
type Told = { readonly order: StoredOrder; readonly timeline: readonly OrderEvent[] };

export function describeCreator([first]: readonly OrderEvent[]): string {
  return nameActor(first, texts.reference.unknown);
}

/** Who ordered it when; for an order that was never confirmed, who created it. */
function describeOrigin({ order, timeline }: Told): Html {
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  return confirmed === undefined
    ? texts.order.created(describeCreator(timeline), renderMoment(order.createdAt))
    : texts.order.ordered(
        nameActor(confirmed, texts.reference.unknown),
        renderMoment(confirmed.at),
      );
}

/** When the first line of the draft loses its price. */
export function pricesHoldUntil({ lines }: StoredOrder): Date {
  const first = Math.min(...lines.map(({ pricedAt }) => pricedAt.getTime()));
  return new Date(first + priceLifeDays * 86_400_000);
}

/** The sentence below the heading, which on paper names the customer, as that of the PDF does. */
export function describeOrder(told: Told & Pick<Contact, "accountName">): Html {
  const { order, accountName } = told;
  const customer = html`<span class="printed">${accountName} · </span>`;
  const until =
    order.status === "draft" && html` ${texts.order.until(renderDay(pricesHoldUntil(order)))}`;
  return html`${customer}${describeOrigin(told)}${until}`;
}

/** When the order was fulfilled, with the distributor's reference; null before that. */
export function renderShipment({ timeline }: Told): Html | null {
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  if (fulfilled === undefined) return null;
  const reference = findReference(timeline);
  return renderNotice(
    "good",
    texts.shipment.title(renderMoment(fulfilled.at)),
    reference === undefined ? undefined : html`<p>${texts.shipment.reference(reference)}</p>`,
  );
}

/** Units of different measures are not added: "25 FT, 780 EA". */
export function sumUnits({ lines }: StoredOrder): string {
  const sums = new Map<string, number>();
  for (const { quantity, unitOfMeasure: unit } of lines) {
    sums.set(unit, (sums.get(unit) ?? 0) + quantity);
  }
  return [...sums].map(([unit, sum]) => `${formatCount(sum)} ${unit}`).join(", ");
}

/**
 * Whom to ask about an order that can no longer be changed here, also to cancel it; null for other
 * orders. The subject identifies the order.
 */
export function renderContact({ order, accountName, supportEmail }: Contact): Html | null {
  if (order.status !== "confirmed" && order.status !== "fulfilled") return null;
  const { orderNumber, poNumber } = order;
  const names = [
    orderNumber,
    ...(poNumber === null ? [] : [formatPoNumber(poNumber)]),
    accountName,
  ];
  const sentence = texts.contact[order.status](linkMail(supportEmail, names.join(", ")));
  return html`<p class="unprinted">${sentence}</p>
`;
}
