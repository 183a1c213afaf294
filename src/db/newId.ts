// Ids of rows, requests and e-mails: UUIDs version 7, which sort by creation.
import { randomUUIDv7 } from "node:crypto";

/** An id starts with its milliseconds; the counter follows the version digit 7. */
const millisecondsEnd = 13;
const counterStart = 15;
const counterEnd = 18;
const maxCounted = 0xfff;
/** Counters start below this value, so that at least this many ids fit into a millisecond. */
const maxFirstCounter = 0x800;

let last = "";

function withCounter(id: string, counter: number): string {
  const digits = counter.toString(16).padStart(counterEnd - counterStart, "0");
  return `${id.slice(0, counterStart)}${digits}${id.slice(counterEnd)}`;
}

function counterOf(id: string): number {
  return Number.parseInt(id.slice(counterStart, counterEnd), 16);
}

/**
 * Creates an id that sorts after all earlier ids of this process (RFC 9562, section 6.2), for up to
 * 2,048 ids per millisecond. If the clock is set back, it sorts after the ids created since then.
 */
export function newId(): string {
  const id = randomUUIDv7();
  const isSoon = last !== "" && id.startsWith(last.slice(0, millisecondsEnd));
  const counter = isSoon ? counterOf(last) + 1 : counterOf(id) % maxFirstCounter;
  last = withCounter(id, Math.min(counter, maxCounted));
  return last;
}

/** Returns the smallest id of a moment, for range searches; before 1970, the smallest of all. */
export function minIdAt(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
