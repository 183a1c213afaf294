import type { Database } from "../../../db/database.ts";
import type { Metrics } from "./metrics.ts";

/** The connections of this thread; the page adds up all threads. */
export function measureDatabase(metrics: Metrics, db: Database): void {
  metrics.addGauge(
    "database_pool_connections",
    "Connections of the pool by state; waiting are requests without one.",
    "state",
    () => {
      const { total, idle, waiting } = db.countConnections();
      return { busy: total - idle, idle, waiting };
    },
  );
}
