// A replica of a test's database, followed in this process and only when a test asks for it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFollower } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "../../src/catalog/replica/replica.ts";
import type { Database } from "../../src/db/database.ts";

export type TestReplica = Replica & {
  readonly folder: string;
  /** Shows all that is committed. */
  catchUp(): Promise<void>;
  closeAll(): Promise<void>;
};

export async function openTestReplica(
  db: Database,
  clock: () => Date = () => new Date(),
): Promise<TestReplica> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-replica-"));
  const follower = await openFollower({
    folder,
    openSession: () => db.openSession(),
    clock,
    monotonicMs: readMonotonicMs,
    report: () => undefined,
  });
  const replica = openReplica({
    folder,
    maxAgeMs: Number.POSITIVE_INFINITY,
    monotonicMs: readMonotonicMs,
  });
  return {
    ...replica,
    folder,
    catchUp: () => follower.catchUp(),
    async closeAll() {
      replica.close();
      await follower.close();
      await rm(folder, { recursive: true });
    },
  };
}
