// A DATA_DIR with an embedded server, a catalog and a key, for tests of backups.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openEmbeddedPostgres } from "../../src/db/embedded/embeddedPostgres.ts";
import { catalogHeader as header } from "./importText.ts";
import { type CommandResult, runCommand } from "./runCommand.ts";

export type BackupFixture = {
  /** For this and for what the test creates. */
  readonly folder: string;
  readonly dataDir: string;
  readonly key: string;
  readonly partNumbers: readonly string[];
  close(): Promise<void>;
};

export const embedded = { url: "" };
const partNumbers = Array.from({ length: 40 }, (_, index) => `BK${index}-1`);

export const environmentAt = (dataDir: string) => ({ DATA_DIR: dataDir, SECRET_KEY: "" });

/** Runs a command on the embedded server of `dataDir`. */
export function runAt(dataDir: string, ...args: string[]): Promise<CommandResult> {
  return runCommand(embedded, args, environmentAt(dataDir));
}

export async function openBackupFixture(): Promise<BackupFixture> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-backup-"));
  const dataDir = join(folder, "source");
  const offers = partNumbers.map((number) => `${number},BOLT,NE,EA,900000,1.50,USD,Vendor`);
  await writeFile(join(folder, "offers.csv"), [header, ...offers, ""].join("\n"));
  await runAt(dataDir, "catalog", "import", join(folder, "offers.csv"));
  await runAt(dataDir, "account", "create", "--name", "A", "--email", "a@b.example");
  const issued = await runAt(dataDir, "key", "issue", "--account", "A", "--json");
  return {
    folder,
    dataDir,
    key: issued.json().key,
    partNumbers,
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Runs `work` on the embedded server of `dataDir`, as its owner. */
export async function withClient<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const server = await openEmbeddedPostgres({ directory: join(dataDir, "postgres") });
  const { socketDirectory: host, port, user } = server;
  const client = new Client({ host, port, user, database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await server.close();
  }
}

/** Each table of a database, as text. */
export function readTables(dataDir: string): Promise<Map<string, string[]>> {
  return withClient(dataDir, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and relpersistence = 'p'
         and nspname not in ('pg_catalog', 'information_schema')`,
    );
    const content = new Map<string, string[]>();
    for (const { name } of tables.rows) {
      const rows = await client.query(`select t::text as text from ${name} t order by 1`);
      content.set(
        name,
        rows.rows.map(({ text }) => text),
      );
    }
    return content;
  });
}
