// The database for measurements, created once per number of offers. Invariants: only folders marked
// by this file are written to, and the database is complete, analyzed and on disk.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { AccountId } from "../src/accounts/account.ts";
import { createAccount } from "../src/accounts/openAccount.ts";
import { selectAccount } from "../src/accounts/queries.ts";
import { findReplicaFolder } from "../src/catalog/replica/replicaFolder.ts";
import type { Database } from "../src/db/database.ts";
import { migrateSchema } from "../src/db/migrateSchema.ts";
import { newId } from "../src/db/newId.ts";
import { createKey } from "../src/keys/issueKey.ts";
import { parseCurrency } from "../src/kit/money.ts";
import { loadOffers } from "./loadOffers.ts";
import { drawSamples, type Samples } from "./samples.ts";
import { seedTrade } from "./seedTrade.ts";
import { generateSyntheticOffers, readDemoOffers } from "./syntheticOffers.ts";
import { type BenchConnection, withBenchDatabase } from "./withBenchDatabase.ts";

export type BenchDatabase = {
  readonly key: string;
  readonly samples: Samples;
  readonly replicaFolder: string;
};

type BenchDatabaseOptions = {
  readonly dataDir: string;
  readonly offers: number;
  readonly report: (line: string) => void;
};

const markName = "bench.json";
const accountName = "Example Bench Account";
const root = join(import.meta.dirname, "..");

/** Hashes what the loaded data depends on: the count, the schema and the code that loads it. */
async function hashContents(offers: number): Promise<string> {
  const files = ["bench", "migrations", "src/catalog", "src/demo/data"].map(async (folder) => {
    const names = (await readdir(join(root, folder))).sort();
    const relevant =
      /^(\d{4}-.*\.sql|((load|synthetic)\w+|partNumber|searchWords|foldWord|nameAbb\w+)\.ts|catalog\.csv\.gz)$/;
    return names.filter((name) => relevant.test(name)).map((name) => join(root, folder, name));
  });
  const hash = createHash("sha256").update(String(offers));
  for (const file of (await Promise.all(files)).flat()) hash.update(await readFile(file));
  return hash.digest("hex");
}

/** True if the folder has exactly these contents. Throws for a folder with other files. */
async function isLoaded(dataDir: string, contents: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const mark = join(dataDir, markName);
  if (existsSync(mark)) return (await readFile(mark, "utf8")) === contents;
  if ((await readdir(dataDir)).length === 0) return false;
  throw new Error(`${dataDir} contains other files. Choose an empty or new folder.`);
}

async function openBenchAccount(db: Database): Promise<AccountId> {
  const known = await selectAccount(db, accountName);
  if (known !== undefined) return known.accountId;
  const accountId = newId() as AccountId;
  const currency = parseCurrency("USD");
  if (currency === undefined) throw new Error("USD is not in the table of currencies");
  const email = "bench@example.com";
  const account = { accountId, name: accountName, email, currency, discount: 750 };
  await db.transaction((tx) => createAccount(tx, { ...account, now: new Date() }));
  return accountId;
}

/** Adds contract lines for a thousand parts and rules for two vendors to the account's discount. */
async function insertAgreement(client: Client, accountId: AccountId): Promise<void> {
  const columns = `account_id, scope, part_number, part_number_key, vendor, min_quantity,
    unit_price, currency, discount, valid_from, updated_at`;
  await client.query(
    `insert into agreement_rules (${columns})
      select $1, 'part', part_number, part_number_key, null, 1, div(list_price, 2) + 1, 'USD', null,
        '2026-01-01', now()
      from (select distinct on (part_number_key) * from offers where list_price is not null
        and currency = 'USD'
        and offer_id % 500 = 1 order by part_number_key limit 1000) chosen`,
    [accountId],
  );
  await client.query(
    `insert into agreement_rules (${columns})
      select $1, 'vendor', null, null, vendor, 1, null, null, 1200, '2026-01-01', now()
      from (select distinct vendor from offers order by vendor limit 2) chosen`,
    [accountId],
  );
}

async function load(
  { db, address, client }: BenchConnection,
  { offers, report }: BenchDatabaseOptions,
): Promise<void> {
  await client.query("drop schema public cascade");
  await client.query("create schema public");
  await migrateSchema(address);
  await loadOffers(db, generateSyntheticOffers(await readDemoOffers(), offers), (rows) => {
    if (rows % 100_000 === 0) report(`Read ${rows} of ${offers} offers.`);
  });
  await insertAgreement(client, await openBenchAccount(db));
}

/**
 * Prepares the database: loads the offers unless the folder has them, resets orders and accounts to
 * their initial state, and issues a key. The server has stopped when this returns.
 */
export async function prepareBenchDatabase(options: BenchDatabaseOptions): Promise<BenchDatabase> {
  const { dataDir, offers, report } = options;
  const contents = await hashContents(offers);
  const loaded = await isLoaded(dataDir, contents);
  await writeFile(join(dataDir, markName), loaded ? contents : "loading");
  const prepare = async (connection: BenchConnection): Promise<BenchDatabase> => {
    const { db, client } = connection;
    if (!loaded) await load(connection, options);
    if (!loaded) await client.query("vacuum (analyze)");
    await seedTrade(client);
    const accountId = await openBenchAccount(db);
    const now = new Date();
    const request = { accountId, name: "bench", expiresAt: null, now };
    const { key } = await db.transaction((tx) => createKey(tx, request));
    const samples = await drawSamples(client);
    await client.query("checkpoint");
    await writeFile(join(dataDir, markName), contents);
    return { key, samples, replicaFolder: await findReplicaFolder(db, dataDir) };
  };
  return withBenchDatabase(dataDir, prepare, report);
}
