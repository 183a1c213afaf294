// Calls that go into the log together, kept as the statement takes them, with what they add to the
// counts. Written again after a failure, a batch counts once.
import { utcDay } from "../day.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment, toLoggedRequestId } from "./requestId.ts";
import { RequestText } from "./requestText.ts";

/** A key's calls. */
export type KeyCount = {
  readonly keyId: string;
  readonly accountId: string;
  calls: number;
  refused: number;
};

/** Calls of one day in UTC. */
export type RequestBatch = {
  readonly day: string;
  /** How many there are. */
  calls: number;
  /** The values of each in the order of `requestColumns`. */
  readonly text: RequestText;
  readonly keys: Map<string, KeyCount>;
};

/** The columns of a call, with their types. */
export const requestColumns = [
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

/** FNV-1a of a text's code units, folded into a signed 16-bit integer. Many texts share each. */
export function partHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return ((hash ^ (hash >>> 16)) << 16) >> 16;
}

/** The hashes of part numbers, rising: the database sorts them for its index otherwise. */
function partHashes(partNumbers: readonly string[]): Int16Array {
  const hashes = new Int16Array(partNumbers.length);
  for (let place = 0; place < hashes.length; place += 1) {
    hashes[place] = partHash(partNumbers[place] ?? "");
  }
  return hashes.sort();
}

/** A batch without a call, for those of the day of `begun`. */
export function createBatch(begun: Date): RequestBatch {
  return { day: utcDay(begun), calls: 0, text: new RequestText(), keys: new Map() };
}

function countKey(keys: RequestBatch["keys"], { accountId, keyId, status }: ApiRequest): void {
  if (keyId === null || accountId === null) return;
  const count = keys.get(keyId) ?? { keyId, accountId, calls: 0, refused: 0 };
  count.calls += 1;
  if (status >= 400) count.refused += 1;
  keys.set(keyId, count);
}

/** Whether a batch is for the day of a call. */
export function isOfDay(batch: RequestBatch, call: ApiRequest): boolean {
  return utcDay(requestMoment(call.requestId)) === batch.day;
}

function writeHashes(text: RequestText, partNumbers: readonly string[]): void {
  let before = "{";
  for (const hash of partHashes(partNumbers)) {
    text.add(before);
    text.addInteger(hash);
    before = ",";
  }
  text.add("}");
}

/** What a call asked for; a value that is null is an empty text and comes back as null. */
function renderAsked(
  text: RequestText,
  { partNumbers = [], partNames = [], inStock }: ApiRequest,
): void {
  text.addEntries(partNumbers);
  text.endValue();
  if (partNumbers.length > 0) writeHashes(text, partNumbers);
  text.endValue();
  text.addEntries(partNames);
  text.endValue();
  text.add(String(inStock ?? false));
}

/** Adds a call of the batch's day. */
export function addRequest(batch: RequestBatch, call: ApiRequest): void {
  const loggedId = toLoggedRequestId(call.requestId);
  if (loggedId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const { text } = batch;
  if (batch.calls > 0) text.endCall();
  const { accountId, keyId, method, route, status, errorCode, durationMs } = call;
  for (const value of [loggedId, accountId, keyId, method, route, status, errorCode, durationMs]) {
    text.add(String(value ?? ""));
    text.endValue();
  }
  renderAsked(text, call);
  for (const value of [call.outcomes, call.orderId, call.poNumber]) {
    text.endValue();
    text.add(value ?? "");
  }
  batch.calls += 1;
  countKey(batch.keys, call);
}
