// Counts unmet demand by week, account and part number before it is written. Weeks are in UTC and
// start on Monday.
import { utcDay } from "../kit/day.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment } from "./requestId.ts";
import { toLoggedText } from "./requestText.ts";

const dayMs = 86_400_000;
/** 1970-01-01 was a Thursday; its week started three days earlier. */
const daysBefore = 3;

/** Weeks since the one of 1970-01-01. */
function weekNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() / dayMs + daysBefore) / 7);
}

/** Returns the Monday of a week. */
export function mondayOf(weekNumber: number): string {
  return utcDay(new Date((weekNumber * 7 - daysBefore) * dayMs));
}

/** Returns the Monday of the week of a day. */
export function weekOf(day: string): string {
  return mondayOf(weekNumberOf(new Date(`${day}T00:00:00Z`)));
}

/** How often a part number was not available; each request counts once. */
type UnmetDemandCount = {
  notFound: number;
  outOfStock: number;
  notInStock: number;
  lastRequest: string;
};

/** By part number. */
type AccountUnmetDemand = Map<string, UnmetDemandCount>;

/** By week number and account. */
export type UnmetDemandTally = Map<number, Map<string, AccountUnmetDemand>>;

/**
 * Different part numbers of an account between two writes; beyond that only known ones are counted.
 * Who requests more in a minute works through a list, which is no sign of demand.
 */
export const maxPartsPerAccount = 5_000;

const missKinds: ReadonlyMap<string, "notFound" | "outOfStock" | "notInStock"> = new Map([
  ["n", "notFound"],
  ["o", "outOfStock"],
  ["s", "notInStock"],
]);

function partsOf(tally: UnmetDemandTally, week: number, accountId: string): AccountUnmetDemand {
  const accounts = tally.get(week) ?? new Map<string, AccountUnmetDemand>();
  tally.set(week, accounts);
  const parts = accounts.get(accountId) ?? new Map<string, UnmetDemandCount>();
  accounts.set(accountId, parts);
  return parts;
}

function countOf(parts: AccountUnmetDemand, entry: string): UnmetDemandCount | undefined {
  // Nearly all part numbers can be stored as they are, and this runs for each of them.
  const plain = parts.get(entry);
  if (plain !== undefined || parts.size >= maxPartsPerAccount) return plain;
  const partNumber = toLoggedText(entry);
  const known = parts.get(partNumber);
  if (known !== undefined) return known;
  const count = { notFound: 0, outOfStock: 0, notInStock: 0, lastRequest: "" };
  parts.set(partNumber, count);
  return count;
}

/** Counts each part number that a request did not find or that was out of stock, once. */
export function countUnmetDemand(tally: UnmetDemandTally, request: ApiRequest): void {
  const { accountId, partNumbers = [], outcomes = "", requestId } = request;
  let parts: AccountUnmetDemand | undefined;
  for (let place = 0; place < partNumbers.length; place += 1) {
    const outcome = outcomes[place];
    if (outcome === undefined || outcome === "f" || accountId === null) continue;
    const kind = missKinds.get(outcome);
    if (kind === undefined) continue;
    const key = partNumbers[place] ?? "";
    if (key.trim() === "") continue;
    parts ??= partsOf(tally, weekNumberOf(requestMoment(requestId)), accountId);
    const count = countOf(parts, key);
    if (count === undefined || count.lastRequest === requestId) continue;
    count.lastRequest = requestId;
    count[kind] += 1;
  }
}

/** Lists the counts per week, account and part number. */
export function* listUnmetDemand(tally: UnmetDemandTally) {
  for (const [week, accounts] of tally) {
    for (const [accountId, parts] of accounts) {
      for (const [partNumber, count] of parts) yield { week, accountId, partNumber, ...count };
    }
  }
}

export function addUnmetDemand(tally: UnmetDemandTally, others: UnmetDemandTally): void {
  for (const { week, accountId, partNumber, ...other } of listUnmetDemand(others)) {
    const count = countOf(partsOf(tally, week, accountId), partNumber);
    if (count === undefined) continue;
    count.notFound += other.notFound;
    count.outOfStock += other.outOfStock;
    count.notInStock += other.notInStock;
  }
}

export function sizeOf(tally: UnmetDemandTally): number {
  let size = 0;
  for (const accounts of tally.values()) for (const parts of accounts.values()) size += parts.size;
  return size;
}
