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

function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

/** What is left of a part that is cut must still say something. */
const minCut = 20;

/** How a remark ends that lacks parts which did not fit. */
const omission = /(?:^|; )and (\d{1,6}) more$/;

/** A remark that lacks parts is longer: otherwise another part would have been cut, not omitted. */
const minOmitting = maxRemark - minCut - "; ".length;

/** As many parts as fit, the last of them cut, and how many do not. */
function joinParts(parts: readonly string[], omitted: number): string {
  const end = omitted === 0 ? "" : `${parts.length === 0 ? "" : "; "}and ${omitted} more`;
  const text = `${parts.join("; ")}${end}`;
  if ([...text].length <= maxRemark) return text;
  const [last = "", ...before] = parts.toReversed();
  const head = before.toReversed().map((part) => `${part}; `);
  const room = maxRemark - [...head.join("")].length - end.length;
  if (before.length > 0 && room < minCut) return joinParts(parts.slice(0, -1), omitted + 1);
  return `${head.join("")}${cutText(last, room)}${end}`;
}

type RemarkParts = {
  readonly parts: readonly string[];
  /** How many parts did not fit. */
  readonly omitted: number;
  /** The last part, if it was cut. */
  readonly cut: string | null;
};

/** The parts of a remark. Only a full one was cut or lacks parts: else a person wrote that. */
function splitParts(remark: string | null): RemarkParts {
  if (remark === null) return { parts: [], omitted: 0, cut: null };
  const { length } = [...remark];
  const [end = "", omitted = "0"] = (length >= minOmitting && omission.exec(remark)) || [];
  const parts = remark.slice(0, remark.length - end.length).split("; ");
  const last = parts.at(-1) ?? "";
  const isCut = length === maxRemark && last.endsWith("…") && last.length >= minCut;
  const written = parts.filter((part) => part !== "");
  return { parts: written, omitted: Number(omitted), cut: isCut ? last : null };
}

/**
 * Several remarks as one, each part once, also if its capitals differ or it was cut before. If that
 * is too long, the last part that fits is cut with "…", and it says how many do not: "and 2 more".
 */
function joinRemarks(remarks: readonly (string | null)[]): string | null {
  const all = remarks.map(splitParts);
  const parts = all.flatMap((one) => one.parts);
  const cuts = new Map(
    all.flatMap(({ cut }) => {
      if (cut === null) return [];
      const start = cut.slice(0, -1).toLowerCase();
      return [[cut, parts.find((one) => one !== cut && one.toLowerCase().startsWith(start))]];
    }),
  );
  const byWords = Map.groupBy(
    parts.map((part) => cuts.get(part) ?? part),
    (part) => part.toLowerCase(),
  );
  const distinct = [...byWords.values()].map(([first = ""]) => first);
  const omitted = all.reduce((sum, one) => sum + one.omitted, 0);
  return joinParts(distinct, omitted) || null;
}

/** A remark with what another says behind it, as `joinRemarks`. */
export function addRemark(remark: string | null, added: string | null): string | null {
  return joinRemarks([remark, added]);
}

/** A remark with what comes before it, as `joinRemarks`; null adds nothing. */
export function startRemark(added: string | null, remark: string | null): string | null {
  return added === null ? remark : addRemark(added, remark);
}

/** The parts of remarks that one remark has only in part, or not, because they did not fit. */
export function findOmittedParts(
  remark: string | null,
  remarks: readonly (string | null)[],
): readonly string[] {
  const { parts, omitted, cut } = splitParts(remark);
  if (omitted === 0 && cut === null) return [];
  const present = new Set(parts.map((part) => part.toLowerCase()));
  const written = new Set(remarks.flatMap((one) => splitParts(one).parts));
  return [...written].filter((part) => !present.has(part.toLowerCase()));
}

/** As `addRemark`, but null if there is no room for all that is added. */
export function addWholeRemark(remark: string | null, added: string): string | null {
  const joined = addRemark(remark, added);
  return findOmittedParts(joined, [added]).length === 0 ? joined : null;
}

/** The parts of a remark, but not how many did not fit. */
export function listRemarkParts(remark: string | null): readonly string[] {
  return splitParts(remark).parts;
}

/** A part of a remark that says which part is wanted: it concerns all orders of it, not one. */
const lastingWish = new RegExp(
  "^(?:certificates?:|(?:certificates?|conditions?) requested(?: for [\\d,]+)?:" +
    "|(?:[\\d,]+ )?listed as )",
  "i",
);

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

/** What is written to lines that become one: the earliest day, and all remarks. */
export function mergeInstructions(all: readonly LineInstructions[]): LineInstructions {
  const [neededBy = null] = all.flatMap((one) => one.neededBy ?? []).sort();
  return { remark: joinRemarks(all.map(({ remark }) => remark)), neededBy };
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
  const ends = findLeadTimeEnd(leadTimeDays, now);
  return neededBy < ends ? { kind: "lead time", days: leadTimeDays, ends } : null;
}
