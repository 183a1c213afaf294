// A database of its own for each test file, cloned from the template and dropped at the end.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { DatabaseAddress } from "../../src/db/address.ts";
import type { Database } from "../../src/db/database.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { clusterVariable, templateName } from "./cluster.ts";
import { openTestReplica, type TestReplica } from "./testReplica.ts";

export type TestDatabase = {
  readonly db: Database;
  readonly address: DatabaseAddress & { readonly database: string };
  /** A replica of this database; it shows what was committed before `catchUp`. */
  readonly replica: TestReplica;
  /** As DATABASE_URL, for a process of its own. */
  readonly url: string;
  close(): Promise<void>;
};

type ClusterAddress = { readonly host: string; readonly port: number; readonly user: string };

function readCluster(): ClusterAddress {
  const text = process.env[clusterVariable];
  if (text === undefined) throw new Error("Run tests with bin/test: it starts their PostgreSQL.");
  return JSON.parse(text) as ClusterAddress;
}

async function runOnCluster(cluster: ClusterAddress, statement: string): Promise<void> {
  const client = new Client({ ...cluster, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Clones the template and opens it as the service would, with `poolSize` connections. */
export async function openTestDatabase(poolSize = 10): Promise<TestDatabase> {
  const cluster = readCluster();
  const database = `test_${randomBytes(6).toString("hex")}`;
  await runOnCluster(cluster, `create database ${database} template ${templateName}`);
  const address = { ...cluster, database };
  const db = openDatabase({
    address,
    poolSize,
    applicationName: "partsdesk test",
    onIdleError: () => undefined,
  });
  const { host, port, user } = cluster;
  const replica = openTestReplica(db);
  return {
    db,
    replica,
    address,
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    async close() {
      await replica.closeAll();
      await db.close();
      await runOnCluster(cluster, `drop database ${database} with (force)`);
    },
  };
}
