// The cursors of the list of orders: a place among the orders by creation, 16 bytes of an order id,
// or a place in the order of their changes, 8 bytes of a time and an order id.
import type { ChangePlace } from "../orders/recordQueries.ts";

const timeBytes = 8;

function toBytes(orderId: string): Buffer {
  return Buffer.from(orderId.replaceAll("-", ""), "hex");
}

function toOrderId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function writeCursor(orderId: string): string {
  return toBytes(orderId).toString("base64url");
}

/** Undefined if the cursor is of the other kind. */
export function readCursor(cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, "base64url");
  return bytes.length === 16 ? toOrderId(bytes) : undefined;
}

export function writeChangeCursor({ micros, orderId }: ChangePlace): string {
  const time = Buffer.alloc(timeBytes);
  time.writeBigInt64BE(micros);
  return Buffer.concat([time, toBytes(orderId)]).toString("base64url");
}

/** Undefined if the cursor is of the other kind. */
export function readChangeCursor(cursor: string): ChangePlace | undefined {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.length !== timeBytes + 16) return undefined;
  return { micros: bytes.readBigInt64BE(), orderId: toOrderId(bytes.subarray(timeBytes)) };
}
