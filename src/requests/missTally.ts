// What accounts asked for in vain, counted by week on its way to the database.
import { utcDay } from "../day.ts";
import type { ApiCall } from "./apiCall.ts";
import { weekOf } from "./callBatch.ts";
import { callMoment } from "./requestId.ts";
import { toStorable } from "./toStorable.ts";

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

/** All of it, by week and account. */
export type MissTally = Map<string, AccountMisses>;

/**
 * Different numbers of an account between two times of writing; beyond them only known ones count
 * on. Who asks for more in a minute walks through a list, and buys none of it the more for that.
 */
export const mostPartsOfAccount = 5_000;

/** What each outcome of an entry counts as; one that was found counts as nothing. */
const missKinds: Readonly<Record<string, "notFound" | "outOfStock" | "notInStock">> = {
  n: "notFound",
  o: "outOfStock",
  s: "notInStock",
};

function partsOf(tally: MissTally, week: string, accountId: string): Map<string, MissCount> {
  const name = `${week} ${accountId}`;
  const known = tally.get(name) ?? { week, accountId, parts: new Map() };
  tally.set(name, known);
  return known.parts;
}

function countOf(parts: Map<string, MissCount>, asked: string): MissCount | undefined {
  // Nearly all numbers are as they can be stored, and this runs for each of them.
  const plain = parts.get(asked);
  if (plain !== undefined || parts.size >= mostPartsOfAccount) return plain;
  const partNumber = toStorable(asked);
  const known = parts.get(partNumber);
  if (known !== undefined) return known;
  const count = { notFound: 0, outOfStock: 0, notInStock: 0, lastCall: "" };
  parts.set(partNumber, count);
  return count;
}

/** Counts the numbers that a call did not get, each once. */
export function countMisses(tally: MissTally, call: ApiCall): void {
  const { accountId, partNumbers = [], outcomes = "", requestId } = call;
  let parts: Map<string, MissCount> | undefined;
  for (let place = 0; place < partNumbers.length; place += 1) {
    const kind = missKinds[outcomes[place] ?? "f"];
    if (kind === undefined || accountId === null) continue;
    const key = partNumbers[place] ?? "";
    if (key.trim() === "") continue;
    parts ??= partsOf(tally, weekOf(utcDay(callMoment(requestId))), accountId);
    const count = countOf(parts, key);
    if (count === undefined || count.lastCall === requestId) continue;
    count.lastCall = requestId;
    count[kind] += 1;
  }
}

/** Adds what was counted elsewhere. */
export function addMisses(tally: MissTally, others: MissTally): void {
  for (const { week, accountId, parts } of others.values()) {
    const own = partsOf(tally, week, accountId);
    for (const [partNumber, other] of parts) {
      const count = countOf(own, partNumber);
      if (count === undefined) continue;
      count.notFound += other.notFound;
      count.outOfStock += other.outOfStock;
      count.notInStock += other.notInStock;
    }
  }
}

/** How many numbers are counted. */
export function sizeOf(tally: MissTally): number {
  let size = 0;
  for (const { parts } of tally.values()) size += parts.size;
  return size;
}
