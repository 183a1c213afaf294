// A transaction that others may get in the way of, tried again as a whole. Invariant: nothing of a
// try that failed stays.
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Database, Transaction } from "./database.ts";

/** How long a try waits for a lock, and for how long after the first begin new ones are made. */
const lockWaitMs = 1_500;
const tryingMs = 2_500;
const longestPauseMs = 300;

/** Two transactions stopped each other, or what was asked for is locked by another. */
const inTheWay = new Set(["40001", "40P01", "55P03"]);

/** True where another transaction was in the way: the same again, a little later, may work. */
export function isContention(error: unknown): boolean {
  return error instanceof pg.DatabaseError && inTheWay.has(error.code ?? "");
}

/**
 * Runs `work` in one transaction, again from its beginning where another was in the way. Gives
 * "busy" where that did not end within 4 seconds; nothing is written then. `work` must do nothing
 * that a second run would do twice, but by `tx`.
 */
export async function retryTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | "busy"> {
  const startMs = performance.now();
  const limit = { name: "limit_lock_wait", text: `set local lock_timeout = ${lockWaitMs}` };
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await db.transaction((tx) => {
        tx.send({ ...limit, values: [] });
        return work(tx);
      });
    } catch (error) {
      if (!isContention(error)) throw error;
      if (performance.now() - startMs > tryingMs) return "busy";
    }
    await wait(randomInt(pauseMs, 2 * pauseMs));
  }
}
