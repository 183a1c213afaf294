// A histogram of request durations per hour, so that charts need not read the request log. Eight
// steps per doubling: durations are accurate to 4.5%.
import type { ApiRequest } from "./apiRequest.ts";
import { requestMoment } from "./requestId.ts";

const stepsPerDoubling = 8;
const minMs = 0.01;
const hourMs = 3_600_000;

/** Requests of one hour with about the same duration. */
type LatencyCount = {
  readonly hour: Date;
  readonly step: number;
  requests: number;
  refused: number;
  failed: number;
};

/** Keyed by one number made of hour and step, because this runs for every request. */
export type LatencyTally = Map<number, LatencyCount>;

export function stepOf(durationMs: number): number {
  return Math.round(stepsPerDoubling * Math.log2(Math.max(minMs, durationMs)));
}

/** Duration in the middle of a step. */
export function msOfStep(step: number): number {
  return 2 ** (step / stepsPerDoubling);
}

function countOf(tally: LatencyTally, hourStartMs: number, step: number): LatencyCount {
  // There are far fewer steps than milliseconds in an hour, so keys are unique.
  const key = hourStartMs + step;
  const existing = tally.get(key);
  if (existing !== undefined) return existing;
  const count = { hour: new Date(hourStartMs), step, requests: 0, refused: 0, failed: 0 };
  tally.set(key, count);
  return count;
}

/** Counts a request in the hour in which it started. */
export function countLatency(tally: LatencyTally, request: ApiRequest): void {
  const at = requestMoment(request.requestId).getTime();
  const count = countOf(tally, at - (at % hourMs), stepOf(request.durationMs));
  count.requests += 1;
  if (request.status >= 500) count.failed += 1;
  else if (request.status >= 400) count.refused += 1;
}

export function addLatency(tally: LatencyTally, others: LatencyTally): void {
  for (const { hour, step, requests, refused, failed } of others.values()) {
    const count = countOf(tally, hour.getTime(), step);
    count.requests += requests;
    count.refused += refused;
    count.failed += failed;
  }
}
