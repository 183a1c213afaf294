// Creates, fills and opens a replica file. Invariant: only its owner can read it and the files that
// SQLite writes beside it.
import { closeSync, openSync, type Stats, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { readBootId } from "./bootId.ts";
import { replicaIndexes, replicaSchema, replicaVersion } from "./schema.ts";

/** The state that a file stores about itself. */
export type ReplicaState = {
  /** The boot id of the machine when the file was written. */
  readonly boot: string;
  readonly origin: string;
  readonly place: number;
  readonly stamp: string | null;
  readonly day: string;
  /** By the system's monotonic clock: when the file last showed the newest place. */
  readonly confirmedMs: number;
  /** When a primary of the file's history was last read: not before the file was confirmed. */
  readonly contactMs: number;
};

/** The state that a writer stores in a file. */
type ShownState = Omit<ReplicaState, "boot" | "contactMs">;

/** Pages in memory; the rest of the file is in the system's cache. */
const writerCacheKib = 16_384;

/** How long a writer waits for others. */
const busyMs = 2_000;

/**
 * Creates a file that only its owner can read, unless it exists. SQLite gives the files beside it
 * the same mode.
 */
export function createPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Creates a file for a fill. Nothing reads it before it is complete: after a crash it has no state
 * and is deleted.
 */
export function createReplicaFile(path: string): DatabaseSync {
  createPrivate(path);
  const file = new DatabaseSync(path);
  file.exec(`pragma journal_mode = off; pragma synchronous = off;
    pragma cache_size = -${writerCacheKib}; pragma mmap_size = ${16 * 2 ** 30};`);
  file.exec(replicaSchema);
  // What is collected before a segment is written. Merging the few large ones would cost more than
  // it saves queries.
  file.exec(`insert into words (words, rank) values ('hashsize', 67108864);
    insert into words (words, rank) values ('automerge', 0);
    insert into fragments (fragments, rank) values ('hashsize', 16777216);`);
  file.exec("begin");
  return file;
}

export function createReplicaIndexes(file: DatabaseSync): void {
  file.exec(replicaIndexes);
}

/** SQLite's own: changes merge segments when a level has this many. */
const defaultAutomerge = 4;

/** Completes a filled file: writes its state, and switches to the journal mode for use. */
export function completeReplicaFile(file: DatabaseSync, state: ShownState): void {
  file.exec(`insert into words (words, rank) values ('automerge', ${defaultAutomerge})`);
  writeReplicaState(file, state);
  file.exec("commit");
  file.exec("analyze; pragma journal_mode = wal;");
}

/**
 * Opens a complete file for changes. Undefined if it has another version or no state, or if the
 * machine has restarted since.
 */
export function openReplicaWriter(path: string, bootId: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path);
  try {
    file.exec(`pragma synchronous = off; pragma cache_size = -${writerCacheKib};
      pragma journal_size_limit = 67108864; pragma busy_timeout = ${busyMs};`);
    const found = file.prepare("select version, boot from state").get();
    if (found?.["version"] === replicaVersion && found["boot"] === bootId) return file;
  } catch (error) {
    // Not a database, or incomplete.
    if ((error as NodeJS.ErrnoException).code !== "ERR_SQLITE_ERROR") throw error;
  }
  file.close();
  return undefined;
}

/**
 * From this size on, the log of changes is emptied after a change. How long that waits for readers
 * grows with the log: a long lookup reads one state for seconds.
 */
export const logLimit = { bytes: 16 * 2 ** 20, waitMs: 200, maxWaitMs: 2_000 } as const;

/** How long to wait between two attempts to copy the log into the file. */
const copyAgainMs = 10;

/** Copies what no reader of an earlier state keeps in the log; returns whether that was all. */
function copyLog(file: DatabaseSync): boolean {
  const found = file.prepare("pragma wal_checkpoint(passive)").get();
  return found?.["busy"] === 0 && found["log"] === found["checkpointed"];
}

/**
 * Returns how to empty a long log of changes, after a change. By itself SQLite does so only at a
 * moment without readers, and under load there is hardly one. This waits for readers to end what
 * they have started; if one keeps the log for longer, the next change tries again. SQLite itself
 * would wait for a read mark that readers of the newest state may take over one after the other, so
 * it waits only when everything is copied, for those that still read the log: later ones read the
 * file. The time limit does not include the time to copy.
 */
export function createLogBound(file: DatabaseSync): () => Promise<void> {
  return async () => {
    const bytes = findStats(`${file.location()}-wal`)?.size ?? 0;
    if (bytes <= logLimit.bytes) return;
    const fullMs = Math.round((logLimit.waitMs * bytes) / logLimit.bytes);
    let waitMs = Math.min(fullMs, logLimit.maxWaitMs);
    for (; waitMs > 0 && !copyLog(file); waitMs -= copyAgainMs) await sleep(copyAgainMs);
    file.exec(`pragma busy_timeout = ${waitMs}`);
    file.exec(`pragma wal_checkpoint(truncate); pragma busy_timeout = ${busyMs}`);
  };
}

/** The SQL of `ReplicaState`. */
export const selectReplicaState = `select boot, origin, place, stamp, day,
    confirmed_ms as "confirmedMs", contact_ms as "contactMs"
  from state`;

export function readReplicaState(file: DatabaseSync): ReplicaState {
  const state = file.prepare(selectReplicaState).get();
  if (state === undefined) throw new DamagedError("it has no state");
  return state as ReplicaState;
}

/** Replaces the state; within the transaction that wrote the rows. */
export function writeReplicaState(
  file: DatabaseSync,
  { origin, place, stamp, day, confirmedMs }: ShownState,
): void {
  file.exec("delete from state");
  file
    .prepare("insert into state values (?, ?, ?, ?, ?, ?, ?, ?)")
    .run(replicaVersion, readBootId(), origin, place, stamp, day, confirmedMs, confirmedMs);
}

/** Records that the file shows the newest place. */
export function confirmReplica(file: DatabaseSync, atMs: number): void {
  file.prepare("update state set confirmed_ms = ?1, contact_ms = ?1").run(atMs);
}

/** Records that a primary was read, which may have changes that the file does not show yet. */
export function recordContact(file: DatabaseSync, atMs: number): void {
  file.prepare("update state set contact_ms = max(contact_ms, ?)").run(atMs);
}

/**
 * Errors of SQLite that another file ends: no permission, read-only, a failed read or write, corrupt,
 * not opened, a violated constraint (the rows come from the database), and not a database. A full
 * disk is none: the change is rolled back, and the file is right.
 */
const damages: ReadonlySet<number> = new Set([3, 8, 10, 11, 14, 19, 26]);

/** A file is not as it was written. */
export class DamagedError extends Error {}

/** Whether an error says that the file is damaged. The lowest byte of SQLite's is its kind. */
export function saysDamaged(error: unknown): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return error instanceof DamagedError || damages.has(errcode & 0xff);
}

/** Undefined for a file that is not there or cannot be inspected. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Deletes a file and the files beside it. */
export async function deleteReplicaFile(path: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
}
