// Databases of version 0.1.0: one baseline replaced its 29 migrations, and a script of renames
// upgrades such a database to it.
import { readFile } from "node:fs/promises";
import type pg from "pg";

/** The name under which the upgrade is reported, and its file. */
export const upgradeName = "upgrade-0.1.0";

const baseline = "0001-baseline";

const oldMigrations: readonly string[] = [
  "0001-accounts",
  "0002-catalog",
  "0003-agreements",
  "0004-orders",
  "0005-service-role",
  "0006-hot-rows",
  "0007-import-runs",
  "0008-changes-in-order",
  "0009-supersession",
  "0010-search-in-bulk",
  "0011-agreement-terms",
  "0012-names-best-first",
  "0013-codes-without-locks",
  "0014-mail",
  "0015-people",
  "0016-order-life",
  "0017-order-lists",
  "0018-vendors-of-a-run",
  "0019-key-requests",
  "0020-operators",
  "0021-requests",
  "0022-key-desk",
  "0023-account-desk",
  "0024-import-files",
  "0025-edits-by-hand",
  "0026-order-desk",
  "0027-forms-once",
  "0028-cheaper-calls",
  "0029-counts-of-rarer-words",
];

/** The migrations of the database are not those of this version, nor can they be completed. */
export class SchemaVersionError extends Error {
  override readonly name = "SchemaVersionError";
}

/**
 * The migrations of `wanted` that are not in `present`; for a database of version 0.1.0 the upgrade
 * instead of the baseline. Throws SchemaVersionError for an older and for a newer one.
 */
export function findMissing(wanted: readonly string[], present: readonly string[]): string[] {
  const found = new Set(present);
  const unknown = present.filter((name) => !wanted.includes(name) && !oldMigrations.includes(name));
  if (unknown.length > 0) {
    throw new SchemaVersionError(
      `This database was migrated by a newer version (${unknown.join(", ")}). Start that version.`,
    );
  }
  const missing = wanted.filter((name) => !found.has(name));
  if (!oldMigrations.some((name) => found.has(name))) return missing;
  if (found.has(baseline)) {
    throw new SchemaVersionError(
      "This database lists migrations of version 0.1.0 and of a later version. Restore a backup.",
    );
  }
  if (!oldMigrations.every((name) => found.has(name))) {
    throw new SchemaVersionError(
      "This database is older than version 0.1.0. Upgrade it to 0.1.0 first, then to this.",
    );
  }
  return missing.map((name) => (name === baseline ? upgradeName : name));
}

/** Upgrades a database of version 0.1.0 in one transaction: it succeeds or changes nothing. */
export async function upgradeFrom010(client: pg.Client, directory: string): Promise<void> {
  const script = await readFile(new URL(`${upgradeName}.sql`, `file://${directory}/`), "utf8");
  await client.query("begin");
  try {
    await client.query(script);
    await client.query("delete from schema_migrations where name = any($1)", [oldMigrations]);
    await client.query("insert into schema_migrations (name, run_on) values ($1, now())", [
      baseline,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
