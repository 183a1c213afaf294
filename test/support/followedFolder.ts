// A folder of a replica whose follower and readers run in the test, on clocks that the test moves.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Follower, openFollower } from "../../src/catalog/replica/follower.ts";
import { openReplica, type Replica } from "../../src/catalog/replica/replica.ts";
import type { Database } from "../../src/db/database.ts";

export type FollowedFolder = {
  readonly folder: string;
  /** The clocks of followers and readers. */
  readonly clock: { now: Date; monotonicMs: number };
  /** What the disk has left. */
  readonly disk: { freeBytes: number };
  /** Ends fills. */
  readonly stop: AbortController;
  /** What followers report. */
  readonly lines: string[];
  openOne(): Promise<Follower>;
  /** Catches up with a new follower, as after a restart. */
  followOnce(): Promise<void>;
  /** The name of the current file. */
  readCurrent(): Promise<string>;
  openReader(maxAgeMs: number): Replica;
  close(): Promise<void>;
};

export async function createFollowedFolder(
  db: Pick<Database, "openSession">,
): Promise<FollowedFolder> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-replica-"));
  const clock = { now: new Date("2026-11-22T12:00:00Z"), monotonicMs: 1_000_000 };
  const disk = { freeBytes: Number.POSITIVE_INFINITY };
  const stop = new AbortController();
  const lines: string[] = [];
  const openOne = () =>
    openFollower({
      folder,
      openSession: db.openSession,
      clock: () => clock.now,
      monotonicMs: () => clock.monotonicMs,
      report: (line) => lines.push(line),
      readFreeBytes: () => disk.freeBytes,
      signal: stop.signal,
    });
  return {
    folder,
    clock,
    disk,
    stop,
    lines,
    openOne,
    async followOnce() {
      const follower = await openOne();
      try {
        await follower.catchUp();
      } finally {
        await follower.close();
      }
    },
    readCurrent: () => readFile(join(folder, "current"), "utf8"),
    openReader: (maxAgeMs) =>
      openReplica({ folder, maxAgeMs, monotonicMs: () => clock.monotonicMs }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** How many offers a replica shows. */
export function countShown(replica: Replica): number {
  const found = replica.read((view) =>
    view.all<{ offers: number }>("select count(*) as offers from offers"),
  );
  return found[0]?.offers ?? -1;
}
