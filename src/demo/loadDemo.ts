// Loads the demo into an empty database through the same functions as real data: the catalog, two
// accounts with different agreements, and a key for the first.
import type { Account, AccountId } from "../accounts/account.ts";
import { createAccount } from "../accounts/openAccount.ts";
import { selectAccount } from "../accounts/queries.ts";
import { offerFileColumns } from "../catalog/offerFields.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { importCatalog } from "../imports/offers/importCatalog.ts";
import { createKey } from "../keys/issueKey.ts";
import { hashKey, type PlainKey, parseKey } from "../keys/plainKey.ts";
import { selectKeyByHash } from "../keys/queries.ts";
import type { Currency } from "../kit/money.ts";
import { importAgreement } from "../prices/agreements/importAgreement.ts";
import { demoAgreementColumns, generateDemoAgreements } from "./demoAgreements.ts";
import { generateDemoCatalog } from "./demoCatalog.ts";
import { createImportOptions, expectNoRefusal, onHand, toFile } from "./demoFile.ts";

/** The first account gets the printed key; the second shows other prices. */
export const demoAccounts = [
  { name: "Example Air", email: "purchasing@example-air.example" },
  { name: "Example Repair Station", email: "parts@example-repair.example" },
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
  const session = await db.openSession();
  try {
    const catalog = toFile(offerFileColumns, generateDemoCatalog());
    const options = createImportOptions("demo catalog", catalog.sha256);
    const merged = { ...options, vendor: null, replace: false, stock: onHand };
    const imported = await importCatalog(db, session, catalog.file, merged, now);
    expectNoRefusal("demo catalog", imported);
    for (const { account: name, rows } of generateDemoAgreements()) {
      const email = demoAccounts.find((account) => account.name === name)?.email ?? "";
      const account = await findOrOpenAccount(db, name, email, now);
      const what = `demo agreement of ${name}`;
      const { file, sha256 } = toFile(demoAgreementColumns, rows);
      const agreement = { ...createImportOptions(what, sha256), account };
      expectNoRefusal(what, await importAgreement(db, session, file, agreement, now));
    }
  } finally {
    await session.close();
  }
  const buyer = await selectAccount(db, demoAccounts[0].name);
  if (buyer === undefined) throw new Error("The demo account is missing.");
  const { accountId } = buyer;
  const request = { accountId, name: "demo", expiresAt: null, now };
  return (await db.transaction((tx) => createKey(tx, request))).key;
}
