import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

// On systems without a boot id, each process rebuilds the file.
const unknownStart = randomUUID();

/**
 * Differs after each restart of the machine, which may lose what was written without waiting for
 * the disk.
 */
export function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return unknownStart;
    throw error;
  }
}
