// From a configuration to an open database: the embedded PostgreSQL or the one of DATABASE_URL,
// its schema brought up, and the secret that belongs to it.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { type Database, type DatabaseAddress, openDatabase } from "./db/database.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./db/embedded/embeddedPostgres.ts";
import { type DatabaseFacts, migrateSchema, readDatabaseFacts } from "./db/migrateSchema.ts";

/**
 * An open database with what else belongs to it. `close` ends the embedded server if nobody else
 * uses it.
 */
export type Connection = {
  readonly db: Database;
  readonly address: DatabaseAddress;
  readonly secret: Buffer;
  /** Starts an embedded server that is gone; nothing for a server of its own. */
  readonly ensureRunning: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = {
  readonly applicationName: string;
  /** Told what happens, a line each: starts, migrations, connections lost while idle. */
  readonly report: (line: string) => void;
};

/** The secret of SECRET_KEY, or the one kept in DATA_DIR, made at the first start. */
async function readSecret(config: Config): Promise<Buffer> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey, "utf8");
  const file = join(config.dataDir, "secret.key");
  await mkdir(config.dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Written whole under another name first: a start that is cut off leaves no half secret.
    const made = `${file}.${randomBytes(6).toString("hex")}`;
    const secret = `${randomBytes(32).toString("base64url")}\n`;
    await writeFile(made, secret, { mode: 0o600, flush: true });
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await unlink(made);
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32) throw new Error(`${file} is not whole; remove it to make a new secret.`);
  return Buffer.from(secret, "utf8");
}

async function findServer(
  config: Config,
  report: (line: string) => void,
): Promise<{ address: DatabaseAddress; embedded: EmbeddedPostgres | null }> {
  if (config.databaseUrl !== null) {
    return { address: { connectionString: config.databaseUrl }, embedded: null };
  }
  await mkdir(config.dataDir, { recursive: true });
  const directory = join(config.dataDir, "postgres");
  const embedded = await openEmbeddedPostgres({ directory, log: report });
  const { socketDirectory: host, port, user } = embedded;
  return { address: { host, port, user, database: "postgres", ssl: false }, embedded };
}

/** Runs the missing migrations of a configuration's database; returns their names. */
export async function migrateDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<string[]> {
  const { address, embedded } = await findServer(config, report);
  try {
    return await migrateSchema(address);
  } finally {
    await embedded?.close();
  }
}

/**
 * Looks at a configuration's database without changing it: its version, clock and missing
 * migrations.
 */
export async function inspectDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<DatabaseFacts> {
  const { address, embedded } = await findServer(config, report);
  try {
    return await readDatabaseFacts(address);
  } finally {
    await embedded?.close();
  }
}

/** Opens the database of a configuration; throws where it cannot be reached or brought up. */
export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const { report } = options;
  const secret = await readSecret(config);
  const { address, embedded } = await findServer(config, report);
  try {
    for (const name of await migrateSchema(address)) report(`Migrated the schema: ${name}`);
  } catch (error) {
    await embedded?.close();
    throw error;
  }
  const db = openDatabase({
    address,
    poolSize: config.databasePool,
    applicationName: options.applicationName,
    onIdleError: (error) => report(`database connection lost: ${error.message}`),
  });
  return {
    db,
    address,
    secret,
    ensureRunning: async () => embedded?.ensureRunning(),
    close: async () => {
      await db.close();
      await embedded?.close();
    },
  };
}
