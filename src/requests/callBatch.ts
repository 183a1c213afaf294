// Calls that go into the log together, kept as the statement takes them, with what they add to the
// counts. Written again after a failure, a batch counts once.
import { addDays, utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { partHashes } from "./partHash.ts";
import { callMoment, toCallId } from "./requestId.ts";
import { joinEntries, toStorable, valueSeparator } from "./toStorable.ts";

/** A key's calls of a day. */
export type DayCount = {
  readonly keyId: string;
  readonly accountId: string;
  readonly day: string;
  calls: number;
  refused: number;
};

export type CallBatch = {
  /** The values of each call in the order of `callColumns`, parted by `valueSeparator`. */
  readonly calls: string[];
  readonly days: Map<string, DayCount>;
  /** When its first call began; null while it has none. */
  begun: Date | null;
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

/** A batch without a call. */
export function createBatch(): CallBatch {
  return { calls: [], days: new Map(), begun: null, size: 0 };
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function countDay(days: CallBatch["days"], { accountId, keyId, status }: ApiCall, day: string) {
  if (keyId === null || accountId === null) return;
  const name = `${keyId} ${day}`;
  const count = days.get(name) ?? { keyId, accountId, day, calls: 0, refused: 0 };
  count.calls += 1;
  if (status >= 400) count.refused += 1;
  days.set(name, count);
}

/** Adds a call. */
export function addCall(batch: CallBatch, call: ApiCall): void {
  const callId = toCallId(call.requestId);
  if (callId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const partNumbers = joinEntries(call.partNumbers);
  const hashes = partNumbers === null ? null : `{${partHashes(call.partNumbers ?? []).join(",")}}`;
  const partNames = joinEntries(call.partNames);
  const poNumber = call.poNumber == null ? null : toStorable(call.poNumber);
  // A value that is null becomes an empty text, and no value is empty.
  const values = [
    ...[callId, call.accountId, call.keyId, call.method, call.route, call.status],
    ...[call.errorCode, call.durationMs, partNumbers, hashes, partNames, call.inStock ?? false],
    ...[call.outcomes, call.orderId, poNumber],
  ].join(valueSeparator);
  batch.calls.push(values);
  batch.size += values.length + textSize;
  const begun = callMoment(callId);
  batch.begun ??= begun;
  countDay(batch.days, call, utcDay(begun));
}
