import type { AccountId } from "../accounts/account.ts";
import type { Database, Transaction } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { isUuid } from "../db/isUuid.ts";
import { retryTransaction } from "../db/retryTransaction.ts";
import type { OrderId } from "./order.ts";
import { lockForm, selectOrderOfForm } from "./placementQueries.ts";

/**
 * Runs `work` in one transaction. Retries it after a conflict with another transaction, or if an
 * offer was deleted before its line was stored. Returns "busy" like `retryTransaction`; then
 * nothing was written.
 */
export function runOrderTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | "busy"> {
  return retryIfOfferDeleted(() => retryTransaction(db, work));
}

/**
 * Runs `work`, a transaction that stores order lines, and once more if an offer was deleted between
 * being read and being stored: only the revert of the import that created an offer deletes it
 * (decision 53).
 */
export async function retryIfOfferDeleted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!violates(error, "order_lines_part")) throw error;
    return work();
  }
}

// Protects forms that create or change an order against being submitted twice, such as by a double
// click without JavaScript.

/** The form was submitted before and created or changed this order. */
export type RepeatedForm = { readonly outcome: "repeated"; readonly orderId: OrderId };

type OfAccount = { readonly account: { readonly accountId: AccountId } };

/**
 * Runs `work` in the caller's transaction, unless the account's form `formId` has already created
 * or changed an order. `work` stores the form id with its event. A text that is not a form id is
 * not checked.
 */
export async function runOncePerForm<Outcome>(
  tx: Transaction,
  { signedIn, formId }: { readonly signedIn: OfAccount; readonly formId: string },
  work: (formId: string | null) => Promise<Outcome>,
): Promise<Outcome | RepeatedForm> {
  if (!isUuid(formId)) return work(null);
  const { accountId } = signedIn.account;
  await lockForm(tx, accountId, formId);
  const orderId = await selectOrderOfForm(tx, accountId, formId);
  return orderId === undefined ? work(formId) : { outcome: "repeated", orderId };
}
