// Calls that go into the log together, kept as the columns of one statement, with what they add
// to the counts. Written again after a failure, a batch counts once.
import { addDays, utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { partHash } from "./partHash.ts";
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

/** How often a part number was asked for in vain; a call counts once. */
export type MissCount = {
  notFound: number;
  outOfStock: number;
  notInStock: number;
  lastCall: string;
};

/** What an account did not get in a week, by part number. */
export type AccountMisses = {
  readonly week: string;
  readonly accountId: string;
  readonly parts: Map<string, MissCount>;
};

export type CallRow = readonly (string | number | boolean | null)[];

export type CallBatch = {
  readonly rows: CallRow[];
  readonly days: Map<string, DayCount>;
  readonly misses: Map<string, AccountMisses>;
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
  const joined = entrySeparator + entries.join(entrySeparator);
  // Nearly all are plain, and looked at as one: this runs for each of 50 entries of each call.
  const isPlain =
    joined.isWellFormed() &&
    !joined.includes("\0") &&
    !entries.some((entry) => entry.includes(entrySeparator));
  return isPlain ? joined : entrySeparator + entries.map(toStorable).join(entrySeparator);
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

/** A count that has not begun. */
export const noMisses: MissCount = { notFound: 0, outOfStock: 0, notInStock: 0, lastCall: "" };
const missKinds = { n: "notFound", o: "outOfStock", s: "notInStock" } as const;

/** The counts of an account and week, which are made where there are none. */
function missesOf(misses: CallBatch["misses"], week: string, accountId: string) {
  const name = `${week} ${accountId}`;
  const known = misses.get(name) ?? { week, accountId, parts: new Map<string, MissCount>() };
  misses.set(name, known);
  return known.parts;
}

/** Counts the numbers that were not got, each once a call. */
function countMisses(misses: CallBatch["misses"], call: ApiCall, day: string): void {
  const { accountId, partNumbers = [], outcomes } = call;
  if (accountId === null || outcomes === undefined || /^f*$/.test(outcomes)) return;
  const parts = missesOf(misses, weekOf(day), accountId);
  for (const [place, key] of partNumbers.entries()) {
    const outcome = outcomes[place] ?? "f";
    if (!(outcome === "n" || outcome === "o" || outcome === "s") || key.trim() === "") continue;
    const partNumber = toStorable(key);
    const count = parts.get(partNumber) ?? { ...noMisses };
    if (count.lastCall === call.requestId) continue;
    count.lastCall = call.requestId;
    count[missKinds[outcome]] += 1;
    parts.set(partNumber, count);
  }
}

/** Adds a call. */
export function addCall(batch: CallBatch, call: ApiCall): void {
  const callId = toCallId(call.requestId);
  if (callId === undefined) throw new Error(`${call.requestId} is no id of a request.`);
  const partNumbers = joinEntries(call.partNumbers);
  const hashes = partNumbers === null ? null : `{${call.partNumbers?.map(partHash).join(",")}}`;
  const partNames = joinEntries(call.partNames);
  const poNumber = call.poNumber == null ? null : toStorable(call.poNumber);
  batch.rows.push([
    ...[callId, call.accountId, call.keyId, call.method, call.route, call.status],
    ...[call.errorCode, call.durationMs, partNumbers, hashes, partNames, call.inStock ?? false],
    ...[call.outcomes ?? null, call.orderId ?? null, poNumber],
  ]);
  batch.size += rowSize + (partNumbers?.length ?? 0) + (partNames?.length ?? 0);
  const day = utcDay(callMoment(callId));
  countDay(batch.days, call, day);
  countMisses(batch.misses, call, day);
}
