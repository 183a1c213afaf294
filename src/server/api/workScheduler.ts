// Admits the work of API requests, shares it fairly between accounts, and rejects early what the
// node could not finish in time (decision 278). Invariant: admitted work gives its units back
// exactly once, when it ends, whether or not its client still waits.
import type { AccountId } from "../../accounts/account.ts";
import { Failure } from "../../kit/errors.ts";

/** The caller whose work it is. */
type WorkOwner = { readonly accountId: AccountId; readonly keyId: string };

/** Work of a request. A unit is about what the lookup of one part number costs. */
export type WorkRequest = WorkOwner & {
  readonly units: number;
  /** False once the response was sent or the client is gone: then the work need not start. */
  readonly isWanted: () => boolean;
};

export type WorkScheduler = {
  /**
   * Runs `work` when it is its account's turn. Throws RATE_LIMITED if its key or account has more
   * than its share of the work in progress, UNAVAILABLE if the node is full; then nothing ran.
   */
  run<T>(request: WorkRequest, work: () => Promise<T>): Promise<T>;
  /** Returns the failure that `run` would throw for a request of average size, if any. */
  findRejection(owner: WorkOwner): Failure | undefined;
  /** False if all admitted work runs: then hardly anything is rejected. */
  hasWaiting(): boolean;
  /** Counts the admitted units. */
  count(): { running: number; waiting: number };
};

export type SchedulerOptions = {
  /** Units that run at the same time; the others wait. */
  readonly runningUnits: number;
  /** True if the node must not take more work for another reason. */
  readonly isFull: () => boolean;
  /** A monotonic clock, in milliseconds. */
  readonly clockMs: () => number;
};

/** Admitted work may take this long at the rate at which work was finished lately. */
const targetDelayMs = 250;
/** Units that may be in progress while the rate is not known: 285 orders of one key at once. */
const firstAdmittedUnits = 16_000;
const minAdmittedUnits = 4_000;
const maxAdmittedUnits = 200_000;
/** A rate is forgotten after this time without waiting work: the next may be of another kind. */
const rateValidMs = 5_000;
const rateWindowMs = 200;
const retryAfterS = 1;
/** Weight of the latest request in the average number of units. */
const averageWeight = 1 / 16;

/** Largest shares of the admitted units, and of the running units, of one key and one account. */
type Shares = { readonly key: number; readonly account: number; readonly running: number };

/** What is left is for an account that sends its first request. */
const aloneShares: Shares = { key: 4 / 5, account: 4 / 5, running: 4 / 5 };
const commonShares: Shares = { key: 3 / 8, account: 1 / 2, running: 1 / 5 };
/** An account is alone if no other has sent a request for this time. */
const aloneAfterMs = 1_000;

type Task = { readonly units: number; readonly start: () => void };

/** `served` orders accounts by the units they have received while others waited. */
type AccountWork = { admitted: number; running: number; served: number; readonly waiting: Task[] };

function reject(code: "RATE_LIMITED" | "UNAVAILABLE", message: string): Failure {
  return new Failure(code, { message, retryAfterS });
}

/** Rejects work that the node cannot do in time. */
export const atCapacity = reject(
  "UNAVAILABLE",
  "The service is at capacity and did not start this request. Retry after Retry-After.",
);

/** Created once: a stack for each of thousands of rejections per second would cost too much. */
const rejections = {
  key: reject(
    "RATE_LIMITED",
    "This key has too many requests in progress. Wait for their responses, then continue.",
  ),
  account: reject(
    "RATE_LIMITED",
    "This account has too many requests in progress. Wait for their responses, then continue.",
  ),
  node: atCapacity,
  abandoned: reject("UNAVAILABLE", "The client disconnected before the request was started."),
};

type Capacity = ReturnType<typeof createCapacity>;

/** Estimates how many units may be in progress, from the rate at which a busy node ends them. */
function createCapacity(clockMs: () => number) {
  let admittedUnits = firstAdmittedUnits;
  let window = { startMs: clockMs(), units: 0 };
  return {
    units: () => admittedUnits,
    /** Work begins to wait: only from now on does what the node ends show its rate. */
    restart(): void {
      const nowMs = clockMs();
      if (nowMs - window.startMs > rateValidMs) admittedUnits = firstAdmittedUnits;
      window = { startMs: nowMs, units: 0 };
    },
    end(units: number): void {
      window.units += units;
      const elapsedMs = clockMs() - window.startMs;
      if (elapsedMs < rateWindowMs) return;
      const measured = (window.units / elapsedMs) * targetDelayMs;
      const smoothed = (admittedUnits + measured) / 2;
      admittedUnits = Math.min(maxAdmittedUnits, Math.max(minAdmittedUnits, smoothed));
      window = { startMs: clockMs(), units: 0 };
    },
  };
}

/** Chooses the shares: larger ones while only one account sends requests. */
function createSharing(clockMs: () => number) {
  let lastAccount: AccountId | undefined;
  let changedMs = Number.NEGATIVE_INFINITY;
  return {
    /** Counts a request of an account. */
    see(accountId: AccountId): void {
      if (accountId === lastAccount) return;
      if (lastAccount !== undefined) changedMs = clockMs();
      lastAccount = accountId;
    },
    shares: (): Shares => (clockMs() - changedMs < aloneAfterMs ? commonShares : aloneShares),
  };
}

type Sharing = ReturnType<typeof createSharing>;

function fits(used: number, units: number, max: number): boolean {
  return used === 0 || used + units <= max;
}

/** What is admitted, by account and key. */
function createLedger({ isFull }: SchedulerOptions, capacity: Capacity, sharing: Sharing) {
  const accounts = new Map<AccountId, AccountWork>();
  const keys = new Map<string, number>();
  let admitted = 0;

  let averageUnits = 0;

  function findRejection({ accountId, keyId }: WorkOwner, units: number): Failure | undefined {
    sharing.see(accountId);
    const max = capacity.units();
    const shares = sharing.shares();
    if (!fits(keys.get(keyId) ?? 0, units, max * shares.key)) return rejections.key;
    const ofAccount = accounts.get(accountId)?.admitted ?? 0;
    if (!fits(ofAccount, units, max * shares.account)) return rejections.account;
    return isFull() || !fits(admitted, units, max) ? rejections.node : undefined;
  }

  return {
    findRejection: (owner: WorkOwner) => findRejection(owner, averageUnits),
    admit(request: WorkRequest): AccountWork {
      const { accountId, keyId, units } = request;
      averageUnits += (units - averageUnits) * (averageUnits === 0 ? 1 : averageWeight);
      const rejection = findRejection(request, units);
      if (rejection !== undefined) throw rejection;
      let account = accounts.get(accountId);
      if (account === undefined) {
        account = { admitted: 0, running: 0, served: 0, waiting: [] };
        accounts.set(accountId, account);
      }
      account.admitted += units;
      admitted += units;
      keys.set(keyId, (keys.get(keyId) ?? 0) + units);
      return account;
    },
    release(account: AccountWork, { accountId, keyId, units }: WorkRequest): void {
      account.admitted -= units;
      admitted -= units;
      if (account.admitted === 0) accounts.delete(accountId);
      const ofKey = (keys.get(keyId) ?? 0) - units;
      if (ofKey > 0) keys.set(keyId, ofKey);
      else keys.delete(keyId);
    },
  };
}

function unitsOfNext({ waiting: [next] }: AccountWork): number {
  return next?.units ?? 0;
}

/** The least served account that may start its next work. */
function findLeastServed(
  waiting: Iterable<AccountWork>,
  mayStart: (account: AccountWork) => boolean,
): AccountWork | undefined {
  let least: AccountWork | undefined;
  for (const account of waiting) {
    if (least !== undefined && account.served >= least.served) continue;
    if (mayStart(account)) least = account;
  }
  return least;
}

/** Starts admitted work, the least served account first. */
function createTurns({ runningUnits }: SchedulerOptions, sharing: Sharing) {
  const count = { running: 0, waiting: 0 };
  const waiting = new Set<AccountWork>();
  let leastServed = 0;

  function hasShare(account: AccountWork, units: number): boolean {
    return fits(account.running, units, runningUnits * sharing.shares().running);
  }

  const hasRoom = (units: number): boolean => fits(count.running, units, runningUnits);

  function begin(account: AccountWork, units: number): void {
    count.running += units;
    account.running += units;
    if (count.waiting > 0) account.served += units;
  }

  /** If this has no room, nothing else starts: smaller work of others would take it for ever. */
  const findNext = (): AccountWork | undefined =>
    findLeastServed(waiting, (account) => hasShare(account, unitsOfNext(account)));

  function startNext(account: AccountWork): void {
    const { units, start } = account.waiting.shift() as Task;
    if (account.waiting.length === 0) waiting.delete(account);
    count.waiting -= units;
    leastServed = account.served;
    begin(account, units);
    start();
  }

  return {
    count,
    /** Starts work at once if it is its account's turn. */
    tryBegin(account: AccountWork, units: number): boolean {
      const isNext = account.waiting.length === 0 && findNext() === undefined;
      if (!isNext || !hasShare(account, units) || !hasRoom(units)) return false;
      begin(account, units);
      return true;
    },
    /** Resolves when the work has started. */
    wait(account: AccountWork, units: number): Promise<void> {
      count.waiting += units;
      // It is next, but what it did not send while others were served is not owed to it.
      if (account.waiting.length === 0) account.served = Math.max(account.served, leastServed);
      waiting.add(account);
      return new Promise((start) => {
        account.waiting.push({ units, start });
      });
    },
    end(account: AccountWork, units: number): void {
      count.running -= units;
      account.running -= units;
      for (let next = findNext(); next && hasRoom(unitsOfNext(next)); next = findNext()) {
        startNext(next);
      }
    },
  };
}

export function createWorkScheduler(options: SchedulerOptions): WorkScheduler {
  const capacity = createCapacity(options.clockMs);
  const sharing = createSharing(options.clockMs);
  const ledger = createLedger(options, capacity, sharing);
  const turns = createTurns(options, sharing);

  return {
    async run(request, work) {
      const { units } = request;
      const account = ledger.admit(request);
      if (!turns.tryBegin(account, units)) {
        if (turns.count.waiting === 0) capacity.restart();
        await turns.wait(account, units);
      }
      try {
        if (!request.isWanted()) throw rejections.abandoned;
        return await work();
      } finally {
        ledger.release(account, request);
        if (turns.count.waiting > 0) capacity.end(units);
        turns.end(account, units);
      }
    },
    findRejection: ledger.findRejection,
    hasWaiting: () => turns.count.waiting > 0,
    count: () => ({ ...turns.count }),
  };
}
