// What tests of the console do with accounts: open, find, read the audit log, undo.

import assert from "node:assert/strict";
import type { AccountId } from "../../src/accounts/account.ts";
import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../src/accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { app } from "./console.ts";
import { insertAccount } from "./insertBuyer.ts";
import { readForm } from "./openedForm.ts";
import type { TestOperator } from "./testOperator.ts";

/** The console's address of an account, and what is below it. */
export function addressOf(accountId: string, rest = ""): string {
  return `/console/accounts/${accountId}${rest}`;
}

export const accounts = {
  /** Opens an account, by default with a name that no other test uses. */
  open: (name = `Air ${newId()}`, email = "parts@air.example"): Promise<AccountId> =>
    insertAccount(app.database.db, app.clock.now, { name, email }),
  async find(accountId: string): Promise<OperatorAccount> {
    return (await selectOperatorAccount(app.database.db, accountId)) ?? assert.fail();
  },
  /** What operators did to an account, newest first. */
  eventsOn(accountId: string): Promise<StoredAuditEvent[]> {
    return selectAuditEvents(app.database.db, { accountId }, { before: null, limit: 20 });
  },
};

/** Sends the form of a page's one Undo button; the status of the answer. */
export async function pressUndo(page: string, by: TestOperator): Promise<number> {
  const [notice = ""] = /<div class="notice good"[\s\S]*?<\/form>/.exec(page) ?? [];
  const action = /action="([^"]+)"/.exec(notice)?.[1] ?? assert.fail("no Undo");
  return (await by.post(action, readForm(notice, action))).statusCode;
}
