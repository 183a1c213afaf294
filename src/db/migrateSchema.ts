// Brings the schema up to the migrations of this version, forward only, one caller at a time.
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { DatabaseAddress, Queryable } from "./database.ts";
import { findMissing, upgradeFrom010, upgradeName } from "./upgradeFrom010.ts";

const directory = fileURLToPath(new URL("../../migrations", import.meta.url));
const table = "schema_migrations";
/** The advisory lock that a migration holds. */
const turn = "hashtextextended('partsdesk migrate', 0)";
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
  const pgPool = new pg.Pool({ ...address, application_name: "partsdesk migrate", max: 1 });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (lent) => lent.on("error", () => undefined));
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
  const client = new pg.Client({
    ...address,
    application_name: "partsdesk migrate",
    connectionTimeoutMillis: 5_000,
  });
  // A connection that breaks also fails the next statement; without a listener, the event would end
  // the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type DatabaseFacts = {
  readonly version: string;
  readonly now: Date;
  readonly missingMigrations: readonly string[];
};

/** Reads the server's version and clock and which migrations are missing. */
export async function readDatabaseFacts(address: DatabaseAddress): Promise<DatabaseFacts> {
  return withClient(address, async (client) => {
    const found = await client.query<{ version: string; now: Date }>(
      `select 'PostgreSQL ' || current_setting('server_version') as version,
        clock_timestamp() as now`,
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
