// Brings the schema up to the migrations of this version, forward only, one caller at a time.
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { DatabaseAddress } from "./address.ts";
import { connectClient, openPool } from "./connection.ts";
import type { Queryable } from "./database.ts";
import { waitsForStandby } from "./replication.ts";
import { findMissing, upgradeFrom010, upgradeName } from "./upgradeFrom010.ts";

const directory = fileURLToPath(new URL("../../migrations", import.meta.url));
const table = "schema_migrations";
/** The advisory lock that a migration holds. */
const turn = "hashtextextended('partsdesk migrate', 0)";
const connecting = { applicationName: "partsdesk migrate", settings: {}, timeoutMs: 5_000 };
const selectNames = `select name from ${table}`;

async function listMigrations(): Promise<string[]> {
  const files = await readdir(directory);
  return files
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
}

async function listMissing(present: readonly { name: string }[]): Promise<string[]> {
  const names = present.map((row) => row.name);
  return findMissing(await listMigrations(), names);
}

/**
 * The migrations of this version that the database does not have yet. Throws SchemaVersionError if
 * it is older than version 0.1.0 or newer than this version.
 */
export async function listMissingMigrations(db: Queryable): Promise<string[]> {
  return listMissing(await db.query({ name: "migrations", text: selectNames }));
}

/** Installs the schema of the job runner, to which ours refers. */
async function installJobs(address: DatabaseAddress): Promise<void> {
  const { Logger, runMigrations: install } = await import("graphile-worker");
  const onIdleError = (): void => undefined;
  const { pool: pgPool } = openPool(address, { ...connecting, max: 1, onIdleError });
  try {
    await install({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}

async function runMigrations(client: pg.Client): Promise<string[]> {
  // Loaded only if there is something to run: it delays a start by a tenth of a second.
  const { runner } = await import("node-pg-migrate");
  const ran = await runner({
    dbClient: client,
    dir: directory,
    ignorePattern: "(?!\\d{4}-).*",
    direction: "up",
    migrationsTable: table,
    advisoryLockMode: "wait",
    log: () => undefined,
  });
  await client.query(`grant select on ${table} to partsdesk_service`);
  return ran.map((migration) => migration.name);
}

async function listPresent(client: pg.Client): Promise<{ name: string }[]> {
  const found = await client.query("select to_regclass($1) is not null as exists", [table]);
  return found.rows[0]?.exists ? (await client.query(selectNames)).rows : [];
}

async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(address, connecting);
  // A connection that breaks also fails the next statement; without a listener, the event would end
  // the process.
  client.on("error", () => undefined);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type DatabaseFacts = {
  readonly version: string;
  readonly now: Date;
  /** Settings without which a crash of the server can lose what was committed. */
  readonly unsafeSettings: readonly string[];
  readonly waitsForStandby: boolean;
  readonly missingMigrations: readonly string[];
};

/** Reads the server's version, clock and safety, and which migrations are missing. */
export async function readDatabaseFacts(address: DatabaseAddress): Promise<DatabaseFacts> {
  return withClient(address, async (client) => {
    const found = await client.query<Omit<DatabaseFacts, "missingMigrations">>(
      `select 'PostgreSQL ' || current_setting('server_version') as version,
        clock_timestamp() as now,
        array(
          select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) name
          where current_setting(name) = 'off'
        ) as "unsafeSettings",
        ${waitsForStandby} as "waitsForStandby"`,
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error("The database did not respond.");
    return { ...row, missingMigrations: await listMissing(await listPresent(client)) };
  });
}

/**
 * Runs the missing migrations, each in its own transaction, as the role in `address`, which must
 * own the schema. Installs the schema of the job runner first. Returns the names of the migrations
 * that ran. A concurrent caller waits for the first and then finds nothing to do.
 */
export async function migrateSchema(address: DatabaseAddress): Promise<string[]> {
  return withClient(address, async (client) => {
    if ((await listMissing(await listPresent(client))).length === 0) return [];
    // Held until the connection ends: neither library prevents concurrent first starts.
    await client.query(`select pg_advisory_lock(${turn})`);
    const missing = await listMissing(await listPresent(client));
    if (missing.length === 0) return [];
    await installJobs(address);
    if (!missing.includes(upgradeName)) return runMigrations(client);
    await upgradeFrom010(client, directory);
    return [upgradeName, ...(await runMigrations(client))];
  });
}
