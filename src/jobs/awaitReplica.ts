import { setTimeout as delay } from "node:timers/promises";
import type { Replica } from "../catalog/replica/replica.ts";
import { UnavailableError } from "../db/databaseErrors.ts";

const checkMs = 20;
/** Others wait for the job's place meanwhile. */
const maxWaitMs = 30_000;

/** Whether the replica is filled and not too old. */
export function canRead(replica: Pick<Replica, "read">): boolean {
  try {
    return replica.read(() => true);
  } catch (error) {
    if (error instanceof UnavailableError) return false;
    throw error;
  }
}

/** Waits up to 30 seconds until the replica can be read; returns whether it can. */
export async function awaitReplica(
  replica: Pick<Replica, "read">,
  signal: AbortSignal,
): Promise<boolean> {
  for (let waitedMs = 0; !canRead(replica); waitedMs += checkMs) {
    if (waitedMs >= maxWaitMs || signal.aborted) return false;
    await delay(checkMs);
  }
  return true;
}
