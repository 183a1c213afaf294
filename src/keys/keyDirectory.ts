// All keys in memory, so that a request needs no query (decision 39). Invariants: the age of the
// directory is the time since it was last proved equal to the primary database; a change is read
// immediately when it is notified, and within a second if the notification is lost.
import type { DatabaseAddress } from "../db/address.ts";
import { UnavailableError } from "../db/databaseErrors.ts";
import { isUuid } from "../db/isUuid.ts";
import { type ListeningConnection, openListener } from "../db/listener.ts";
import type { DirectoryChange } from "./directoryChange.ts";
import { isPrimary, selectAllKeys, selectFingerprint, selectKeysOf } from "./directoryQueries.ts";
import { createKnownKeys, type KnownKey, type KnownKeys } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

// Reads keys from the database into a directory. Invariant: reads run one at a time, so that a
// later read never returns older data.

/** Unknown keys are looked up together, so that wrong keys cannot multiply queries. */
const seekMs = 20;
/** A connection that does not answer within this time is replaced. */
const silenceMs = 4_000;
const graceMs = 100;

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
  let timer = setTimeout(() => {
    // What arrived while this thread was busy is read first.
    timer = setTimeout(connection.destroy, graceMs);
  }, silenceMs);
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

type DirectoryReader = {
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
function createDirectoryReader(keys: KnownKeys, options: ReaderOptions): DirectoryReader {
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

/** The database notifies this channel of the account whose access, or a key, has changed. */
const accessChangedChannel = "access_changed";

export type KeyDirectory = {
  find(hash: KeyHash): KnownKey | undefined;
  /**
   * Looks up a key that may be new; undefined if there is none. Throws UnavailableError if the
   * database cannot be reached.
   */
  seek(hash: KeyHash): Promise<KnownKey | undefined>;
  /** Milliseconds since the directory was last proved equal to the database; infinite before. */
  ageMs(): number;
  /** Reads everything committed before the call. Throws UnavailableError. */
  catchUp(): Promise<void>;
};

/** The directory of a node, which reads the database and sends changes to the workers. */
export type NodeDirectory = KeyDirectory & {
  /**
   * Calls `onChange` with the current keys, and with each change. Returns a function that ends
   * this.
   */
  follow(onChange: OnChange): () => void;
  close(): Promise<void>;
};

type OnChange = (change: DirectoryChange) => void;

type DirectoryOptions = {
  readonly address: DatabaseAddress;
  /** The system's monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Called for the first of consecutive failures. */
  readonly onError: (error: Error) => void;
  /** Called before each attempt to connect, to restart an embedded server. */
  readonly beforeConnect: () => Promise<void>;
};

const proofMs = 1_000;
/** The most keys that may be pending for a lookup. */
const maxSoughtKeys = 1_000;

/** Reports the first of consecutive failures, until `ok` is called. */
function createFailureReport(onError: (error: Error) => void) {
  let failed = false;
  return {
    ok: () => {
      failed = false;
    },
    report: (error: Error) => {
      if (!failed) onError(error);
      failed = true;
    },
  };
}

/** Passes on each change of `keys`. */
function notifyOfChanges(keys: KnownKeys, notify: OnChange): KnownKeys {
  return {
    ...keys,
    replaceAll(rows) {
      keys.replaceAll(rows);
      notify({ accountIds: null, rows });
    },
    replace(accountIds, rows) {
      const changed = [...accountIds];
      keys.replace(changed, rows);
      if (changed.length + rows.length > 0) notify({ accountIds: changed, rows });
    },
  };
}

/** The followers of a directory. */
function createFollowers(keys: KnownKeys) {
  const followers = new Set<OnChange>();
  let proof: DirectoryChange = { provedMs: Number.NEGATIVE_INFINITY };
  const notify: OnChange = (change) => {
    for (const onChange of followers) onChange(change);
  };
  return {
    notify,
    prove(provedMs: number): void {
      proof = { provedMs };
      notify(proof);
    },
    follow(onChange: OnChange): () => void {
      onChange({ accountIds: null, rows: keys.list() });
      onChange(proof);
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
  };
}

function createSeek(reader: DirectoryReader, keys: KnownKeys): KeyDirectory["seek"] {
  return async (hash) => {
    const { hashes, sought } = reader.next();
    if (!reader.isServing() || hashes.size >= maxSoughtKeys) {
      throw new UnavailableError("API keys cannot be looked up in the database now.");
    }
    hashes.add(hash);
    reader.wake();
    await sought.done;
    return keys.find(hash);
  };
}

/** Opens a directory that follows the database until it is closed. */
export function openKeyDirectory(options: DirectoryOptions): NodeDirectory {
  const { address, monotonicMs, beforeConnect } = options;
  let closed = false;
  const { ok, report: onFailure } = createFailureReport((error) => {
    if (!closed) options.onError(error);
  });
  const known = createKnownKeys();
  const { notify, prove, follow } = createFollowers(known);
  const onProof = (provedMs: number): void => {
    ok();
    prove(provedMs);
  };
  const keys = notifyOfChanges(known, notify);
  const reader = createDirectoryReader(keys, { monotonicMs, onProof, onFailure });
  const requireProof = (): void => {
    reader.next().mustProve = true;
    reader.wake();
  };
  const heart = setInterval(requireProof, proofMs);
  const listener = openListener({
    address,
    channels: [accessChangedChannel],
    onNotification(_channel, accountId) {
      const work = reader.next();
      if (isUuid(accountId)) work.accountIds?.add(accountId);
      else work.accountIds = null;
      reader.wake();
    },
    onConnect: reader.serve,
    onLoss: reader.leave,
    onError(error) {
      onFailure(error);
      reader.leave(error);
    },
    beforeConnect,
  });
  return {
    find: keys.find,
    seek: createSeek(reader, keys),
    ageMs: reader.ageMs,
    async catchUp() {
      const { proved } = reader.next();
      requireProof();
      await proved.done;
    },
    follow,
    async close() {
      closed = true;
      clearInterval(heart);
      reader.leave();
      await listener.close();
    },
  };
}
