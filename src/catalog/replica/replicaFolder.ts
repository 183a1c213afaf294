// The folder of a replica, which several processes of a machine may share. Invariant: one process
// at a time writes to it; the lock ends with its process.
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Queryable } from "../../db/database.ts";
import { createPrivate, DamagedError, deleteReplicaFile, findStats } from "./replicaFile.ts";
import { selectDatabaseIdentity } from "./replicaQueries.ts";
import { replicaVersion } from "./schema.ts";

/** The folder of a database's replica in DATA_DIR. No backup needs it. */
export async function findReplicaFolder(db: Queryable, dataDir: string): Promise<string> {
  const identity = await selectDatabaseIdentity(db);
  return join(dataDir, "replica", `${identity}${versionMark}${replicaVersion}`);
}

/**
 * Deletes the replicas of this database that belong to other versions, unless a process still
 * follows with that version.
 */
export async function deleteOtherVersions(folder: string): Promise<void> {
  const [own, parent] = [basename(folder), dirname(folder)];
  const [identity = ""] = own.split(versionMark);
  for (const name of await readdir(parent)) {
    if (name === own || !name.startsWith(`${identity}${versionMark}`)) continue;
    const other = join(parent, name);
    const lock = lockReplicaFolder(other);
    if (lock === undefined) continue;
    await rm(other, { recursive: true });
    lock.release();
  }
}

/** Separates the database and the version of the tables in a folder's name. */
const versionMark = "-v";

/** Contains the name of the file that readers open. */
export const currentFile = "current";
/** Requests that the process that follows rebuilds the file. */
const fillRequest = "fill";
const lockFile = "lock.sqlite";
const replicaName = /^(catalog-[0-9a-f-]{36}\.sqlite)(?:-wal|-shm)?$/;

/** Creates the folder, for its owner only. Throws if the folder cannot be written to. */
export async function prepareReplicaFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** The name of the current file; undefined before the first. */
export function readCurrentName(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, currentFile), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export type FileWatch = {
  /** Throws a DamagedError unless the files are where they were opened, as they were last accepted. */
  assertIntact(): void;
  /** Accepts what this process has written. */
  accept(): void;
};

/**
 * Watches the current file, which only this process writes to, the files beside it, and what names
 * it. An open file stays as it was after others delete or replace it: only its path shows that.
 */
export function watchReplicaFile(folder: string, name: string): FileWatch {
  const inspect = () => {
    // The others are written all the time, but never cut.
    const beside = ["-wal", "-shm"].map((suffix) => `${name}${suffix}`);
    return [name, currentFile, ...beside].map((one, at) => {
      const { ino, mode, uid, size = Number.NaN, mtimeMs } = findStats(join(folder, one)) ?? {};
      return { size, owned: `${ino} ${mode} ${uid}`, content: at < 2 ? mtimeMs : undefined };
    });
  };
  const opened = inspect();
  let last = opened;
  return {
    assertIntact() {
      const isIntact = inspect().every(
        ({ size, owned, content }, at) =>
          owned === opened[at]?.owned &&
          content === last[at]?.content &&
          size >= (last[at]?.size ?? 0),
      );
      if (!isIntact)
        throw new DamagedError("another program has changed, cut or deleted its files");
    },
    accept() {
      last = inspect();
    },
  };
}

/** Deletes the current file and its name, whatever has become of them. */
export async function deleteCurrent(folder: string, name: string): Promise<void> {
  await deleteReplicaFile(join(folder, name));
  await rm(join(folder, currentFile), { force: true, recursive: true });
}

/** `reason` completes "Rebuilding the replica of the catalog: …". */
export function requestFill(folder: string, reason: string): void {
  writeFileSync(join(folder, fillRequest), reason, { mode: 0o600 });
}

/**
 * Why a rebuild is requested; undefined if none is. A request that cannot be read is one: a command
 * run by another user may have written it.
 */
export function readFillRequest(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, fillRequest), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? undefined : `a request that cannot be read (${code})`;
  }
}

/** Deletes the request, also one of another user: the folder belongs to this process. */
export async function endFillRequest(folder: string): Promise<void> {
  await rm(join(folder, fillRequest), { force: true, recursive: true });
}

/**
 * Deletes the files of a process that ended while it filled or replaced them. Returns the name of
 * the current one.
 */
export async function deleteLeftovers(folder: string): Promise<string | undefined> {
  const current = readCurrentName(folder);
  const found = (await readdir(folder)).flatMap((name) => replicaName.exec(name)?.[1] ?? []);
  for (const name of new Set(found)) {
    if (name !== current) await deleteReplicaFile(join(folder, name));
  }
  return current;
}

const sqliteBusy = 5;

export type ReplicaLock = {
  /** Whether it is the lock of this folder: a folder that was deleted gets another one. */
  isInPlace(): boolean;
  release(): void;
};

/** Takes the folder's lock. Undefined while another process has it. */
export function lockReplicaFolder(folder: string): ReplicaLock | undefined {
  const path = join(folder, lockFile);
  createPrivate(path);
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma locking_mode = exclusive; begin exclusive");
    const taken = findStats(path)?.ino;
    return { isInPlace: () => findStats(path)?.ino === taken, release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { readonly errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
