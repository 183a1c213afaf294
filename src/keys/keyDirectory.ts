// All keys in memory, so that a request needs no query (decision 39). Invariants: the age of the
// directory is the time since it was last proved equal to the primary database; a change is read
// immediately when it is notified, and within a second if the notification is lost.
import type { DatabaseAddress } from "../db/address.ts";
import { UnavailableError } from "../db/databaseErrors.ts";
import { isUuid } from "../db/isUuid.ts";
import { openListener } from "../db/listener.ts";
import type { DirectoryChange } from "./directoryChange.ts";
import { createDirectoryReader, type DirectoryReader } from "./directoryReader.ts";
import { createKnownKeys, type KnownKey, type KnownKeys } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

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
