// The lock file of the embedded PostgreSQL, which shows whether the server runs and accepts
// connections.
import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

export type ServerState = "absent" | "starting" | "ready" | "stopping";

export async function readState(files: string): Promise<ServerState> {
  const lock = await readLock(join(files, "postmaster.pid"));
  if (lock === undefined || !(await isServer(lock))) return "absent";
  return lock.status === "ready" || lock.status === "stopping" ? lock.status : "starting";
}

/** Checks whether the server of now still runs: it ends after its lock is gone. */
export async function watchServer(files: string): Promise<() => Promise<boolean>> {
  const lock = await readLock(join(files, "postmaster.pid"));
  return async () => lock !== undefined && isServer(lock);
}

type Lock = { pid: number; files: string; status: string };
async function readLock(path: string): Promise<Lock | undefined> {
  const text = await readIfPresent(path);
  const [pid = "", files = "", , , , , , status = ""] = text.split("\n");
  return Number(pid) > 0 ? { pid: Number(pid), files, status: status.trim() } : undefined;
}

/** A process ID alone is no proof: after a crash another process may have it. */
async function isServer({ pid, files }: Lock): Promise<boolean> {
  if (process.platform === "linux") {
    return (await readIfPresent(`/proc/${pid}/cmdline`)).split("\0").includes(files);
  }
  const ps = spawnSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
  if (ps.error) throw ps.error;
  return ps.stdout.includes(files);
}

export async function readIfPresent(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    // /proc returns ESRCH for a process that ends while it is read.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

/**
 * Removes a lock whose process ID now belongs to another program. PostgreSQL removes the lock of a
 * dead server only if its process ID is free.
 */
export async function removeStaleLock(path: string): Promise<void> {
  const lock = await readLock(path);
  if (lock !== undefined && isInUse(lock.pid) && !(await isServer(lock))) await rm(path);
}

function isInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
