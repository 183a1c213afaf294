// What a buyer writes to a line: a remark, and the day by which the parts are needed (decision
// 227).
import { addDays, utcDay } from "../day.ts";

/** `neededBy` is a day, YYYY-MM-DD. Null: nothing. */
export type LineInstructions = {
  readonly remark: string | null;
  readonly neededBy: string | null;
};

export const noInstructions: LineInstructions = { remark: null, neededBy: null };

export function pickInstructions({ remark, neededBy }: LineInstructions): LineInstructions {
  return { remark, neededBy };
}

/** A typed remark without the white space around it; null if nothing is left. */
export function trimRemark(typed: string): string | null {
  const remark = typed.trim();
  return remark === "" ? null : remark;
}

const maxRemark = 200;

/**
 * A remark with what another says behind it, each part once, also if its capitals differ; cut with
 * "…" if it is too long.
 */
export function addRemark(remark: string | null, added: string | null): string | null {
  const parts = [remark, added].flatMap((text) => text?.split("; ") ?? []);
  const byWords = Map.groupBy(parts, (part) => part.toLowerCase());
  const characters = [...[...byWords.values()].map(([first]) => first).join("; ")];
  if (characters.length === 0) return null;
  return characters.length <= maxRemark
    ? characters.join("")
    : `${characters.slice(0, maxRemark - 1).join("")}…`;
}

/** A part of a remark that asks for a certificate: it concerns the part, not one order. */
const certificateWish = /^certificates?(?: requested)?:/i;

/** The parts of a remark that also hold for a new order of the line, and the others (246). */
export function splitRemark(remark: string | null): {
  readonly lasting: string | null;
  readonly ofOrder: string | null;
} {
  const parts = remark?.split("; ") ?? [];
  const join = (some: readonly string[]) => (some.length === 0 ? null : some.join("; "));
  return {
    lasting: join(parts.filter((part) => certificateWish.test(part))),
    ofOrder: join(parts.filter((part) => !certificateWish.test(part))),
  };
}

/** What is written to two lines that become one: the earlier day, and both remarks. */
export function mergeInstructions(
  one: LineInstructions,
  other: LineInstructions,
): LineInstructions {
  const [neededBy = null] = [one.neededBy, other.neededBy].filter((day) => day !== null).sort();
  return { remark: addRemark(one.remark, other.remark), neededBy };
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

/**
 * Compares a needed-by day with what an offer has (decision 250): what is in stock is early enough
 * for any day that has not passed; otherwise the lead time counts from today in UTC. Null if the
 * day is no problem, or if nothing is stated that it could be compared with.
 */
export function findLateDay(
  { neededBy, isInStock, leadTimeDays }: NeededPart,
  now: Date,
): LateDay | null {
  if (neededBy === null) return null;
  if (neededBy < firstNeededDay(now)) return { kind: "passed" };
  if (isInStock || leadTimeDays === null) return null;
  const ends = addDays(utcDay(now), leadTimeDays);
  return neededBy < ends ? { kind: "lead time", days: leadTimeDays, ends } : null;
}
