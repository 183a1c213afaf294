// The processes of the system that a test has started.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The processes that a process has started and that have not ended. */
export function listChildren(parent: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid = 0]) => pid);
}

function hasCommand(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}

/** False for a process that has ended, although its parent has not noticed that yet. */
export function isRunning(pid: number): boolean {
  if (process.platform === "linux") return hasCommand(pid);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
