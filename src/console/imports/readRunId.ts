// The number of a run in an address.
import type { RunId } from "../../imports/importRun.ts";

/** The run that a text names; undefined where it is no number of one. */
export function readRunId(text: string): RunId | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? (Number(text) as RunId) : undefined;
}
