// How many tasks are open, as the navigation shows them. One thread reads the counts at most every
// few seconds, so that no page waits for them.
import type { Database } from "../db/database.ts";
import { selectImportsNow } from "../imports/runListQueries.ts";
import { countKeyRequests } from "../keyRequests/operatorKeyRequestQueries.ts";
import { selectOrdersToFulfil } from "../orders/operators/operatorOrderQueries.ts";
import { countOpenQuoteRequests } from "../quoteRequests/quoteRequestQueries.ts";

/** By the address of the place. */
type OpenTasks = Readonly<Record<string, number>>;

const maxAgeMs = 3_000;
const recentMs = 7 * 86_400_000;

export type TaskCounter = {
  current(): OpenTasks;
  /** Reads the counts if they are old or, with `isChanged`, in any case. */
  refresh(now: Date, isChanged?: boolean): Promise<void>;
  /** Lets the next call of `refresh` read the counts. */
  expire(): void;
};

export function createTaskCounter(db: Database): TaskCounter {
  let tasks: OpenTasks = {};
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    current: () => tasks,
    expire() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
    async refresh(now, isChanged = false) {
      if (!isChanged && Math.abs(now.getTime() - readAtMs) < maxAgeMs) return;
      readAtMs = now.getTime();
      const [orders, requests, quotes, imports] = await Promise.all([
        selectOrdersToFulfil(db),
        countKeyRequests(db),
        countOpenQuoteRequests(db),
        selectImportsNow(db, new Date(now.getTime() - recentMs)),
      ]);
      tasks = {
        "/console/orders": orders.count,
        "/console/key-requests": requests.open,
        "/console/quote-requests": quotes.count,
        "/console/imports": imports.stopped + imports.failed,
      };
    },
  };
}
