// Follows the catalog until it is stopped. Notifications wake it; without one, it runs every
// second.
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../../db/address.ts";
import { type ListeningConnection, openListener } from "../../db/listener.ts";
import { type Fill, fillReplica } from "./fill/fillReplica.ts";
import { openReplicaDatabase } from "./fill/openReplicaDatabase.ts";
import { createFailureCounter, createReporter, describeFailure, isCostly } from "./fill/retries.ts";
import { runFillProgram } from "./fill/runFillProgram.ts";
import { type Follower, openFollower } from "./follower.ts";
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

/** A few hundred thousand offers: below that, starting a process takes longer than it saves. */
const minBytesOfProcess = 2 ** 26;

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
  const costlyFailures = createFailureCounter(report);
  while (!signal.aborted) {
    if (!lock.isInPlace()) throw new Error("another program has deleted or replaced its folder");
    try {
      const endOfPaceMs = readMonotonicMs() + paceMs;
      await follower.catchUp();
      clear();
      costlyFailures.recordSuccess();
      await alarm.wait(pollMs);
      await sleep(Math.max(0, endOfPaceMs - readMonotonicMs()));
    } catch (error) {
      if (signal.aborted) return;
      // The server that notifies may also have failed without closing its connection.
      reconnect();
      if (isCostly(error)) {
        // Notifications do not shorten this: an attempt may take minutes.
        await sleep(costlyFailures.recordFailure(error), undefined, { signal }).catch(
          () => undefined,
        );
        continue;
      }
      report(describeFailure(error));
      await alarm.wait(retryMs);
    }
  }
}

/** Fills small catalogs in this thread, and large ones in a process, which a stop ends. */
export function createFill({ address, signal }: Pick<FollowOptions, "address" | "signal">): Fill {
  return async (session, path, options) => {
    const { clock, rowBytes, replacedBytes } = options;
    if (rowBytes < minBytesOfProcess) return fillReplica(session, path, options);
    await runFillProgram({ address, path, now: clock(), rowBytes, replacedBytes }, signal);
  };
}

async function followFolder(options: FollowedFolder): Promise<void> {
  const { folder, address, clock, signal, report } = options;
  await prepareReplicaFolder(folder);
  const lock = await takeLock(folder, signal);
  if (lock === undefined) return;
  const db = openReplicaDatabase(address);
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
      fill: createFill(options),
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
