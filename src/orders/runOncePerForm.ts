// A form that adds something to an order or makes one, sent twice, as by two clicks where no script
// keeps the second back: the second time nothing is done again.

import type { Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { lockForm, selectOrderOfForm } from "./idempotencyQueries.ts";
import type { OrderId } from "./order.ts";

/** The form was sent before, and this is the order that it made or changed. */
export type RepeatedForm = { readonly outcome: "repeated"; readonly orderId: OrderId };

/**
 * Runs `work` in the caller's transaction, unless the account sent the form `formId` before and
 * something came of it. `work` notes the form with what it does. A text that is no id of a form
 * holds nothing back.
 */
export async function runOncePerForm<Outcome>(
  tx: Transaction,
  { signedIn, formId }: { readonly signedIn: SignedIn; readonly formId: string },
  work: (noted: string | null) => Promise<Outcome>,
): Promise<Outcome | RepeatedForm> {
  if (!isUuid(formId)) return work(null);
  const { accountId } = signedIn.account;
  await lockForm(tx, accountId, formId);
  const orderId = await selectOrderOfForm(tx, accountId, formId);
  return orderId === undefined ? work(formId) : { outcome: "repeated", orderId };
}
