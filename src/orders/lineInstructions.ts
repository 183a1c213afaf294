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
