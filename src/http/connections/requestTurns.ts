// Decides in which turn of the event loop a request starts (decision 278): between turns, results
// of statements and other connections are read. Invariant: requests of a caller start in their
// order, and if one waits, at least one starts in each turn.

type TurnRequest = {
  /** Who sends it, and its size in memory; read only if it is late. */
  readonly readCaller: () => string;
  readonly readBytes: () => number;
  readonly begin: (waitedMs: number) => void;
  /** Called instead of `begin` if late requests need too much memory. */
  readonly drop: () => void;
};

export type RequestTurns = {
  /**
   * Starts a request: now, or in a later turn, if others have taken this one. Returns whether it
   * has started.
   */
  start(request: TurnRequest): boolean;
  /** Counts the requests that wait for a later turn. */
  countLate(): number;
};

const maxTurnMs = 2;
/** Most late requests of one turn. Each starts only if the turn still has time. */
const maxLateStarts = 32;

type LateRequest = {
  readonly bytes: number;
  readonly start: () => void;
  readonly drop: () => void;
};

type CallerRequests = { bytes: number; readonly waiting: LateRequest[] };

function findLargest(callers: Iterable<CallerRequests>): CallerRequests | undefined {
  let largest: CallerRequests | undefined;
  for (const caller of callers) {
    if (largest === undefined || caller.bytes > largest.bytes) largest = caller;
  }
  return largest;
}

/** Late requests, in order for each caller; callers take turns, so that none waits for another. */
function createLateRequests(maxBytes: number) {
  const ofCallers = new Map<string, CallerRequests>();
  const total = { count: 0, bytes: 0 };

  function count(caller: CallerRequests, requests: 1 | -1, bytes: number): void {
    caller.bytes += requests * bytes;
    total.bytes += requests * bytes;
    total.count += requests;
  }

  /** Drops the latest request of the caller who needs most memory, so that others need not pay. */
  function dropOne(): void {
    const largest = findLargest(ofCallers.values());
    const dropped = largest?.waiting.pop();
    if (largest === undefined || dropped === undefined) return;
    count(largest, -1, dropped.bytes);
    dropped.drop();
  }

  return {
    count: () => total.count,
    add(name: string, request: LateRequest): void {
      const caller = ofCallers.get(name) ?? { bytes: 0, waiting: [] };
      ofCallers.set(name, caller);
      caller.waiting.push(request);
      count(caller, 1, request.bytes);
      while (total.count > 0 && total.bytes > maxBytes) dropOne();
    },
    /** Takes the next request. Its caller is the last one then. */
    take(): LateRequest | undefined {
      for (const [name, caller] of ofCallers) {
        ofCallers.delete(name);
        const next = caller.waiting.shift();
        if (next === undefined) continue;
        count(caller, -1, next.bytes);
        if (caller.waiting.length > 0) ofCallers.set(name, caller);
        return next;
      }
      return undefined;
    },
  };
}

/** `clockMs` is a monotonic clock; late requests need at most `maxLateBytes`. */
export function createRequestTurns(clockMs: () => number, maxLateBytes: number): RequestTurns {
  const late = createLateRequests(maxLateBytes);
  /** When this turn has taken too long; undefined before its first request, if none waits. */
  let endMs: number | undefined;

  const hasTime = (): boolean => endMs === undefined || clockMs() < endMs;

  /** One per immediate: what a request does without waiting ends before the next one starts. */
  function startLate(isFirst: boolean): void {
    if (isFirst || hasTime()) late.take()?.start();
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
    start({ readCaller, readBytes, begin, drop }) {
      if (late.count() > 0 || !hasTime()) {
        const receivedMs = clockMs();
        const start = () => begin(clockMs() - receivedMs);
        late.add(readCaller(), { bytes: readBytes(), start, drop });
        return false;
      }
      if (endMs === undefined) beginTurn();
      begin(0);
      return true;
    },
  };
}
