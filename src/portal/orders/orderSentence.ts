// What the top of an order says: who ordered it when, and how it was shipped.
import { formatCount } from "../../html/amount.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { texts } from "./texts.ts";

type Told = { readonly order: StoredOrder; readonly timeline: readonly OrderEvent[] };

function nameActor(event: OrderEvent | undefined): string {
  const name = event?.actorName ?? texts.reference.unknown;
  return event?.actor === "key" ? texts.reference.key(name) : name;
}

export function describeCreator([first]: readonly OrderEvent[]): string {
  return nameActor(first);
}

/** Who ordered it when; for an order that was never confirmed, who created it. */
export function describeOrigin({ order, timeline }: Told): Html {
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  return confirmed === undefined
    ? texts.order.created(describeCreator(timeline), renderMoment(order.createdAt))
    : texts.order.ordered(nameActor(confirmed), renderMoment(confirmed.at));
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
