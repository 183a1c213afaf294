// Calls that go into the log together, kept as the columns of one statement, with what they add
// to the counts. Written again after a failure, a batch counts once.
import { addDays, utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { callMoment, toCallId } from "./requestId.ts";

/** Parts the entries of a list; in no entry. */
export const entrySeparator = "\u001f";

/** A key's calls of a day. */
export type DayCount = {
  readonly keyId: string;
  readonly accountId: string;
  readonly day: string;
  calls: number;
  refused: number;
};

/** How often an account did not get a part number in a week. */
export type MissCount = {
  readonly week: string;
  readonly accountId: string;
  readonly partNumber: string;
  notFound: number;
  outOfStock: number;
  notInStock: number;
};

export type CallRow = readonly (string | number | boolean | null)[];

export type CallBatch = {
  readonly rows: CallRow[];
  readonly days: Map<string, DayCount>;
  readonly misses: Map<string, MissCount>;
  /** The memory it takes, in characters. */
  size: number;
};

/** What a row takes beside its texts. */
const rowSize = 300;

/** A batch without a call. */
export function createBatch(): CallBatch {
  return { rows: [], days: new Map(), misses: new Map(), size: 0 };
}

/** The text as PostgreSQL can hold it, without the separator. */
function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd").replaceAll(entrySeparator, "\ufffd");
}

/** Entries as one text; each has the separator before it, so that an empty one counts. */
function joinEntries(entries: readonly string[] = []): string | null {
  if (entries.length === 0) return null;
  return entrySeparator + entries.map(toStorable).join(entrySeparator);
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

const missKinds = { n: "notFound", o: "outOfStock", s: "notInStock" } as const;

/** Counts the numbers that were not got, each once a call. */
function countMisses(misses: CallBatch["misses"], call: ApiCall, day: string): void {
  const { accountId, partNumbers = [], outcomes } = call;
  if (accountId === null || outcomes === undefined || /^f*$/.test(outcomes)) return;
  const week = weekOf(day);
  const counted = new Set<string>();
  for (const [place, key] of partNumbers.entries()) {
    const outcome = outcomes[place] ?? "f";
    if (!(outcome === "n" || outcome === "o" || outcome === "s") || key.trim() === "") continue;
    const partNumber = toStorable(key);
    const name = `${week} ${accountId} ${partNumber}`;
    if (counted.has(name)) continue;
    counted.add(name);
    const none = { week, accountId, partNumber, notFound: 0, outOfStock: 0, notInStock: 0 };
    const count = misses.get(name) ?? none;
    count[missKinds[outcome]] += 1;
    misses.set(name, count);
  }
}

/** Adds a call. */
export function addCall(batch: CallBatch, call: ApiCall): void {
  const callId = toCallId(call.requestId);
  if (callId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const partNumbers = joinEntries(call.partNumbers);
  const partNames = joinEntries(call.partNames);
  const poNumber = call.poNumber == null ? null : toStorable(call.poNumber);
  batch.rows.push([
    ...[callId, call.accountId, call.keyId, call.method, call.route, call.status],
    ...[call.errorCode, call.durationMs, partNumbers, partNames, call.inStock ?? false],
    ...[call.outcomes ?? null, call.orderId ?? null, poNumber],
  ]);
  batch.size += rowSize + (partNumbers?.length ?? 0) + (partNames?.length ?? 0);
  const day = utcDay(callMoment(callId));
  countDay(batch.days, call, day);
  countMisses(batch.misses, call, day);
}
