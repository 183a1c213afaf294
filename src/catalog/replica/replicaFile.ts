// Creates, fills and opens a replica file. Invariant: only its owner can read it and the files that
// SQLite writes beside it.
import { closeSync, openSync, type Stats, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { readBootId } from "./bootId.ts";
import { createReplicaProof, proofSuffix } from "./replicaProof.ts";
import { replicaIndexes, replicaSchema, replicaVersion } from "./schema.ts";

/** The state that a file stores about itself. */
export type ReplicaState = {
  /** The boot id of the machine when the file was written. */
  readonly boot: string;
  readonly origin: string;
  readonly place: number;
  readonly stamp: string | null;
  readonly day: string;
  readonly confirmedMs: number;
};

/** The state that a writer stores in a file. */
type ShownState = Omit<ReplicaState, "boot">;

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
 * Creates a file for `fill`. Nothing reads it before it is complete: after a crash it has no state
 * and is deleted.
 */
export function createReplicaFile(path: string): DatabaseSync {
  createPrivate(path);
  createReplicaProof(path);
  // By default SQLite refuses writes to the tables of its index, which `copyWords` needs.
  const file = new DatabaseSync(path, { defensive: false });
  file.exec(`pragma journal_mode = off; pragma synchronous = off;
    pragma cache_size = -${writerCacheKib};`);
  file.exec(replicaSchema);
  // What is collected before a segment is written. Merging the few large ones would cost more than
  // it saves queries.
  file.exec(`insert into words (words, rank) values ('hashsize', 67108864);
    insert into words (words, rank) values ('automerge', 0);
    insert into fragments (fragments, rank) values ('hashsize', 67108864);`);
  file.exec("begin");
  return file;
}

const wordsSuffix = "-words";

/** Where the words of a file are filled by a thread. */
export function wordsPath(path: string): string {
  return `${path}${wordsSuffix}`;
}

/** The tables of the index of words, and the list of words. */
const wordTables = ["words_data", "words_idx", "words_docsize", "words_config", "terms"];

/** Copies the words of another file into a new one, which must not have used its index before. */
export function copyWords(file: DatabaseSync, path: string): void {
  const copies = wordTables.map(
    (table) => `delete from main.${table}; insert into main.${table} select * from other.${table};`,
  );
  file.exec("commit");
  file.prepare("attach ? as other").run(path);
  file.exec(`begin; ${copies.join(" ")} commit; detach other; begin`);
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

/** The size of the log of changes from which readers of a turn are waited for, and how long. */
export const logLimit = { bytes: 16 * 2 ** 20, waitMs: 200 } as const;

/**
 * The growth of the log after which long lookups are waited for as well. Changes wait meanwhile, so
 * this is not tried again before the log has grown as much again.
 */
export const longLogLimit = { bytes: 128 * 2 ** 20, waitMs: 2_000 } as const;

/** How long to wait for the readers of a log of a size; 0 if it is short. */
export function createLogWaits() {
  let longBytes: number = longLogLimit.bytes;
  return {
    find(bytes: number): number {
      if (bytes <= logLimit.bytes) return 0;
      return bytes > longBytes ? longLogLimit.waitMs : logLimit.waitMs;
    },
    /** Whether the readers ended in that time. */
    note(bytes: number, haveEnded: boolean): void {
      if (haveEnded) longBytes = longLogLimit.bytes;
      else if (bytes > longBytes) longBytes = bytes + longLogLimit.bytes;
    },
  };
}

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
  const waits = createLogWaits();
  return async () => {
    const bytes = statSync(`${file.location()}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    let waitMs = waits.find(bytes);
    if (waitMs === 0) return;
    for (; waitMs > 0 && !copyLog(file); waitMs -= copyAgainMs) await sleep(copyAgainMs);
    file.exec(`pragma busy_timeout = ${waitMs}`);
    const found = file.prepare("pragma wal_checkpoint(truncate)").get();
    file.exec(`pragma busy_timeout = ${busyMs}`);
    waits.note(bytes, found?.["busy"] === 0);
  };
}

/** The SQL of `ReplicaState`. */
export const selectReplicaState = `select boot, origin, place, stamp, day,
    confirmed_ms as "confirmedMs"
  from state`;

export function readReplicaState(file: DatabaseSync): ReplicaState {
  return file.prepare(selectReplicaState).get() as ReplicaState;
}

/** Replaces the state; within the transaction that wrote the rows. */
export function writeReplicaState(
  file: DatabaseSync,
  { origin, place, stamp, day, confirmedMs }: ShownState,
): void {
  file.exec("delete from state");
  file
    .prepare("insert into state values (?, ?, ?, ?, ?, ?, ?)")
    .run(replicaVersion, readBootId(), origin, place, stamp, day, confirmedMs);
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
  const suffixes = ["", "-wal", "-shm", proofSuffix, wordsSuffix, `${wordsSuffix}${proofSuffix}`];
  for (const suffix of suffixes) {
    await rm(`${path}${suffix}`, { force: true });
  }
}
