// What a buyer writes to a line: a remark, the day by which the parts are needed, and what was
// asked for. Invariant: the remark is the buyer's text; the program neither parses nor writes it.
import { addDays, utcDay } from "../kit/day.ts";
import { nothingRequested, type Requested } from "./requested.ts";

/** `neededBy` is a day, YYYY-MM-DD. Null: nothing. */
export type LineInstructions = {
  readonly remark: string | null;
  readonly neededBy: string | null;
  readonly requested: Requested;
};

export const noInstructions: LineInstructions = {
  remark: null,
  neededBy: null,
  requested: nothingRequested,
};

export function pickInstructions(from: LineInstructions): LineInstructions {
  const { remark, neededBy, requested } = from;
  return { remark, neededBy, requested };
}

/**
 * Equal for quantities of an offer that can be one line, because they say the same. Null if it has
 * to be a line of its own: what was asked for it is not what was asked for a sum.
 */
export function keyInstructions(instructions: LineInstructions): string | null {
  const { remark, neededBy, requested } = instructions;
  const { partNumber, quantity, conditions, certificates, unread } = requested;
  const { condition, certificate, day } = unread;
  const facts = [partNumber, conditions, certificates, condition, certificate, day];
  return quantity === null ? JSON.stringify([remark, neededBy, facts]) : null;
}

/** A typed remark without the white space around it; null if nothing is left. */
export function trimRemark(typed: string): string | null {
  const remark = typed.trim();
  return remark === "" ? null : remark;
}

/**
 * The first day by which something can be needed: yesterday in UTC until noon, because it is still
 * that day in the west.
 */
export function firstNeededDay(now: Date): string {
  const day = utcDay(now);
  return now.getUTCHours() < 12 ? addDays(day, -1) : day;
}

/**
 * Why a needed-by day is too early. "passed": the day is over. "lead time": not all is in stock,
 * and the lead time ends on `ends`, after the day.
 */
export type LateDay =
  | { readonly kind: "passed" }
  | { readonly kind: "lead time"; readonly days: number; readonly ends: string };

/** What is needed, and what its offer has: a lead time is the time until there is more. */
export type NeededPart = Pick<LineInstructions, "neededBy"> & {
  readonly isInStock: boolean;
  /** Calendar days; null: not stated. */
  readonly leadTimeDays: number | null;
};

/** The last day of a lead time, in calendar days from today in UTC: then there is more. */
export function findLeadTimeEnd(leadTimeDays: number, now: Date): string {
  return addDays(utcDay(now), leadTimeDays);
}

/**
 * Compares a needed-by day with what an offer has: what is in stock is early enough for any day
 * that has not passed; otherwise the lead time counts from today in UTC. Null if the day is no
 * problem, or if nothing is stated that it could be compared with.
 */
export function findLateDay(
  { neededBy, isInStock, leadTimeDays }: NeededPart,
  now: Date,
): LateDay | null {
  if (neededBy === null) return null;
  if (neededBy < firstNeededDay(now)) return { kind: "passed" };
  if (isInStock || leadTimeDays === null) return null;
  const ends = findLeadTimeEnd(leadTimeDays, now);
  return neededBy < ends ? { kind: "lead time", days: leadTimeDays, ends } : null;
}
