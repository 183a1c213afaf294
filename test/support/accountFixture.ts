// What tests of the console do with accounts: open, find, read the audit log, undo.
import assert from "node:assert/strict";
import type { AccountId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../src/accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import type { Currency } from "../../src/money.ts";
import { readAttribute } from "./readAttribute.ts";
import type { TestApp } from "./testApp.ts";
import type { TestOperator } from "./testOperator.ts";

export type AccountFixture = {
  /** Opens an account, by default with a name that no other test uses. */
  open(name?: string, email?: string): Promise<AccountId>;
  find(accountId: string): Promise<OperatorAccount>;
  /** What operators did to an account, newest first. */
  eventsOn(accountId: string): Promise<StoredAuditEvent[]>;
};

/** The console's address of an account, and what is below it. */
export function addressOf(accountId: string, rest = ""): string {
  return `/console/accounts/${accountId}${rest}`;
}

/** The accounts of an app. */
export function openAccountFixture({ database: { db }, clock }: TestApp): AccountFixture {
  return {
    async open(name = `Air ${newId()}`, email = "parts@air.example") {
      const accountId = newId() as AccountId;
      const currency = "USD" as Currency;
      const account = { accountId, name, email, currency, discount: 0, now: clock.now };
      await db.transaction((tx) => createAccount(tx, account));
      return accountId;
    },
    find: async (accountId) => (await selectOperatorAccount(db, accountId)) ?? assert.fail(),
    async eventsOn(accountId) {
      const none = { operatorId: null, action: null, subjectKind: null, subjectId: null };
      const filter = { ...none, accountId, from: null, until: null };
      return selectAuditEvents(db, filter, { before: null, limit: 20 });
    },
  };
}

/** Sends the form of a page's one Undo button; the status of the answer. */
export async function pressUndo(page: string, by: TestOperator): Promise<number> {
  const [, form = ""] = /<div class="notice good"[\s\S]*?(<form[\s\S]*?<\/form>)/.exec(page) ?? [];
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? assert.fail("no Undo");
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const texts = fields.map(([, name = "", value = ""]) => [name, readAttribute(value)]);
  return (await by.post(action, Object.fromEntries(texts))).statusCode;
}
