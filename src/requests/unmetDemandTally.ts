// What accounts asked for in vain, counted by week on its way to the database.
import { utcDay } from "../day.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment } from "./requestId.ts";
import { toStorable } from "./requestText.ts";

const dayMs = 86_400_000;
/** The first of 1970 was a Thursday: the week before it began three days earlier. */
const daysBefore = 3;

/** The week of a moment, counted from that of the first of 1970. */
export function weekNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() / dayMs + daysBefore) / 7);
}

/** The Monday of a week. */
export function mondayOf(weekNumber: number): string {
  return utcDay(new Date((weekNumber * 7 - daysBefore) * dayMs));
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return mondayOf(weekNumberOf(new Date(`${day}T00:00:00Z`)));
}

/** How often a part number was asked for in vain; a call counts once. */
export type UnmetDemandCount = {
  notFound: number;
  outOfStock: number;
  notInStock: number;
  lastCall: string;
};

/** What an account did not get, by part number. */
export type AccountUnmetDemand = Map<string, UnmetDemandCount>;

/** All of it, by the number of the week and by account. */
export type UnmetDemandTally = Map<number, Map<string, AccountUnmetDemand>>;

/**
 * Different numbers of an account between two times of writing; beyond them only known ones count
 * on. Who asks for more in a minute walks through a list, and buys none of it the more for that.
 */
export const maxPartsPerAccount = 5_000;

/** What each outcome of an entry counts as; one that was found counts as nothing. */
const missKinds: Readonly<Record<string, "notFound" | "outOfStock" | "notInStock">> = {
  n: "notFound",
  o: "outOfStock",
  s: "notInStock",
};

function partsOf(tally: UnmetDemandTally, week: number, accountId: string): AccountUnmetDemand {
  const accounts = tally.get(week) ?? new Map<string, AccountUnmetDemand>();
  tally.set(week, accounts);
  const parts = accounts.get(accountId) ?? new Map<string, UnmetDemandCount>();
  accounts.set(accountId, parts);
  return parts;
}

function countOf(parts: AccountUnmetDemand, asked: string): UnmetDemandCount | undefined {
  // Nearly all numbers are as they can be stored, and this runs for each of them.
  const plain = parts.get(asked);
  if (plain !== undefined || parts.size >= maxPartsPerAccount) return plain;
  const partNumber = toStorable(asked);
  const known = parts.get(partNumber);
  if (known !== undefined) return known;
  const count = { notFound: 0, outOfStock: 0, notInStock: 0, lastCall: "" };
  parts.set(partNumber, count);
  return count;
}

/** Counts the numbers that a call did not get, each once. */
export function countUnmetDemand(tally: UnmetDemandTally, call: ApiRequest): void {
  const { accountId, partNumbers = [], outcomes = "", requestId } = call;
  let parts: AccountUnmetDemand | undefined;
  for (let place = 0; place < partNumbers.length; place += 1) {
    const outcome = outcomes[place];
    if (outcome === undefined || outcome === "f" || accountId === null) continue;
    const kind = missKinds[outcome];
    if (kind === undefined) continue;
    const key = partNumbers[place] ?? "";
    if (key.trim() === "") continue;
    parts ??= partsOf(tally, weekNumberOf(requestMoment(requestId)), accountId);
    const count = countOf(parts, key);
    if (count === undefined || count.lastCall === requestId) continue;
    count.lastCall = requestId;
    count[kind] += 1;
  }
}

/** What was missed, a part number of an account and week each. */
export function* listUnmetDemand(tally: UnmetDemandTally) {
  for (const [week, accounts] of tally) {
    for (const [accountId, parts] of accounts) {
      for (const [partNumber, count] of parts) yield { week, accountId, partNumber, ...count };
    }
  }
}

/** Adds what was counted elsewhere. */
export function addUnmetDemand(tally: UnmetDemandTally, others: UnmetDemandTally): void {
  for (const { week, accountId, partNumber, ...other } of listUnmetDemand(others)) {
    const count = countOf(partsOf(tally, week, accountId), partNumber);
    if (count === undefined) continue;
    count.notFound += other.notFound;
    count.outOfStock += other.outOfStock;
    count.notInStock += other.notInStock;
  }
}

/** How many numbers are counted. */
export function sizeOf(tally: UnmetDemandTally): number {
  let size = 0;
  for (const accounts of tally.values()) for (const parts of accounts.values()) size += parts.size;
  return size;
}
