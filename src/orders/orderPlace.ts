// Where a list of orders continues. A cursor is a place among the orders by creation, 16 bytes of
// an order id, or in the order of their changes, 8 bytes of a time and an order id.
import { parseMoment } from "../day.ts";

/** After the change of this order at this time, in microseconds since 1970. */
type ChangePlace = { readonly micros: bigint; readonly orderId: string };

/** Before the order with this id, null: at the newest; or after a change. */
export type OrderPlace = { readonly before: string | null } | { readonly after: ChangePlace };

const timeBytes = 8;
/** The years that updated_since can have, in any time zone. */
const minMicros = BigInt(Date.parse("-000001-12-31T00:00:00Z")) * 1000n;
const maxMicros = BigInt(Date.parse("+010000-01-02T00:00:00Z")) * 1000n;
/** Before the id of any order. */
const noOrder = "00000000-0000-0000-0000-000000000000";

function toBytes(orderId: string): Buffer {
  return Buffer.from(orderId.replaceAll("-", ""), "hex");
}

function toOrderId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function writePlace(place: OrderPlace): string | null {
  if ("before" in place) return place.before && toBytes(place.before).toString("base64url");
  const time = Buffer.alloc(timeBytes);
  time.writeBigInt64BE(place.after.micros);
  return Buffer.concat([time, toBytes(place.after.orderId)]).toString("base64url");
}

type ListedOrder = { readonly orderId: string; readonly changedMicros: bigint };

/** The cursor after the last order read from a place on; null if that is still the newest. */
export function writeCursor(from: OrderPlace, last: ListedOrder | undefined): string | null {
  if (last === undefined) return writePlace(from);
  const { orderId, changedMicros: micros } = last;
  return writePlace("before" in from ? { before: orderId } : { after: { micros, orderId } });
}

/** Systems send their smallest time for "all": the year 1, and others. */
export function parseSince(text: string): Date | undefined {
  return parseMoment(text, 0);
}

/**
 * The place of a cursor or, without one, the start: of the changes since a time, or of all orders
 * if that is null. Undefined if the cursor is of the other list, or has a time that the database
 * cannot have.
 */
export function readPlace(sinceMs: number | null, cursor: string | null): OrderPlace | undefined {
  const bytes = cursor === null ? null : Buffer.from(cursor, "base64url");
  if (sinceMs === null) {
    if (bytes === null) return { before: null };
    return bytes.length === 16 ? { before: toOrderId(bytes) } : undefined;
  }
  if (bytes === null) return { after: { micros: BigInt(sinceMs) * 1000n, orderId: noOrder } };
  if (bytes.length !== timeBytes + 16) return undefined;
  const micros = bytes.readBigInt64BE();
  if (micros < minMicros || micros > maxMicros) return undefined;
  return { after: { micros, orderId: toOrderId(bytes.subarray(timeBytes)) } };
}
