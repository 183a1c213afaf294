// The ids of rows, requests and mails: UUIDs of version 7, in the order in which they were made.
import { randomUUIDv7 } from "node:crypto";

/** The milliseconds of an id stand before this place; behind the digit 7 stands the counter. */
const millisecondsEnd = 13;
const counterStart = 15;
const counterEnd = 18;
const maxCounted = 0xfff;
/** A millisecond begins below the middle, so that as many ids find room after its first. */
const middle = 0x800;

let last = "";

function withCounter(id: string, counter: number): string {
  const digits = counter.toString(16).padStart(counterEnd - counterStart, "0");
  return `${id.slice(0, counterStart)}${digits}${id.slice(counterEnd)}`;
}

function counterOf(id: string): number {
  return Number.parseInt(id.slice(counterStart, counterEnd), 16);
}

/**
 * A new id. It sorts after all that this process made in the same millisecond or before (RFC 9562,
 * section 6.2), up to 2,048 in one; where the clock was put back, after those made since then.
 */
export function newId(): string {
  const id = randomUUIDv7();
  const isSoon = last !== "" && id.startsWith(last.slice(0, millisecondsEnd));
  const counter = isSoon ? counterOf(last) + 1 : counterOf(id) % middle;
  last = withCounter(id, Math.min(counter, maxCounted));
  return last;
}

/** The least UUID of version 7 that a moment can have; of one before 1970, the least of all. */
export function minIdAt(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
