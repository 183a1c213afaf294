// Fulfilling several orders. Invariant: each is fulfilled as `endByOperator` does it for one, in a
// transaction of its own; one that cannot be does not keep the others from it.
import type { Database } from "../../db/database.ts";
import type { OrderMailSettings } from "../documents/orderMail.ts";
import type { OrderStatus } from "../order.ts";
import { type EndingByOperator, endByOperator } from "./endByOperator.ts";

/** An order as the operator saw it, with the reference of its delivery. */
export type Fulfilment = Pick<EndingByOperator, "orderId" | "version"> & {
  readonly reference: string;
};

/**
 * "not attempted": earlier orders took too long. `status` is what an order is now that is no longer
 * as it was seen.
 */
export type FulfilmentOutcome =
  | { readonly outcome: "done" | "repeated" | "busy" | "unknown" | "not attempted" }
  | { readonly outcome: "changed"; readonly status: OrderStatus };

/** No order is started after this time, so that the answer does not take much longer. */
const lastStartMs = 2_000;

/** Fulfils orders one after the other. Returns an outcome for each, in their order. */
export async function fulfilOrders(
  db: Database,
  fulfilments: readonly Fulfilment[],
  by: Pick<EndingByOperator, "actor" | "now">,
  mail: OrderMailSettings,
): Promise<FulfilmentOutcome[]> {
  const outcomes: FulfilmentOutcome[] = [];
  const isLate = AbortSignal.timeout(lastStartMs);
  for (const { orderId, version, reference } of fulfilments) {
    if (isLate.aborted) {
      outcomes.push({ outcome: "not attempted" });
      continue;
    }
    const end = { kind: "fulfilled", reference } as const;
    const ended = await endByOperator(db, { ...by, orderId, version, end }, mail);
    const { outcome } = ended;
    if (outcome === "changed") outcomes.push({ outcome, status: ended.order.status });
    else outcomes.push({ outcome });
  }
  return outcomes;
}
