// Fills an empty database with the demo distributor: its catalog, two accounts with different
// agreements and a key for the first. All of it goes through the same verbs as real data.
import { randomUUIDv7 } from "node:crypto";
import type { Account, AccountId } from "../accounts/account.ts";
import { issueKey } from "../accounts/issueKey.ts";
import { hashKey, type PlainKey, parseKey } from "../accounts/plainKey.ts";
import { selectAccount, useKey } from "../accounts/queries.ts";
import { importCatalog } from "../catalog/importCatalog.ts";
import type { Database } from "../db/database.ts";
import type { FileRecord } from "../files/fileRecord.ts";
import type { Currency } from "../money.ts";
import { importAgreement } from "../pricing/importAgreement.ts";
import { openAccount } from "../pricing/openAccount.ts";
import { demoAgreementColumns, generateDemoAgreements } from "./demoAgreements.ts";
import { generateDemoCatalog } from "./demoCatalog.ts";
import { demoColumns } from "./demoOffer.ts";

/** The account whose key is printed, and the other one, by which prices can be compared. */
export const demoAccounts = [
  { name: "Example Air", email: "purchasing@example-air.example" },
  { name: "Example Repair Station", email: "parts@example-repair.example" },
] as const;

const batchSize = 1_000;

async function* toBatches<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, string>>>,
): AsyncGenerator<readonly FileRecord[]> {
  let batch: FileRecord[] = [{ line: 1, cells: columns }];
  let line = 1;
  for (const row of rows) {
    line += 1;
    batch.push({ line, cells: columns.map((column) => row[column]) });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Every row of the demo is good; anything else is a fault of the generator, and said. */
function expectNoRefusal(
  what: string,
  result: { refused: number; refusals: readonly unknown[] },
): void {
  if (result.refused === 0) return;
  throw new Error(`${what}: ${result.refused} rows refused: ${JSON.stringify(result.refusals[0])}`);
}

async function findOrOpenAccount(
  db: Database,
  name: string,
  email: string,
  now: Date,
): Promise<Account> {
  const currency = "USD" as Currency;
  const accountId = randomUUIDv7() as AccountId;
  await openAccount(db, { accountId, name, email, currency, discount: 0, now });
  const account = await selectAccount(db, name);
  if (account === undefined) throw new Error(`The account ${name} was not opened.`);
  return account;
}

/** Whether a key kept from an earlier start still opens this database. */
export async function isGoodKey(db: Database, text: string, now: Date): Promise<boolean> {
  const key = parseKey(text);
  if (key === undefined) return false;
  const found = await useKey(db, hashKey(key), now);
  return found !== undefined && found.revokedAt === null && found.expiresAt === null;
}

/**
 * Loads the demo and issues its key; again it changes only what is missing, and issues another
 * key.
 */
export async function loadDemo(db: Database, now: Date): Promise<PlainKey> {
  const session = await db.openSession();
  try {
    const outlets = { refusedRows: null, onStep: () => undefined };
    const options = { ...outlets, vendor: null, replace: false, dryRun: false };
    const catalog = toBatches(demoColumns, generateDemoCatalog());
    expectNoRefusal("demo catalog", await importCatalog(session, catalog, options, now));
    for (const { account: name, rows } of generateDemoAgreements()) {
      const email = demoAccounts.find((account) => account.name === name)?.email ?? "";
      const account = await findOrOpenAccount(db, name, email, now);
      const records = toBatches(demoAgreementColumns, rows);
      const agreement = { ...outlets, account, dryRun: false };
      expectNoRefusal(
        `agreement of ${name}`,
        await importAgreement(session, records, agreement, now),
      );
    }
  } finally {
    await session.close();
  }
  const buyer = await selectAccount(db, demoAccounts[0].name);
  if (buyer === undefined) throw new Error("The demo account is missing.");
  const { accountId } = buyer;
  return (await issueKey(db, { accountId, name: "demo", expiresAt: null, now })).key;
}
