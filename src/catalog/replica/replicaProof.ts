// What proves that a replica file may be read, in a small file beside it: after a change of the
// file itself, each reader maps all its pages again.
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Appended to the name of the replica file. */
export const proofSuffix = "-proof";

/** By the system's monotonic clock, in milliseconds; 0 before the first. */
type ProvedTimes = {
  /** When the file last showed the newest place. */
  readonly confirmedMs: number;
  /** When a primary of the file's history was last read: not before the file was confirmed. */
  readonly contactMs: number;
};

export type ReplicaProof = {
  read(): ProvedTimes;
  /** Records that the file shows the newest place. */
  confirm(atMs: number): void;
  /** Records that a primary was read, which may have changes that the file does not show yet. */
  recordContact(atMs: number): void;
  close(): void;
};

/** Creates the proof of a new file, readable only by its owner. */
export function createReplicaProof(path: string): void {
  closeSync(openSync(`${path}${proofSuffix}`, "wx", 0o600));
}

/** Opens the proof of a file to read it, or to read and write it. */
export function openReplicaProof(path: string, access: "read" | "write"): ReplicaProof {
  const file = openSync(`${path}${proofSuffix}`, access === "read" ? "r" : "r+");
  const times = new Float64Array(2);
  const write = (place: number, atMs: number): void => {
    const time = new Float64Array([atMs]);
    writeSync(file, time, 0, time.byteLength, place * time.byteLength);
  };
  return {
    read() {
      times.fill(0);
      readSync(file, times, 0, times.byteLength, 0);
      const [confirmedMs = 0, contactMs = 0] = times;
      return { confirmedMs, contactMs: Math.max(confirmedMs, contactMs) };
    },
    confirm: (atMs) => write(0, atMs),
    recordContact: (atMs) => write(1, atMs),
    close: () => closeSync(file),
  };
}
