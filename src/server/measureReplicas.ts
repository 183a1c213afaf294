// Metrics of how far the replica and the keys in memory are behind the database.
import { setTimeout as delay } from "node:timers/promises";
import type { Replica } from "../catalog/replica/replica.ts";
import { readReplicaLag } from "../catalog/replica/replicaLag.ts";
import type { Database } from "../db/database.ts";
import type { KeyDirectory } from "../keys/keyDirectory.ts";
import type { Metrics } from "./http/metrics/metrics.ts";

/** The metrics page must not wait for a database that does not answer. */
const countTimeoutMs = 1_000;

type Measured = {
  readonly db: Database;
  readonly replica: Replica;
  readonly keyDirectory: KeyDirectory;
};

export function measureReplicas(metrics: Metrics, { db, replica, keyDirectory }: Measured): void {
  metrics.addGauge(
    "catalog_replica_lag",
    "How far the replica of the catalog is behind, in seconds and in changes.",
    "unit",
    async () => {
      const late = delay(countTimeoutMs, undefined, { ref: false });
      const lag = await Promise.race([readReplicaLag(db, replica), late]).catch(() => undefined);
      if (lag !== undefined) return { ...lag };
      const state = replica.status();
      return state === undefined ? {} : { seconds: state.ageMs / 1_000 };
    },
  );
  metrics.addGauge(
    "catalog_replica",
    "1 while lookups are answered from the replica of the catalog, else 0.",
    "state",
    () => ({ readable: replica.status()?.isReadable === true ? 1 : 0 }),
  );
  metrics.addGauge(
    "api_keys_lag",
    "How long ago the API keys in memory were last confirmed against the database.",
    "unit",
    () => {
      const seconds = keyDirectory.ageMs() / 1_000;
      return Number.isFinite(seconds) ? { seconds } : {};
    },
  );
}
