// The last proof that a replica file shows the newest place, in a small file beside it: after a
// change of the file itself, each reader maps all its pages again.
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Appended to the name of the replica file. */
export const proofSuffix = "-proof";

/** By the system's monotonic clock, in milliseconds; 0 before the first. */
export type ReplicaProof = {
  read(): number;
  write(provedMs: number): void;
  close(): void;
};

/** Creates the proof of a new file, readable only by its owner. */
export function createReplicaProof(path: string): void {
  closeSync(openSync(`${path}${proofSuffix}`, "wx", 0o600));
}

/** Opens the proof of a file to read it, or to read and write it. */
export function openReplicaProof(path: string, access: "read" | "write"): ReplicaProof {
  const file = openSync(`${path}${proofSuffix}`, access === "read" ? "r" : "r+");
  const value = new Float64Array(1);
  return {
    read() {
      const bytes = readSync(file, value, 0, value.byteLength, 0);
      return bytes === value.byteLength ? (value[0] ?? 0) : 0;
    },
    write(provedMs) {
      value[0] = provedMs;
      writeSync(file, value, 0, value.byteLength, 0);
    },
    close: () => closeSync(file),
  };
}
