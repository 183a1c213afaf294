import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

// Without a name of its start, a file is filled again by each process.
const unknownStart = randomUUID();

/**
 * Differs after each start of the machine: what was written without waiting for the disk may be
 * lost then.
 */
export function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return unknownStart;
    throw error;
  }
}
