// How people name an order: by how its id begins. Ids begin with the millisecond they were made in,
// so that the beginning tells an account's orders apart (decision 88).
import type { OrderId } from "./order.ts";

const shortLength = 13;
const shape = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/;
const least = "00000000-0000-0000-0000-000000000000";
const most = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The first two groups of an order's id: "019aa5f2-1c3d". */
export function shortOrderId(orderId: OrderId): string {
  return orderId.slice(0, shortLength);
}

/** The first and the last id that there can be. */
export type OrderIdRange = { readonly from: string; readonly to: string };

/**
 * The ids that begin as a text that people typed, in any case; undefined where it is no beginning
 * of at least 8 digits.
 */
export function toOrderIdRange(text: string): OrderIdRange | undefined {
  const begun = text.trim().toLowerCase();
  const from = begun + least.slice(begun.length);
  if (!shape.test(begun) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(from)) {
    return undefined;
  }
  return { from, to: begun + most.slice(begun.length) };
}
