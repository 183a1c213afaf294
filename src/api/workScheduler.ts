// Admits the work of API requests, shares it fairly between accounts, and rejects early what the
// node could not finish in time (decision 139). Invariant: admitted work gives its units back
// exactly once, when it ends, whether or not its client still waits.
import type { AccountId } from "../accounts/account.ts";
import { Failure } from "../errors.ts";

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
  /** Throws like `run` if not even the smallest request would be admitted. */
  checkRoom(owner: WorkOwner): void;
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
const targetDelayMs = 400;
/** Units that may be in progress while the rate is not known: 285 orders of one key at once. */
const firstAdmittedUnits = 16_000;
const minAdmittedUnits = 4_000;
const maxAdmittedUnits = 200_000;
/** A rate is forgotten after this time without waiting work: the next may be of another kind. */
const rateValidMs = 5_000;
/** Largest share of the admitted and of the running units. */
const accountShare = 1 / 2;
const keyShare = 3 / 8;
const accountRunningShare = 1 / 2;
const rateWindowMs = 200;
const retryAfterS = 1;
const smallestUnits = 5;

type Task = WorkRequest & { readonly start: () => void };

/** `served` orders accounts by the units they have received while others waited. */
type AccountWork = { admitted: number; running: number; served: number; readonly waiting: Task[] };

function reject(code: "RATE_LIMITED" | "UNAVAILABLE", message: string): Failure {
  return new Failure(code, { message, retryAfterS });
}

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
  node: reject(
    "UNAVAILABLE",
    "The service is at capacity and did not start this request. Retry after Retry-After.",
  ),
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

/** What is admitted, by account and key. */
function createLedger(options: SchedulerOptions, capacity: Capacity) {
  const accounts = new Map<AccountId, AccountWork>();
  const keys = new Map<string, number>();
  let admitted = 0;

  function openAccount(accountId: AccountId): AccountWork {
    // A newcomer starts level with the least served, so that it is next but not owed the past.
    const served = [...accounts.values()].map((account) => account.served);
    const least = served.length === 0 ? 0 : Math.min(...served);
    const account = { admitted: 0, running: 0, served: least, waiting: [] };
    accounts.set(accountId, account);
    return account;
  }

  return {
    accounts: () => accounts.values(),
    check({ accountId, keyId }: WorkOwner, units: number): void {
      const max = capacity.units();
      const ofKey = keys.get(keyId) ?? 0;
      const ofAccount = accounts.get(accountId)?.admitted ?? 0;
      if (ofKey > 0 && ofKey + units > max * keyShare) throw rejections.key;
      if (ofAccount > 0 && ofAccount + units > max * accountShare) throw rejections.account;
      if (options.isFull() || (admitted > 0 && admitted + units > max)) throw rejections.node;
    },
    admit({ accountId, keyId, units }: WorkRequest): AccountWork {
      const account = accounts.get(accountId) ?? openAccount(accountId);
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

function mayRun(running: number, units: number, max: number): boolean {
  return running === 0 || running + units <= max;
}

/** Starts admitted work, the least served account first. */
function createTurns({ runningUnits }: SchedulerOptions, accounts: () => Iterable<AccountWork>) {
  const count = { running: 0, waiting: 0 };

  function mayStart(account: AccountWork, { units }: WorkRequest): boolean {
    if (!mayRun(count.running, units, runningUnits)) return false;
    return mayRun(account.running, units, runningUnits * accountRunningShare);
  }

  function chooseNext(): AccountWork | undefined {
    let chosen: AccountWork | undefined;
    for (const account of accounts()) {
      const [task] = account.waiting;
      if (task === undefined || !mayStart(account, task)) continue;
      if (chosen === undefined || account.served < chosen.served) chosen = account;
    }
    return chosen;
  }

  return {
    count,
    mayStartNow: (account: AccountWork, request: WorkRequest): boolean =>
      account.waiting.length === 0 && mayStart(account, request),
    enqueue(account: AccountWork, task: Task): void {
      count.waiting += task.units;
      account.waiting.push(task);
    },
    begin(account: AccountWork, { units }: WorkRequest): void {
      count.running += units;
      account.running += units;
      account.served += units;
    },
    end(account: AccountWork, { units }: WorkRequest): void {
      count.running -= units;
      account.running -= units;
    },
    startWaiting(): void {
      for (let account = chooseNext(); account !== undefined; account = chooseNext()) {
        const task = account.waiting.shift() as Task;
        count.waiting -= task.units;
        task.start();
      }
    },
  };
}

export function createWorkScheduler(options: SchedulerOptions): WorkScheduler {
  const capacity = createCapacity(options.clockMs);
  const ledger = createLedger(options, capacity);
  const turns = createTurns(options, ledger.accounts);

  async function execute<T>(
    account: AccountWork,
    request: WorkRequest,
    work: () => Promise<T>,
  ): Promise<T> {
    turns.begin(account, request);
    try {
      if (!request.isWanted()) throw rejections.abandoned;
      return await work();
    } finally {
      turns.end(account, request);
      ledger.release(account, request);
      if (turns.count.waiting > 0) capacity.end(request.units);
      turns.startWaiting();
    }
  }

  return {
    async run(request, work) {
      ledger.check(request, request.units);
      const account = ledger.admit(request);
      if (turns.mayStartNow(account, request)) return execute(account, request, work);
      if (turns.count.waiting === 0) capacity.restart();
      return new Promise((resolve, reject) => {
        const start = (): void => void execute(account, request, work).then(resolve, reject);
        turns.enqueue(account, { ...request, start });
      });
    },
    checkRoom: (owner) => ledger.check(owner, smallestUnits),
    count: () => ({ ...turns.count }),
  };
}
