import { setTimeout as delay } from "node:timers/promises";
import type { Replica } from "../../catalog/replica/replica.ts";
import type { Database } from "../../db/database.ts";
import { listMissingMigrations, SchemaVersionError } from "../../db/migrateSchema.ts";
import { keyMaxAgeMs } from "../../keys/keyAuthenticator.ts";
import type { KeyDirectory } from "../../keys/keyDirectory.ts";

/** Proxies check every second, and treat a late response as a failure. */
const schemaCheckMs = 300;

/**
 * Checks that lookups are answered, and, if the database responds in time, that it has the schema
 * of this version. Without a database, a node stays ready as long as its replica answers lookups:
 * otherwise a proxy would remove all nodes at once.
 */
export function createReadiness(
  db: Database,
  replica: Replica,
  keyDirectory: Pick<KeyDirectory, "ageMs">,
  maxAgeS: number,
): () => Promise<string | null> {
  /** The result of the schema check; all concurrent callers share one check. */
  let checking: Promise<string | null> | undefined;

  async function checkSchema(): Promise<string | null> {
    try {
      const missing = await listMissingMigrations(db);
      return missing.length === 0 ? null : `missing migrations: ${missing.join(", ")}`;
    } catch (error) {
      return error instanceof SchemaVersionError ? error.message : null;
    } finally {
      checking = undefined;
    }
  }

  return async () => {
    const state = replica.status();
    if (state === undefined) return "the replica of the catalog is not filled yet or is damaged";
    const maxKeysMs = Math.min(maxAgeS * 1_000, keyMaxAgeMs.catalog);
    if (!state.isReadable || keyDirectory.ageMs() > maxKeysMs) {
      return "the database does not respond";
    }
    checking ??= checkSchema();
    const late = new AbortController();
    const unknown = delay(schemaCheckMs, null, { signal: late.signal }).catch(() => null);
    return Promise.race([checking, unknown]).finally(() => late.abort());
  };
}
