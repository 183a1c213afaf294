// The number of a run as it comes by an address or a form.
import type { RunId } from "../imports/importRun.ts";

const largest = 2_147_483_647;

/** A text as the number of a run; undefined where it is none. */
export function readRunId(text: string): RunId | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= largest ? (number as RunId) : undefined;
}
