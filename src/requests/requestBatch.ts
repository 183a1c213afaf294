// Requests that are written together, stored in the form that the statement takes, with their
// counts per key. A batch that is sent again after a failure counts once.
import { utcDay } from "../kit/day.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment, toLoggedRequestId } from "./requestId.ts";
import { RequestText } from "./requestText.ts";

type KeyCount = {
  readonly keyId: string;
  readonly accountId: string;
  requests: number;
  refused: number;
};

/** Requests of one day in UTC. */
export type RequestBatch = {
  readonly day: string;
  requests: number;
  /** Values in the order of `requestColumns`. */
  readonly text: RequestText;
  readonly keys: Map<string, KeyCount>;
};

/** Names and types. */
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
  ["error_path", "text"],
  ["error_message", "text"],
] as const;

/**
 * FNV-1a of the code units, folded into a signed 16-bit integer, so that the part number index
 * compares small integers. Hashes are not unique.
 */
export function partHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return ((hash ^ (hash >>> 16)) << 16) >> 16;
}

/** Sorted, because the database would otherwise sort them for its index. */
function partHashes(partNumbers: readonly string[]): Int16Array {
  const hashes = new Int16Array(partNumbers.length);
  for (let place = 0; place < hashes.length; place += 1) {
    hashes[place] = partHash(partNumbers[place] ?? "");
  }
  return hashes.sort();
}

/** Creates an empty batch for the day of `startedAt`. */
export function createBatch(startedAt: Date): RequestBatch {
  return { day: utcDay(startedAt), requests: 0, text: new RequestText(), keys: new Map() };
}

function countKey(keys: RequestBatch["keys"], { accountId, keyId, status }: ApiRequest): void {
  if (keyId === null || accountId === null) return;
  const count = keys.get(keyId) ?? { keyId, accountId, requests: 0, refused: 0 };
  count.requests += 1;
  if (status >= 400) count.refused += 1;
  keys.set(keyId, count);
}

export function isOfDay(batch: RequestBatch, request: ApiRequest): boolean {
  return utcDay(requestMoment(request.requestId)) === batch.day;
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

/** Writes the entries. An empty value is read back as null. */
function writeEntries(
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

/** A request without an error has no such values, which are read as null. */
function writeError(text: RequestText, { errorPath, errorMessage }: ApiRequest): void {
  for (const value of [errorPath, errorMessage]) {
    text.endValue();
    text.add(value ?? "");
  }
}

export function addRequest(batch: RequestBatch, request: ApiRequest): void {
  const loggedId = toLoggedRequestId(request.requestId);
  if (loggedId === undefined) throw new Error(`${request.requestId} is not a request id.`);
  const { text } = batch;
  if (batch.requests > 0) text.endRequest();
  const { accountId, keyId, method, route, status, errorCode, durationMs } = request;
  for (const value of [loggedId, accountId, keyId, method, route, status, errorCode, durationMs]) {
    text.add(String(value ?? ""));
    text.endValue();
  }
  writeEntries(text, request);
  for (const value of [request.outcomes, request.orderId, request.poNumber]) {
    text.endValue();
    text.add(value ?? "");
  }
  if (errorCode !== null) writeError(text, request);
  batch.requests += 1;
  countKey(batch.keys, request);
}
