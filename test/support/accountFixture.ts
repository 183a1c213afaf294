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
