// How many calls an hour has, by how long they took: what charts of the pace are drawn from without
// reading the calls. Steps grow by an eighth of a doubling, so a time is known to 4.5 %.
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment } from "./requestId.ts";

const stepsPerDoubling = 8;
const leastMs = 0.01;
const hourMs = 3_600_000;

/** The calls of an hour that took about the same time. */
export type LatencyCount = {
  readonly hour: Date;
  readonly step: number;
  calls: number;
  refused: number;
  failed: number;
};

/** Counts by a number that an hour and a step make: this runs for each call. */
export type LatencyTally = Map<number, LatencyCount>;

/** The step of a time. */
export function stepOf(durationMs: number): number {
  return Math.round(stepsPerDoubling * Math.log2(Math.max(leastMs, durationMs)));
}

/** The time in the middle of a step, in milliseconds. */
export function msOfStep(step: number): number {
  return 2 ** (step / stepsPerDoubling);
}

function countOf(tally: LatencyTally, hourStartMs: number, step: number): LatencyCount {
  // Far fewer steps than milliseconds of an hour: no two counts share a number.
  const place = hourStartMs + step;
  const known = tally.get(place);
  if (known !== undefined) return known;
  const count = { hour: new Date(hourStartMs), step, calls: 0, refused: 0, failed: 0 };
  tally.set(place, count);
  return count;
}

/** Counts a call in the hour in which it began. */
export function countLatency(tally: LatencyTally, call: ApiRequest): void {
  const at = requestMoment(call.requestId).getTime();
  const count = countOf(tally, at - (at % hourMs), stepOf(call.durationMs));
  count.calls += 1;
  if (call.status >= 500) count.failed += 1;
  else if (call.status >= 400) count.refused += 1;
}

/** Adds what was counted elsewhere. */
export function addLatency(tally: LatencyTally, others: LatencyTally): void {
  for (const { hour, step, calls, refused, failed } of others.values()) {
    const count = countOf(tally, hour.getTime(), step);
    count.calls += calls;
    count.refused += refused;
    count.failed += failed;
  }
}
