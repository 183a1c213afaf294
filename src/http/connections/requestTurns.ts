// Decides in which turn of the event loop a request starts (decision 278): between turns, results
// of statements and other connections are read. Invariant: requests of a caller start in their
// order, after those that have started go on, and if one waits, at least one starts in each turn.
import { createLateRequests, type RequestCaller } from "./lateRequests.ts";

type TurnRequest = {
  /** Names the request to `hasTurn`. */
  readonly key: object;
  readonly hasStarted: boolean;
  /** Who sends it, and its size in memory; read only if it is late. */
  readonly readCaller: () => RequestCaller;
  readonly readBytes: () => number;
  /** Returns false if there was nothing to start, because its client is gone. */
  readonly begin: (waitedMs: number) => boolean;
  /** Called instead of `begin` if late requests need too much memory. */
  readonly drop: () => void;
};

export type RequestTurns = {
  /**
   * Starts a request, or lets one that has started go on: now, or in a later turn, if others have
   * taken this one. Returns whether it was now.
   */
  start(request: TurnRequest): boolean;
  /** Whether a late request has started just now and has not waited for anything since. */
  hasTurn(key: object): boolean;
  /** Counts the requests that wait for a later turn. */
  countLate(): number;
};

const maxTurnMs = 2;
/** Most late requests of one turn. Each starts only if the turn still has time. */
const maxLateStarts = 32;

/** `clockMs` is a monotonic clock; late requests need at most `maxLateBytes`. */
export function createRequestTurns(clockMs: () => number, maxLateBytes: number): RequestTurns {
  const late = createLateRequests(maxLateBytes);
  /** When this turn has taken too long; undefined before its first request, if none waits. */
  let endMs: number | undefined;
  /** The late request that was started last, until the next one. */
  let current: object | undefined;

  const hasTime = (): boolean => endMs === undefined || clockMs() < endMs;

  /** One per immediate: what a request does without waiting ends before the next one starts. */
  function startLate(isFirst: boolean): void {
    if (!isFirst && !hasTime()) return;
    while (late.take()?.start() === false);
  }

  function beginTurn(): void {
    endMs = clockMs() + maxTurnMs;
    const starts = Math.min(late.count(), maxLateStarts);
    for (let place = 0; place < starts; place += 1) setImmediate(startLate, place === 0);
    setImmediate(endTurn);
  }

  function endTurn(): void {
    endMs = undefined;
    current = undefined;
    if (late.count() > 0) beginTurn();
  }

  return {
    countLate: late.count,
    hasTurn: (key) => key === current,
    start({ key, hasStarted, readCaller, readBytes, begin, drop }) {
      if (late.count() > 0 || !hasTime()) {
        const receivedMs = clockMs();
        const start = (): boolean => {
          current = key;
          return begin(clockMs() - receivedMs);
        };
        late.add(readCaller(), { bytes: readBytes(), hasStarted, start, drop });
        return false;
      }
      if (endMs === undefined) beginTurn();
      begin(0);
      return true;
    },
  };
}
