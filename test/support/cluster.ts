// One PostgreSQL for a whole test run, and the template database that each test file clones.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from "../../src/db/embedded/embeddedPostgres.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { prepareReset } from "./resetDatabase.ts";

export const clusterVariable = "PARTSDESK_TEST_CLUSTER";
/** A folder for DATA_DIR, which is removed with the cluster. */
export const folderVariable = "PARTSDESK_TEST_DATA_DIR";
export const templateName = "partsdesk_template";

let directory: string;
let cluster: EmbeddedPostgres;

/** Starts the cluster and makes the template; node:test calls it once, before any file. */
export async function globalSetup(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), "partsdesk-test-"));
  cluster = await openEmbeddedPostgres({ directory: join(directory, "postgres") });
  const { socketDirectory: host, port, user } = cluster;
  const client = new Client({ host, port, user, database: "postgres" });
  await client.connect();
  // Its data ends with the tests, so no statement has to wait for the disk.
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await client.query(`alter system set ${name} = off`);
  }
  await client.query("select pg_reload_conf()");
  await client.query(`create database ${templateName}`);
  await client.end();
  const template = { host, port, user, database: templateName };
  await migrateSchema(template);
  await prepareReset(template);
  process.env[folderVariable] = join(directory, "data");
  process.env[clusterVariable] = JSON.stringify({ host, port, user });
}

/** Ends the cluster and removes it; node:test calls it once, after all files. */
export async function globalTeardown(): Promise<void> {
  await cluster.close();
  await rm(directory, { recursive: true, force: true });
}
