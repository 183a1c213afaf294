// An account and the files of its agreement.

import assert from "node:assert/strict";
import type { Account } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { importAgreement } from "../../src/prices/agreements/importAgreement.ts";
import {
  type FeedOptions,
  flattenCounts,
  toFeedFile,
  toRequest,
  toSource,
  withSession,
} from "./importText.ts";
import { insertAccount } from "./insertBuyer.ts";
import type { TestDatabase } from "./testDatabase.ts";

export async function openEuroAccount(
  { db }: TestDatabase,
  name: string,
  now: Date,
): Promise<Account> {
  const accountId = await insertAccount(db, now, { name, currency: "EUR" });
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
  const request = toRequest("agreement", { now, accountId: account.accountId, ...given });
  const imported = await withSession(db, (session) =>
    importAgreement(db, session, toSource(toFeedFile(text), given), request),
  );
  const { created, updated, unchanged, refused } = flattenCounts(imported);
  return {
    counts: { created, updated, unchanged, refused },
    unknownParts: imported.counts["unknown_parts"],
    refusals: imported.refusals,
    warnings: imported.warnings,
  };
}
