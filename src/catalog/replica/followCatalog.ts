// Follows the catalog until it is stopped. Notifications wake it; without one, it runs every
// second.
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../../db/address.ts";
import { type ListeningConnection, openListener } from "../../db/listener.ts";
import { openDatabase } from "../../db/openDatabase.ts";
import { FillError, type Follower, openFollower } from "./follower.ts";
import { readFreeBytes } from "./freeSpace.ts";
import { readMonotonicMs } from "./monotonicClock.ts";
import {
  deleteOtherVersions,
  lockReplicaFolder,
  prepareReplicaFolder,
  type ReplicaLock,
} from "./replicaFolder.ts";

/** The database notifies this channel of every change to the catalog. */
const catalogChangedChannel = "catalog_changed";

const pollMs = 1_000;
/** How often the follower tries to take the lock of a process that may have ended. */
const lockPollMs = 250;
const retryMs = 500;
/** Frequent changes are applied together, because readers map their pages again after each one. */
const paceMs = 40;

type FollowOptions = {
  readonly folder: string;
  readonly address: DatabaseAddress;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /**
   * Receives a line for each rebuild, and for the first of consecutive failures with the same
   * cause.
   */
  readonly report: (line: string) => void;
};

function describeFailure(error: unknown): string {
  const what = error instanceof FillError ? "filled" : "updated";
  return `The replica of the catalog cannot be ${what}: ${(error as Error).message}`;
}

/** A line without numbers and names of files, which differ from one attempt to the next. */
const causeOf = (line: string): string => line.replace(/catalog-[-0-9a-f]+|[\d.,]+/g, "");

/** Reports each cause once, until `clear` is called. */
export function createReporter(report: (line: string) => void) {
  const causes = new Set<string>();
  return {
    report(line: string): void {
      if (!causes.has(causeOf(line))) report(line);
      causes.add(causeOf(line));
    },
    clear: () => causes.clear(),
  };
}

type FollowedFolder = Omit<FollowOptions, "report"> & ReturnType<typeof createReporter>;

/** Waits until it is woken, for a limited time. */
function createAlarm(): { ring(): void; wait(limitMs: number): Promise<void> } {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async wait(limitMs) {
      const limit = new AbortController();
      await Promise.race([
        rung.promise,
        sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined),
      ]);
      limit.abort();
      rung = Promise.withResolvers();
    },
  };
}

/** Waits for the lock of the folder. Returns undefined if it is stopped first. */
async function takeLock(folder: string, signal: AbortSignal): Promise<ReplicaLock | undefined> {
  while (!signal.aborted) {
    const lock = lockReplicaFolder(folder);
    if (lock !== undefined) return lock;
    await sleep(lockPollMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Throws if the folder is not the one that was locked. */
async function followUntilStopped(
  follower: Follower,
  lock: ReplicaLock,
  alarm: ReturnType<typeof createAlarm>,
  reconnect: () => void,
  { signal, report, clear }: FollowedFolder,
): Promise<void> {
  while (!signal.aborted) {
    if (!lock.isInPlace()) throw new Error("another program has deleted or replaced its folder");
    try {
      const endOfPaceMs = readMonotonicMs() + paceMs;
      await follower.catchUp();
      clear();
      await alarm.wait(pollMs);
      await sleep(Math.max(0, endOfPaceMs - readMonotonicMs()));
    } catch (error) {
      if (signal.aborted) return;
      // The server that notifies may also have failed without closing its connection.
      reconnect();
      report(describeFailure(error));
      await alarm.wait(retryMs);
    }
  }
}

async function followFolder(options: FollowedFolder): Promise<void> {
  const { folder, address, clock, signal, report } = options;
  await prepareReplicaFolder(folder);
  const lock = await takeLock(folder, signal);
  if (lock === undefined) return;
  const db = openDatabase({
    address,
    // To follow or fill, and to keep contact meanwhile.
    poolSize: 2,
    applicationName: "partsdesk replica",
    onIdleError: () => undefined,
  });
  const alarm = createAlarm();
  signal.addEventListener("abort", alarm.ring);
  let connection: ListeningConnection | undefined;
  const listener = openListener({
    address,
    channels: [catalogChangedChannel],
    onNotification: alarm.ring,
    onConnect(connected) {
      connection = connected;
      alarm.ring();
    },
    onLoss: () => undefined,
    // The follower reports that the database cannot be reached.
    onError: () => undefined,
    beforeConnect: async () => undefined,
  });
  let follower: Follower | undefined;
  try {
    await deleteOtherVersions(folder);
    follower = await openFollower({
      folder,
      openSession: db.openSession,
      clock,
      monotonicMs: readMonotonicMs,
      report,
      readFreeBytes: () => readFreeBytes(folder),
      signal,
    });
    await followUntilStopped(follower, lock, alarm, () => connection?.destroy(), options);
  } finally {
    await follower?.close();
    await listener.close();
    await db.close();
    lock.release();
  }
}

/**
 * Ends when `signal` is aborted. Waits while another process follows in the same folder. Begins
 * again if the folder cannot be used, or was deleted or replaced.
 */
export async function followCatalog(options: FollowOptions): Promise<void> {
  const { signal } = options;
  const reporter = createReporter(options.report);
  while (!signal.aborted) {
    try {
      await followFolder({ ...options, ...reporter });
    } catch (error) {
      reporter.report(describeFailure(error));
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
