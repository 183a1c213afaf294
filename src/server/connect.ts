// Opens the database of a configuration (embedded, or DATABASE_URL), migrates its schema and reads
// the secret that belongs to it.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseAddress, toAddress } from "../db/address.ts";
import { sessionSettings } from "../db/connection.ts";
import type { Database } from "../db/database.ts";
import { openEmbeddedPostgres } from "../db/embedded/embeddedPostgres.ts";
import { secretFile, serverFolder } from "../db/embedded/fileNames.ts";
import { type DatabaseFacts, migrateSchema, readDatabaseFacts } from "../db/migrateSchema.ts";
import { openDatabase } from "../db/openDatabase.ts";
import type { Config } from "./config.ts";

/** An open database. `close` also stops the embedded server if no other process uses it. */
export type Connection = {
  readonly db: Database;
  readonly address: DatabaseAddress;
  readonly secret: Buffer;
  /** Restarts an embedded server that has died; does nothing with DATABASE_URL. */
  readonly ensureRunning: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type ConnectOptions = {
  readonly applicationName: string;
  /** Receives a line for each start, migration and lost idle connection. */
  readonly report: (line: string) => void;
};

/** Returns SECRET_KEY, or the secret in DATA_DIR, which the first start creates. */
async function readSecret(config: Config): Promise<Buffer> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey, "utf8");
  const file = join(config.dataDir, secretFile);
  await mkdir(config.dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Written completely under another name first, so that a crash leaves no partial secret.
    const made = `${file}.${randomBytes(6).toString("hex")}`;
    const secret = `${randomBytes(32).toString("base64url")}\n`;
    await writeFile(made, secret, { mode: 0o600, flush: true });
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await unlink(made);
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < 32)
    throw new Error(`${file} is incomplete. Remove it to create a new secret.`);
  return Buffer.from(secret, "utf8");
}

/** `owner` migrates the schema, which it owns; the service signs in at `address`. */
async function findServer(config: Config, report: (line: string) => void) {
  if (config.databaseUrl !== null) {
    const address = toAddress(config.databaseUrl);
    return { owner: address, address, embedded: null };
  }
  await mkdir(config.dataDir, { recursive: true });
  const directory = join(config.dataDir, serverFolder);
  const embedded = await openEmbeddedPostgres({ directory, log: report });
  const { socketDirectory: host, port, user } = embedded;
  const owner = { host, port, user, database: "postgres", ssl: false };
  return { owner, address: { ...owner, user: sessionSettings.role }, embedded };
}

export async function migrateDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<string[]> {
  const { owner, embedded } = await findServer(config, report);
  try {
    return await migrateSchema(owner, report);
  } finally {
    await embedded?.close();
  }
}

/** Inspects the database without changing it: its version, clock and missing migrations. */
export async function inspectDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<DatabaseFacts> {
  const { owner, embedded } = await findServer(config, report);
  try {
    return await readDatabaseFacts(owner);
  } finally {
    await embedded?.close();
  }
}

/** Opens the database. Throws if it cannot be reached or migrated. */
export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const { report } = options;
  const secret = await readSecret(config);
  const { owner, address, embedded } = await findServer(config, report);
  try {
    const [first, ...rest] = await migrateSchema(owner, report);
    const last = rest.at(-1);
    const names = last === undefined ? first : `${first} to ${last}`;
    if (names !== undefined) report(`Migrated the schema: ${names}`);
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
