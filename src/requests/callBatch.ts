// Calls that go into the log together, kept as the statement takes them, with what they add to the
// counts. Written again after a failure, a batch counts once.
import { utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { partHashes } from "./partHash.ts";
import { callMoment, toCallId } from "./requestId.ts";
import { joinEntries, toStorable, valueSeparator } from "./toStorable.ts";

/** A key's calls. */
export type KeyCount = {
  readonly keyId: string;
  readonly accountId: string;
  calls: number;
  refused: number;
};

/** Calls of one day in UTC. */
export type CallBatch = {
  readonly day: string;
  /** The values of each call in the order of `callColumns`, parted by `valueSeparator`. */
  readonly calls: string[];
  readonly keys: Map<string, KeyCount>;
  /** The memory it takes, in characters. */
  size: number;
};

/** The columns of a call, with their types. */
export const callColumns = [
  ["request_id", "uuid"],
  ["account_id", "uuid"],
  ["key_id", "uuid"],
  ["method", "text"],
  ["route", "text"],
  ["status", "smallint"],
  ["error_code", "text"],
  ["duration_ms", "real"],
  ["part_numbers", "text"],
  ["part_hashes", "smallint[]"],
  ["part_names", "text"],
  ["in_stock", "boolean"],
  ["outcomes", "text"],
  ["order_id", "uuid"],
  ["po_number", "text"],
] as const;

/** What a text takes beside its characters. */
const textSize = 50;

/** A batch without a call, for those of the day of `begun`. */
export function createBatch(begun: Date): CallBatch {
  return { day: utcDay(begun), calls: [], keys: new Map(), size: 0 };
}

function countKey(keys: CallBatch["keys"], { accountId, keyId, status }: ApiCall): void {
  if (keyId === null || accountId === null) return;
  const count = keys.get(keyId) ?? { keyId, accountId, calls: 0, refused: 0 };
  count.calls += 1;
  if (status >= 400) count.refused += 1;
  keys.set(keyId, count);
}

/** Whether a batch is for the day of a call. */
export function isOfDay(batch: CallBatch, call: ApiCall): boolean {
  return utcDay(callMoment(call.requestId)) === batch.day;
}

/** Adds a call of the batch's day. */
export function addCall(batch: CallBatch, call: ApiCall): void {
  const callId = toCallId(call.requestId);
  if (callId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const partNumbers = joinEntries(call.partNumbers);
  const hashes = partNumbers === null ? null : `{${partHashes(call.partNumbers ?? []).join(",")}}`;
  const partNames = joinEntries(call.partNames);
  const poNumber = call.poNumber == null ? null : toStorable(call.poNumber);
  // What is null goes as an empty text and comes back as null; so does a PO that is empty.
  const values = [
    callId,
    call.accountId,
    call.keyId,
    call.method,
    call.route,
    call.status,
    call.errorCode,
    call.durationMs,
    partNumbers,
    hashes,
    partNames,
    call.inStock ?? false,
    call.outcomes,
    call.orderId,
    poNumber,
  ].join(valueSeparator);
  batch.calls.push(values);
  batch.size += values.length + textSize;
  countKey(batch.keys, call);
}
