// Calls that go into the log together, kept as the statement takes them, with what they add to the
// counts. Written again after a failure, a batch counts once.
import { utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { CallText } from "./callText.ts";
import { partHashes } from "./partHash.ts";
import { callMoment, toCallId } from "./requestId.ts";

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
  /** How many there are. */
  calls: number;
  /** The values of each in the order of `callColumns`. */
  readonly text: CallText;
  readonly keys: Map<string, KeyCount>;
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

/** A batch without a call, for those of the day of `begun`. */
export function createBatch(begun: Date): CallBatch {
  return { day: utcDay(begun), calls: 0, text: new CallText(), keys: new Map() };
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

function writeHashes(text: CallText, partNumbers: readonly string[]): void {
  let before = "{";
  for (const hash of partHashes(partNumbers)) {
    text.add(before);
    text.addInteger(hash);
    before = ",";
  }
  text.add("}");
}

/** What a call asked for; a value that is null is an empty text and comes back as null. */
function writeAsked(text: CallText, { partNumbers = [], partNames = [], inStock }: ApiCall): void {
  text.addEntries(partNumbers);
  text.endValue();
  if (partNumbers.length > 0) writeHashes(text, partNumbers);
  text.endValue();
  text.addEntries(partNames);
  text.endValue();
  text.add(String(inStock ?? false));
}

/** Adds a call of the batch's day. */
export function addCall(batch: CallBatch, call: ApiCall): void {
  const callId = toCallId(call.requestId);
  if (callId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const { text } = batch;
  if (batch.calls > 0) text.endCall();
  const { accountId, keyId, method, route, status, errorCode, durationMs } = call;
  for (const value of [callId, accountId, keyId, method, route, status, errorCode, durationMs]) {
    text.add(String(value ?? ""));
    text.endValue();
  }
  writeAsked(text, call);
  for (const value of [call.outcomes, call.orderId, call.poNumber]) {
    text.endValue();
    text.add(value ?? "");
  }
  batch.calls += 1;
  countKey(batch.keys, call);
}
