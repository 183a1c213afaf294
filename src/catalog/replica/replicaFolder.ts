// The folder of a replica, which several processes of a machine may share. Invariant: one process
// at a time writes in it; the lock ends with its process.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
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
 * Deletes the replicas of this database that other versions have left. A process of another version
 * that still follows keeps its own.
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

/** Between the database and the version of the tables in a folder's name. */
const versionMark = "-v";

/** Contains the name of the file that readers open. */
export const currentFile = "current";
/** Asks the process that follows to fill the file again. */
const fillRequest = "fill";
const lockFile = "lock.sqlite";
const replicaName = /^(catalog-[0-9a-f-]{36}\.sqlite)(?:-words)?(?:-wal|-shm|-proof)?$/;

/** Creates the folder for its owner alone. Throws if the folder cannot be written to. */
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

/** `reason` completes "The replica of the catalog is filled again: …". */
export function requestFill(folder: string, reason: string): void {
  writeFileSync(join(folder, fillRequest), reason, { mode: 0o600 });
}

/** Why a fill is requested; undefined if it is not. */
export function readFillRequest(folder: string): string | undefined {
  const path = join(folder, fillRequest);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

export async function endFillRequest(folder: string): Promise<void> {
  await rm(join(folder, fillRequest), { force: true });
}

/** Deletes files that a process left when it ended while it filled or replaced them. */
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
