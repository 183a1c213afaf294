import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Database, Transaction } from "./database.ts";

/** Maximum wait for a lock in one attempt, and time after which no new attempt starts. */
const lockWaitMs = 1_500;
const lastAttemptMs = 2_500;
const maxPauseMs = 300;

/** Serialization failure, deadlock, lock timeout. */
const contentionCodes = new Set(["40001", "40P01", "55P03"]);

/** True if the transaction conflicted with another one; a retry may succeed. */
function isContention(error: unknown): boolean {
  return error instanceof pg.DatabaseError && contentionCodes.has(error.code ?? "");
}

/**
 * Runs `work` in one transaction and repeats it from the start after a conflict with another one.
 * Returns "busy", with nothing written, if that did not succeed within 4 seconds. Apart from `tx`,
 * `work` must have no side effects, because it may run several times.
 */
export async function retryTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | "busy"> {
  const startMs = performance.now();
  const limit = { name: "limit_lock_wait", text: `set local lock_timeout = ${lockWaitMs}` };
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await db.transaction((tx) => {
        tx.send(limit);
        return work(tx);
      });
    } catch (error) {
      if (!isContention(error)) throw error;
      if (performance.now() - startMs > lastAttemptMs) return "busy";
    }
    await wait(randomInt(pauseMs, 2 * pauseMs));
  }
}
