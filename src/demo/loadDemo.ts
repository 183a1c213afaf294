// Loads the demo into an empty database through the same functions as real data: the catalog, two
// accounts with different agreements, and a key for the first.
import type { Account, AccountId } from "../accounts/account.ts";
import { createAccount } from "../accounts/openAccount.ts";
import { selectAccount } from "../accounts/queries.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { createKey } from "../keys/issueKey.ts";
import { hashKey, type PlainKey, parseKey } from "../keys/plainKey.ts";
import { selectKeyByHash } from "../keys/queries.ts";
import type { Currency } from "../kit/money.ts";
import { importDemoFile, readDemoFile } from "./demoFile.ts";

/** The first account gets the printed key; the second shows other prices. */
export const demoAccounts = [
  { name: "Example Air", email: "purchasing@example-air.example", file: "example-air.csv" },
  {
    name: "Example Repair Station",
    email: "parts@example-repair.example",
    file: "example-repair-station.csv",
  },
] as const;

async function findOrOpenAccount(
  db: Database,
  name: string,
  email: string,
  now: Date,
): Promise<Account> {
  const currency = "USD" as Currency;
  const accountId = newId() as AccountId;
  const opened = { accountId, name, email, currency, discount: 0, now };
  const account =
    (await selectAccount(db, name)) ??
    (await db.transaction(async (tx) => {
      await createAccount(tx, opened);
      return selectAccount(tx, name);
    }));
  if (account === undefined) throw new Error(`The account ${name} was not opened.`);
  return account;
}

/** True if a stored key is still valid in this database. */
export async function isActiveKey(db: Database, text: string): Promise<boolean> {
  const key = parseKey(text);
  if (key === undefined) return false;
  const found = await selectKeyByHash(db, hashKey(key));
  return found !== undefined && found.revokedAt === null && found.expiresAt === null;
}

/**
 * Loads the demo and issues its key. When repeated, adds only what is missing and issues another
 * key.
 */
export async function loadDemo(db: Database, now: Date): Promise<PlainKey> {
  const catalog = await readDemoFile("catalog.csv.gz");
  await importDemoFile(db, { kind: "catalog", name: "demo catalog", bytes: catalog }, now);
  for (const { name: account, email, file } of demoAccounts) {
    const { accountId } = await findOrOpenAccount(db, account, email, now);
    const agreement = { accountId, name: `demo agreement of ${account}` };
    const bytes = await readDemoFile(file);
    await importDemoFile(db, { kind: "agreement", ...agreement, bytes }, now);
  }
  const buyer = await selectAccount(db, demoAccounts[0].name);
  if (buyer === undefined) throw new Error("The demo account is missing.");
  const { accountId } = buyer;
  const request = { accountId, name: "demo", expiresAt: null, now };
  return (await db.transaction((tx) => createKey(tx, request))).key;
}
