// A clean database for each test file. Nothing is dropped while tests run: each drop forces a
// checkpoint.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { DatabaseAddress } from "../../src/db/address.ts";
import { sessionSettings } from "../../src/db/connection.ts";
import type { Database, Session } from "../../src/db/database.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { clusterVariable, templateName } from "./cluster.ts";
import { resetDatabase } from "./resetDatabase.ts";
import { openTestReplica, type TestReplica } from "./testReplica.ts";

export type TestDatabase = {
  /** As the service opens it. */
  readonly db: Database;
  /** The owner's. */
  readonly address: DatabaseAddress & { readonly database: string };
  /** A replica of this database; it shows what was committed before `catchUp`. */
  readonly replica: TestReplica;
  /** As DATABASE_URL, for a process of its own. */
  readonly url: string;
  /** A session with the rights of the owner. */
  openOwner(): Promise<Session>;
  close(): Promise<void>;
};

type ClusterAddress = { readonly host: string; readonly port: number; readonly user: string };

function readCluster(): ClusterAddress {
  const text = process.env[clusterVariable];
  if (text === undefined) throw new Error("Run tests with bin/test: it starts their PostgreSQL.");
  return JSON.parse(text) as ClusterAddress;
}

/** Databases of this process that no test uses now. */
const unused: string[] = [];

/** A database as the migrations made it: one that was used before, or a clone of the template. */
async function takeDatabase(cluster: ClusterAddress, isNew: boolean): Promise<string> {
  const used = isNew ? undefined : unused.pop();
  if (used !== undefined && (await resetDatabase({ ...cluster, database: used }))) return used;
  const database = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client({ ...cluster, database: "postgres" });
  await client.connect();
  try {
    await client.query(`create database ${database} template ${templateName}`);
  } finally {
    await client.end();
  }
  return database;
}

/**
 * Opens a clean database as the service would, with `poolSize` connections. One that is new has
 * never had a row, which plans of statements depend on.
 */
export async function openTestDatabase(poolSize = 10, isNew = false): Promise<TestDatabase> {
  const cluster = readCluster();
  const database = await takeDatabase(cluster, isNew);
  const opened = openDatabaseAt({ ...cluster, database }, poolSize);
  let isOpen = true;
  return {
    ...opened,
    async close() {
      await opened.close();
      // A copy of this closes it again. A database that is listed twice gets two users.
      if (isOpen) unused.push(database);
      isOpen = false;
    },
  };
}

/** Connections as the user of an address. */
export function openPool(address: DatabaseAddress, poolSize = 2): Database {
  const options = { applicationName: "partsdesk test", onIdleError: () => undefined };
  return openDatabase({ ...options, address, poolSize });
}

/** Opens a database that has the schema as the service would; `address` is its owner's. */
export function openDatabaseAt(address: TestDatabase["address"], poolSize = 10): TestDatabase {
  const db = openPool({ ...address, user: sessionSettings.role }, poolSize);
  const { host = "", port, database } = address;
  const replica = openTestReplica(db);
  return {
    db,
    replica,
    address,
    url: `postgres://${sessionSettings.role}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    async openOwner() {
      const session = await openPool(address).openSession();
      await session.client.query("set role none");
      return session;
    },
    async close() {
      await replica.close();
      await db.close();
    },
  };
}
