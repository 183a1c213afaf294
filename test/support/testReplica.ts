// A replica of a test's database, followed in this process and only when a test asks for it.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Follower, openFollower } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "../../src/catalog/replica/replica.ts";
import type { Database } from "../../src/db/database.ts";

export type TestReplica = Omit<Replica, "close"> & {
  readonly folder: string;
  /** Shows all that is committed. */
  catchUp(): Promise<void>;
  /** Closes its follower too. */
  close(): Promise<void>;
};

export function openTestReplica(db: Database, clock: () => Date = () => new Date()): TestReplica {
  const folder = mkdtempSync(join(tmpdir(), "partsdesk-replica-"));
  let opened: Promise<Follower> | undefined;
  const replica = openReplica({
    folder,
    maxAgeMs: Number.POSITIVE_INFINITY,
    monotonicMs: readMonotonicMs,
  });
  return {
    ...replica,
    folder,
    async catchUp() {
      opened ??= openFollower({
        folder,
        openSession: db.openSession,
        clock,
        monotonicMs: readMonotonicMs,
        report: () => undefined,
        readFreeBytes: () => Number.POSITIVE_INFINITY,
        signal: new AbortController().signal,
      });
      await (await opened).catchUp();
    },
    async close() {
      replica.close();
      await (await opened)?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
