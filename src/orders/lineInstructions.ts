// What a buyer writes to a line, and what was asked for. Invariant: the remark is the buyer's text;
// the program neither parses nor writes it.
import { limits } from "../kit/contract/limits.ts";
import { printable } from "../kit/contract/orderLines.ts";
import { addDays, formatDay, parseDay, utcDay } from "../kit/day.ts";
import { nothingRequested, type Requested } from "./requested.ts";

type WrittenFact = {
  /** Its column, its field on the wire and in files, and the beginning of that in a form. */
  readonly name: string;
  readonly type: "text" | "date";
  readonly label: string;
  /** What is wrong with it, after the number of its line. */
  readonly findFault: (text: string, now: Date) => string | undefined;
  /** As documents and mails have it. */
  readonly write: (text: string) => string;
};

const isPrintable = new RegExp(printable, "u");

function findRemarkFault(remark: string): string | undefined {
  const { length } = [...remark];
  const max = limits.remarkLength;
  if (length > max) return `the remark has ${length} characters. The maximum is ${max}.`;
  return isPrintable.test(remark)
    ? undefined
    : "the remark contains tabs or invisible characters. Type it again.";
}

function findDayFault(day: string, now: Date): string | undefined {
  if (parseDay(day) === undefined) return "enter a date such as 2026-12-12.";
  return day < firstNeededDay(now)
    ? "the date has passed. Enter today or a later date, or leave it blank."
    : undefined;
}

/**
 * Each once, in the order of requests. To add one: write its migration, add it here, and describe it
 * in `RequestedLine` and `LineItem` of the contract.
 */
export const writtenFacts = {
  remark: {
    name: "remark",
    type: "text",
    label: "Remark",
    findFault: findRemarkFault,
    write: (remark) => remark,
  },
  /** A day, YYYY-MM-DD. */
  neededBy: {
    name: "needed_by",
    type: "date",
    label: "Needed by",
    findFault: findDayFault,
    write: (day) => `Needed by ${formatDay(new Date(day))}`,
  },
} as const satisfies Readonly<Record<string, WrittenFact>>;

export type WrittenName = keyof typeof writtenFacts;
export const writtenNames = Object.keys(writtenFacts) as readonly WrittenName[];

/** Null: nothing. */
export type Written = { readonly [Name in WrittenName]: string | null };
export type LineInstructions = Written & { readonly requested: Requested };

/** What a line has of each fact, from what `read` says of it. */
export function readWritten<Text>(read: (name: WrittenName) => Text) {
  return Object.fromEntries(writtenNames.map((name) => [name, read(name)])) as {
    readonly [Name in WrittenName]: Text;
  };
}

export const noInstructions: LineInstructions = {
  ...readWritten(() => null),
  requested: nothingRequested,
};

export function pickInstructions(from: LineInstructions): LineInstructions {
  return { ...readWritten((name) => from[name]), requested: from.requested };
}

/**
 * Equal for quantities of an offer that can be one line, because they say the same. Null if it has
 * to be a line of its own: what was asked for it is not what was asked for a sum.
 */
export function keyInstructions(instructions: LineInstructions): string | null {
  const { partNumber, quantity, conditions, certificates, unread } = instructions.requested;
  const { condition, certificate, day } = unread;
  const facts = [partNumber, conditions, certificates, condition, certificate, day];
  const written = writtenNames.map((name) => instructions[name]);
  return quantity === null ? JSON.stringify([written, facts]) : null;
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
