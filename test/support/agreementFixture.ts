// An account and the files of its agreement.
import assert from "node:assert/strict";
import type { Account, AccountId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { parseCurrency } from "../../src/money.ts";
import { importAgreement } from "../../src/pricing/agreements/importAgreement.ts";
import { type FeedOptions, flattenCounts, toFeedFile, toImportOptions } from "./importText.ts";
import type { TestDatabase } from "./testDatabase.ts";

export async function openEuroAccount(
  { db }: TestDatabase,
  name: string,
  now: Date,
): Promise<Account> {
  const currency = parseCurrency("EUR");
  assert.ok(currency !== undefined);
  const accountId = newId() as AccountId;
  const email = "buyer@example.com";
  const opened = { accountId, name, email, currency, discount: 0, now };
  await db.transaction((tx) => createAccount(tx, opened));
  const found = await selectAccount(db, accountId);
  assert.ok(found !== undefined);
  return found;
}

/** Imports the text of a file into the agreement of an account. */
export async function importRulesOf(
  { db }: TestDatabase,
  account: Account,
  text: string,
  now: Date,
  given: FeedOptions = {},
) {
  const session = await db.openSession();
  try {
    const options = { ...toImportOptions(given), account };
    const imported = await importAgreement(db, session, toFeedFile(text), options, now);
    const { created, updated, unchanged, refused } = flattenCounts(imported);
    return {
      counts: { created, updated, unchanged, refused },
      unknownParts: imported.counts["unknown_parts"],
      refusals: imported.refusals,
      warnings: imported.warnings,
    };
  } finally {
    await session.close();
  }
}
