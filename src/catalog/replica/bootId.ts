import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Reads a value of the system's kernel with the command that macOS and most Linux systems have. */
export function readKernelValue(name: string): string {
  return execFileSync("/usr/sbin/sysctl", ["-n", name], { encoding: "utf8" }).trim();
}

function findBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return readKernelValue("kern.bootsessionuuid");
  }
}

let bootId: string | undefined;

/**
 * The same for all processes and threads of a machine until it restarts, which may lose what was
 * written without waiting for the disk.
 */
export function readBootId(): string {
  bootId ??= findBootId();
  return bootId;
}
