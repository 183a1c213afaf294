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

/** How a remark ends that lacks parts which did not fit. */
const omission = /^and (\d+) more$/;

function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

/** What is left of a part that is cut must still say something. */
const minCut = 20;

/** As many parts as fit, the last of them cut, and how many do not. */
function joinParts(parts: readonly string[], omitted: number): string {
  const end = omitted === 0 ? "" : `; and ${omitted} more`;
  const text = `${parts.join("; ")}${end}`;
  if ([...text].length <= maxRemark) return text;
  const [last = "", ...before] = parts.toReversed();
  const head = before.toReversed().map((part) => `${part}; `);
  const room = maxRemark - [...head.join("")].length - end.length;
  if (before.length > 0 && room < minCut) return joinParts(parts.slice(0, -1), omitted + 1);
  return `${head.join("")}${cutText(last, room)}${end}`;
}

/**
 * A remark with what another says behind it, each part once, also if its capitals differ. If it is
 * too long, the last part that fits is cut with "…", and it says how many do not: "and 2 more".
 */
export function addRemark(remark: string | null, added: string | null): string | null {
  const written = [remark, added].flatMap((text) => text?.split("; ") ?? []);
  const parts = written.filter((part) => !omission.test(part));
  const byWords = Map.groupBy(parts, (part) => part.toLowerCase());
  const omitted = written.reduce((sum, part) => sum + Number(omission.exec(part)?.[1] ?? 0), 0);
  const distinct = [...byWords.values()].map(([first = ""]) => first);
  return joinParts(distinct, omitted) || null;
}

/** The parts of remarks that one remark has only in part, or not, because they did not fit. */
export function findOmittedParts(
  remark: string | null,
  remarks: readonly (string | null)[],
): readonly string[] {
  const present = remark?.split("; ").map((part) => part.toLowerCase()) ?? [];
  if (!present.some((part) => part.endsWith("…") || omission.test(part))) return [];
  const parts = new Set(remarks.flatMap((one) => one?.split("; ") ?? []));
  return [...parts].filter((part) => !present.includes(part.toLowerCase()));
}

/** A part of a remark that says which part is wanted: it concerns all orders of it, not one. */
const lastingWish = /^(?:certificates?(?: requested)?|conditions? requested):/i;

/** The parts of a remark that also hold for a new order of the line, and the others (246). */
export function splitRemark(remark: string | null): {
  readonly lasting: string | null;
  readonly ofOrder: string | null;
} {
  const parts = remark?.split("; ") ?? [];
  const join = (some: readonly string[]) => (some.length === 0 ? null : some.join("; "));
  return {
    lasting: join(parts.filter((part) => lastingWish.test(part))),
    ofOrder: join(parts.filter((part) => !lastingWish.test(part))),
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
