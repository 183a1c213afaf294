// Decides in which turn of the event loop a request starts (decision 278): between turns, results
// of statements and other connections are read. Invariant: requests of a caller start in their
// order, and if one waits, at least one starts in each turn.

export type RequestTurns = {
  /**
   * Starts a request: now, or in a later turn, if others have taken this one. Only then is
   * `readCaller` called. Returns whether it has started.
   */
  start(readCaller: () => string, begin: (waitedMs: number) => void): boolean;
  /** Counts the requests that wait for a later turn. */
  countLate(): number;
};

const maxTurnMs = 2;
/** Most late requests of one turn. Each starts only if the turn still has time. */
const maxLateStarts = 32;

/** Late requests, in order for each caller; callers take turns, so that none waits for another. */
function createLateRequests() {
  const ofCallers = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    count: () => count,
    add(caller: string, begin: () => void): void {
      count += 1;
      const waiting = ofCallers.get(caller);
      if (waiting === undefined) ofCallers.set(caller, [begin]);
      else waiting.push(begin);
    },
    /** Takes the next request. Its caller is the last one then. */
    take(): (() => void) | undefined {
      const next = ofCallers.entries().next().value;
      if (next === undefined) return undefined;
      const [caller, waiting] = next;
      const begin = waiting.shift();
      count -= 1;
      ofCallers.delete(caller);
      if (waiting.length > 0) ofCallers.set(caller, waiting);
      return begin;
    },
  };
}

/** `clockMs` is a monotonic clock. */
export function createRequestTurns(clockMs: () => number): RequestTurns {
  const late = createLateRequests();
  /** When this turn has taken too long; undefined before its first request, if none waits. */
  let endMs: number | undefined;

  const hasTime = (): boolean => endMs === undefined || clockMs() < endMs;

  /** One per immediate: what a request does without waiting ends before the next one starts. */
  function startLate(isFirst: boolean): void {
    if (isFirst || hasTime()) late.take()?.();
  }

  function beginTurn(): void {
    endMs = clockMs() + maxTurnMs;
    const starts = Math.min(late.count(), maxLateStarts);
    for (let place = 0; place < starts; place += 1) setImmediate(startLate, place === 0);
    setImmediate(endTurn);
  }

  function endTurn(): void {
    endMs = undefined;
    if (late.count() > 0) beginTurn();
  }

  return {
    countLate: late.count,
    start(readCaller, begin) {
      if (late.count() > 0 || !hasTime()) {
        const receivedMs = clockMs();
        late.add(readCaller(), () => begin(clockMs() - receivedMs));
        return false;
      }
      if (endMs === undefined) beginTurn();
      begin(0);
      return true;
    },
  };
}
