// Reads keys from the database into a directory. Invariant: reads run one at a time, so that a
// later read never returns older data.
import { UnavailableError } from "../db/databaseErrors.ts";
import type { ListeningConnection } from "../db/listener.ts";
import { isPrimary, selectAllKeys, selectFingerprint, selectKeysOf } from "./directoryQueries.ts";
import type { KnownKeys } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

/** Unknown keys are looked up together, so that wrong keys cannot multiply queries. */
const seekMs = 20;
/** A connection that does not answer within this time is replaced. */
const silenceMs = 4_000;

/** Callers waiting for the same work. */
type Waiting = { readonly done: Promise<void>; settle(error?: Error): void };

function createWaiting(): Waiting {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  return { done: promise, settle: (error) => (error === undefined ? resolve() : reject(error)) };
}

/** What the next turn reads. */
type Work = {
  /** Accounts whose keys have changed; null for all. */
  accountIds: Set<string> | null;
  /** Keys that are not known. */
  readonly hashes: Set<KeyHash>;
  /** Whether to prove that the keys equal those of the database. */
  mustProve: boolean;
  readonly sought: Waiting;
  readonly proved: Waiting;
};

function createWork(accountIds: Set<string> | null): Work {
  const [sought, proved] = [createWaiting(), createWaiting()];
  return { accountIds, hashes: new Set(), mustProve: false, sought, proved };
}

async function readAll(connection: ListeningConnection, keys: KnownKeys): Promise<void> {
  if (!(await isPrimary(connection))) throw new UnavailableError("The server is a standby.");
  keys.replaceAll(await selectAllKeys(connection));
}

/**
 * Reads what has changed. Returns true if `keys` are then proved equal to those of the database.
 */
async function readChanges(
  connection: ListeningConnection,
  keys: KnownKeys,
  { accountIds, hashes, mustProve }: Work,
): Promise<boolean> {
  if (accountIds !== null) {
    if (accountIds.size + hashes.size > 0) {
      const rows = await selectKeysOf(connection, [...accountIds], [...hashes]);
      keys.replace(accountIds, rows);
    }
    if (!mustProve) return false;
    const [known, stored] = [keys.fingerprint(), await selectFingerprint(connection)];
    if (known.keys === stored.keys && known.digests === stored.digests) return true;
  }
  await readAll(connection, keys);
  return true;
}

/** Rejects the callers. */
function abandon({ sought, proved }: Work, cause?: unknown): void {
  const error = new UnavailableError("API keys cannot be read from the database.", { cause });
  sought.settle(error);
  proved.settle(error);
}

/** Reads `work`, on a connection that is closed if it fails or does not answer in time. */
async function readInTime(
  connection: ListeningConnection,
  keys: KnownKeys,
  work: Work,
): Promise<boolean> {
  const timer = setTimeout(connection.destroy, silenceMs);
  try {
    return await readChanges(connection, keys, work);
  } catch (error) {
    connection.destroy();
    abandon(work, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export type DirectoryReader = {
  /** What the next turn reads; `wake` after adding to it. */
  next(): Work;
  wake(): void;
  /** Reads all keys on a new connection, and then what is added. */
  serve(connection: ListeningConnection): void;
  /** Closes the connection and rejects the callers. */
  leave(cause?: unknown): void;
  isServing(): boolean;
  ageMs(): number;
};

type ReaderOptions = {
  /** The system's monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Called with the time at which the keys were proved equal to those of the database. */
  readonly onProof: (provedMs: number) => void;
  readonly onFailure: (error: Error) => void;
};

function isDue({ accountIds, hashes, mustProve }: Work, isPaused: boolean): boolean {
  return accountIds === null || accountIds.size > 0 || mustProve || (hashes.size > 0 && !isPaused);
}

/** A pause of `seekMs`, after which it calls `onEnd`. */
function createPause(onEnd: () => void) {
  let isPaused = false;
  return {
    isPaused: () => isPaused,
    start() {
      isPaused = true;
      setTimeout(() => {
        isPaused = false;
        onEnd();
      }, seekMs).unref();
    },
  };
}

/** Reads what has changed in turns, one at a time. */
export function createDirectoryReader(keys: KnownKeys, options: ReaderOptions): DirectoryReader {
  const { monotonicMs, onProof, onFailure } = options;
  let connection: ListeningConnection | undefined;
  let provedMs = Number.NEGATIVE_INFINITY;
  let work = createWork(null);
  let isRunning = false;
  const seeking = createPause(() => void run());

  async function turn(served: ListeningConnection): Promise<void> {
    const taken = work;
    work = createWork(new Set());
    if (taken.hashes.size > 0) seeking.start();
    const startedMs = monotonicMs();
    if (await readInTime(served, keys, taken)) {
      provedMs = startedMs;
      onProof(provedMs);
      taken.proved.settle();
    }
    taken.sought.settle();
  }

  async function run(): Promise<void> {
    if (isRunning || connection === undefined) return;
    isRunning = true;
    const served = connection;
    try {
      while (connection === served && isDue(work, seeking.isPaused())) await turn(served);
    } catch (error) {
      onFailure(error as Error);
    } finally {
      isRunning = false;
    }
    if (connection !== served) void run();
  }

  return {
    next: () => work,
    wake: () => void run(),
    serve(connected) {
      connection = connected;
      work.accountIds = null;
      void run();
    },
    leave(cause) {
      connection?.destroy();
      connection = undefined;
      abandon(work, cause);
      work = createWork(null);
    },
    isServing: () => connection !== undefined,
    ageMs: () => monotonicMs() - provedMs,
  };
}
