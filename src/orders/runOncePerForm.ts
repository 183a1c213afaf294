// Protects forms that create or change an order against being submitted twice, such as by a double
// click without JavaScript.

import type { AccountId } from "../accounts/account.ts";
import type { Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { lockForm, selectOrderOfForm } from "./idempotencyQueries.ts";
import type { OrderId } from "./order.ts";

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
