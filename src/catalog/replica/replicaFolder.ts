// The folder of a replica, which several processes of a machine may share. Invariant: one process
// at a time writes to it; the lock ends with its process.
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Queryable } from "../../db/database.ts";
import { createPrivate, deleteReplicaFile } from "./replicaFile.ts";
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
const replicaName = /^(catalog-[0-9a-f-]{36}\.sqlite)(?:-words)?(?:-wal|-shm|-proof)?$/;

/** Creates the folder, for its owner only. Throws if the folder cannot be written to. */
export async function prepareReplicaFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** The name of the current file; undefined before the first. */
export async function readCurrentName(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, currentFile), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
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

/** Deletes the files of a process that ended while it filled or replaced them. */
export async function deleteLeftovers(folder: string): Promise<void> {
  const current = await readCurrentName(folder);
  const found = (await readdir(folder)).flatMap((name) => replicaName.exec(name)?.[1] ?? []);
  for (const name of new Set(found)) {
    if (name !== current) await deleteReplicaFile(join(folder, name));
  }
}

const sqliteBusy = 5;

export type ReplicaLock = { release(): void };

/** Takes the folder's lock. Undefined while another process has it. */
export function lockReplicaFolder(folder: string): ReplicaLock | undefined {
  createPrivate(join(folder, lockFile));
  const file = new DatabaseSync(join(folder, lockFile));
  try {
    file.exec("pragma locking_mode = exclusive; begin exclusive");
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { readonly errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
