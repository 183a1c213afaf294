import type { ApiRequest } from "../../requests/apiRequest.ts";
import type { Customer, History } from "./history.ts";
import { createOnSite, placeByKey, planDraft } from "./historyOrders.ts";
import { describePlacement } from "./historyRequests.ts";
import { drawBusinessTime, historyDays, isWeekend, startOfDay } from "./historyTimes.ts";

/** How many orders a customer places per working day, and since when. */
export type Ordering = {
  readonly customer: Customer;
  readonly fromDay: number;
  readonly byKey: number;
  readonly onSite: number;
};

const weekendShare = 0.15;
const firstPoNumber = 4_120;

/** A number of events with this mean, at most one more than its whole part. */
function drawCount({ random }: History, mean: number): number {
  return Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
}

/** Plans the orders of all days; adds the requests that placed them to `placed`. */
export function planOrders(
  history: History,
  orderings: readonly Ordering[],
  placed: ApiRequest[],
): void {
  const { agenda, random, now } = history;
  let poNumber = firstPoNumber;
  const plan = ({ customer, fromDay, ...rates }: Ordering, ago: number): void => {
    const day = startOfDay(now, ago);
    const share = isWeekend(day) ? weekendShare : 1;
    const { keyId, signedIn } = customer;
    if (ago > fromDay) return;
    for (let count = drawCount(history, rates.byKey * share); count > 0; count -= 1) {
      agenda.add(drawBusinessTime(day, random), async (at) => {
        poNumber += random.between(1, 4);
        const order = await placeByKey(history, customer, poNumber, at);
        if (keyId !== null) {
          placed.push(describePlacement(history, { ...customer, keyId }, order));
        }
        planDraft(history, customer, order.orderId, at);
      });
    }
    if (signedIn === null) return;
    for (let count = drawCount(history, rates.onSite * share); count > 0; count -= 1) {
      agenda.add(drawBusinessTime(day, random), async (at) => {
        poNumber += random.between(1, 4);
        const orderId = await createOnSite(history, { ...customer, signedIn }, poNumber, at);
        planDraft(history, customer, orderId, at);
      });
    }
  };
  for (let ago = historyDays - 1; ago >= 0; ago -= 1) {
    for (const ordering of orderings) plan(ordering, ago);
  }
}
