// Writing down what an operator does, in the transaction of what is done.

import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { AuditEvent } from "./auditEvent.ts";
import { insertAuditEvent } from "./queries.ts";

/**
 * Notes a deed with the transaction it is part of; it is sent and not waited for. Where it cannot
 * be stored, the transaction fails too: nothing is done that is not written down.
 */
export function recordAuditEvent(tx: Transaction, deed: AuditEvent): void {
  insertAuditEvent(tx, newId(), deed);
}
