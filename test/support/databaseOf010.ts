// A database as version 0.1.0 left it, loaded from its dump.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Logger, runMigrations } from "graphile-worker";
import { Client, Pool } from "pg";
import type { DatabaseAddress } from "../../src/db/address.ts";

const fixture = new URL("../db/fixtures/0.1.0.sql", import.meta.url);

export type DatabaseOf010 = {
  readonly address: DatabaseAddress;
  /** Connected as the owner of the schema. */
  readonly client: Client;
  /** Ends the connection and drops the database. */
  close(): Promise<void>;
};

async function installJobs(address: DatabaseAddress): Promise<void> {
  const pgPool = new Pool({ ...address, max: 1 });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  await pgPool.end();
}

/** Creates a database in the cluster of `owner` and loads the dump into it. */
export async function openDatabaseOf010(
  owner: Client,
  cluster: DatabaseAddress,
): Promise<DatabaseOf010> {
  const database = `old_${randomBytes(6).toString("hex")}`;
  await owner.query(`create database ${database}`);
  const address = { ...cluster, database };
  await installJobs(address);
  const client = new Client(address);
  await client.connect();
  try {
    await client.query(await readFile(fixture, "utf8"));
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    address,
    client,
    async close() {
      await client.end();
      await owner.query(`drop database ${database} with (force)`);
    },
  };
}

/** Runs `work` on such a database, and drops it. */
export async function withDatabaseOf010<T>(
  owner: Client,
  cluster: DatabaseAddress,
  work: (old: DatabaseOf010) => Promise<T>,
): Promise<T> {
  const old = await openDatabaseOf010(owner, cluster);
  try {
    return await work(old);
  } finally {
    await old.close();
  }
}
