// Brings the schema up to the migrations of this version, forward only, one caller at a time.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { readVersion } from "../version.ts";
import type { DatabaseAddress } from "./address.ts";
import { connectClient, openPool } from "./connection.ts";
import type { Queryable } from "./database.ts";
import { isLockTimeout } from "./databaseErrors.ts";
import { waitsForStandby } from "./replication.ts";

const directory = fileURLToPath(new URL("../../migrations", import.meta.url));
const table = "schema_migrations";
/** The advisory lock that a migration holds. */
const turn = "hashtextextended('partsdesk migrate', 0)";
/** What queues behind a migration waits no longer than this; orders wait 4 seconds. */
const settings = { lock_timeout: "300ms" };
/** What queued goes first. */
const pauseMs = 1_000;
const connecting = { applicationName: "partsdesk migrate", settings, timeoutMs: 5_000 };
// Without naming the column: a database from before the baseline has none.
const selectPresent = `select name, to_jsonb(m) ->> 'works_with' as "worksWith" from ${table} m`;

/** The first file. It replaced 42, which were never released; their names have this SHA-256. */
const baseline = "0042-baseline";
const replacedNames = "37880e39dbb042a9afb12bafef263b177f1c62950aec9d649bc4c86d3e601475";
const afterReplaced = "0043";

async function listMigrations(): Promise<string[]> {
  const files = await readdir(directory);
  return files
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
}

/** The migrations of the database are not those of this version, nor can they be completed. */
export class SchemaVersionError extends Error {
  override readonly name = "SchemaVersionError";
}

/** `worksWith` is the oldest version that works on the result; null: only one with the file. */
type PresentMigration = { readonly name: string; readonly worksWith: string | null };

const isReplaced = (name: string): boolean => name < afterReplaced && name !== baseline;

/** Throws SchemaVersionError unless this version can work with, or complete, what is present. */
function checkPresent(wanted: readonly string[], present: readonly PresentMigration[]): void {
  const unknown = present.filter(({ name }) => !wanted.includes(name) && !isReplaced(name));
  const barring = unknown.filter(
    ({ worksWith }) =>
      worksWith === null || readVersion().localeCompare(worksWith, "en", { numeric: true }) < 0,
  );
  if (barring.length > 0) {
    const names = barring.map(({ name }) => name).join(", ");
    throw new SchemaVersionError(
      `This database was migrated by a newer version (${names}). Start that version.`,
    );
  }
  const replaced = present.map(({ name }) => name).filter(isReplaced);
  if (replaced.length === 0) return;
  const digest = createHash("sha256").update(replaced.sort().join("\n")).digest("hex");
  if (digest !== replacedNames || present.some(({ name }) => name === baseline)) {
    throw new SchemaVersionError(
      "This database has not exactly the migrations 0001 to 0042, which one file replaced. Run " +
        "bin/partsdesk migrate of commit 89e1d434 before this version, or restore a backup.",
    );
  }
}

async function listMissing(present: readonly PresentMigration[]): Promise<string[]> {
  const wanted = await listMigrations();
  checkPresent(wanted, present);
  return wanted.filter((wantedName) => !present.some(({ name }) => name === wantedName));
}

/**
 * The migrations of this version that the database does not have yet. Throws SchemaVersionError if
 * it has some of those that the baseline replaced, or one of a newer version that this version
 * cannot work with.
 */
export async function listMissingMigrations(db: Queryable): Promise<string[]> {
  return listMissing(await db.query({ name: "migrations", text: selectPresent }));
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

/** Runs one migration and records it, in one transaction: it succeeds or changes nothing. */
async function runMigration(client: pg.Client, name: string): Promise<void> {
  const script = await readFile(`${directory}/${name}.sql`, "utf8");
  const [, worksWith = null] = /^-- Works with: (.+)$/m.exec(script) ?? [];
  await client.query("begin");
  const remove = `delete from ${table} where name < $1`;
  const replaced = name === baseline ? await client.query(remove, [afterReplaced]) : null;
  // The replaced migrations have created the same schema.
  if (!replaced?.rowCount) await client.query(script);
  const record = `insert into ${table} (name, run_on, works_with) values ($1, now(), $2)`;
  await client.query(record, [name, worksWith]);
  await client.query("commit");
}

async function listPresent(client: pg.Client): Promise<PresentMigration[]> {
  const found = await client.query("select to_regclass($1) is not null as exists", [table]);
  return found.rows[0]?.exists ? (await client.query(selectPresent)).rows : [];
}

async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(address, connecting);
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
  /** True if the login can do more than the service needs: own its tables, or administer. */
  readonly hasExcessRights: boolean;
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
        ${waitsForStandby} as "waitsForStandby",
        rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or exists (
          select from pg_class c where relnamespace = 'public'::regnamespace
            and pg_has_role(session_user, c.relowner, 'member')
        ) as "hasExcessRights"
      from pg_roles where rolname = session_user`,
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error("The database did not respond.");
    return { ...row, missingMigrations: await listMissing(await listPresent(client)) };
  });
}

/** Adds the names of the migrations that it runs to `ran`. */
async function runMissing(client: pg.Client, address: DatabaseAddress, ran: string[]) {
  if ((await listMissing(await listPresent(client))).length === 0) return;
  // Held until the connection ends: concurrent first starts would disturb each other.
  await client.query(`select pg_advisory_lock(${turn})`);
  const missing = await listMissing(await listPresent(client));
  if (missing.length === 0) return;
  await installJobs(address);
  await client.query(`create table if not exists ${table}
    (id serial primary key, name varchar(255) not null, run_on timestamp not null);
    alter table ${table} add column if not exists works_with text`);
  for (const name of missing) {
    await runMigration(client, name);
    ran.push(name);
  }
}

/**
 * Runs the missing migrations, each in its own transaction, as the role in `address`, which must
 * own the schema. Installs the schema of the job runner first. Returns the names of the migrations
 * that ran. A concurrent caller waits for the first and then finds nothing to do. Statements of the
 * service queue behind one that waits for a lock, so none waits long: it gives way and tries again.
 */
export async function migrateSchema(
  address: DatabaseAddress,
  report: (line: string) => void = () => undefined,
): Promise<string[]> {
  const ran: string[] = [];
  for (;;) {
    try {
      await withClient(address, (client) => runMissing(client, address, ran));
      return ran;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    report("A migration waits for a lock that another transaction has.");
    await delay(pauseMs);
  }
}
