// An operator drafts an order for a customer who phones or writes. Invariant: the draft has exactly
// the lines and prices that the operator saw, and a form creates one draft.
import { lockSuspension } from "../../accounts/queries.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { toWireMoney } from "../../money.ts";
import { markUrgent } from "../../orders/changeQueries.ts";
import { storeDraft } from "../../orders/drafts/createDraft.ts";
import type { OrderTexts, StoredOrder } from "../../orders/order.ts";
import {
  type RepeatedForm,
  runOncePerForm,
  runOrderTransaction,
} from "../../orders/runOrderTransaction.ts";
import { type CheckedList, checkTypedList, type TypedList } from "./checkTypedList.ts";
import { planTypedDraft, type TypedPlan } from "./planTypedDraft.ts";

/** A checked list, and the draft that it becomes; `plan` is null if it could not be read. */
export type TypedDraft = { readonly checked: CheckedList; readonly plan: TypedPlan | null };

/** `mark` is that of the plan that the operator saw. The texts are within their limits. */
export type DraftForAccount = TypedList &
  OrderTexts & {
    readonly actor: OperatorActor;
    readonly formId: string;
    readonly mark: string;
  };

/**
 * "changed": the draft would differ from what the operator saw. "suspended": the account is, so its
 * people could not confirm the draft. Except for "created" nothing was written.
 */
export type DraftForAccountOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | (TypedDraft & { readonly outcome: "changed" })
  | { readonly outcome: "busy" | "suspended" }
  | RepeatedForm;

async function check(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  typed: TypedList,
): Promise<TypedDraft> {
  const checked = await checkTypedList(tx, replica, typed);
  if (checked.outcome === "refused") return { checked, plan: null };
  const { accountId, now } = typed;
  return { checked, plan: await planTypedDraft(tx, accountId, checked.rows, now) };
}

/** Checks a typed list, and writes nothing. */
export function checkTypedDraft(
  { db, replica }: CatalogAccess<Database>,
  typed: TypedList,
): Promise<TypedDraft> {
  return db.transaction((tx) => check(tx, replica, typed));
}

function recordDraft(tx: Transaction, { actor, now }: DraftForAccount, order: StoredOrder): void {
  const { orderId, accountId, orderNumber, poNumber, lines, subtotal } = order;
  const { amount, currency } = toWireMoney(subtotal);
  recordAuditEvent(tx, {
    actor,
    action: "drafted an order for a customer",
    subjectKind: "order",
    subjectId: orderId,
    accountId,
    after: {
      order_number: orderNumber,
      po_number: poNumber,
      lines: lines.length,
      subtotal: `${currency} ${amount}`,
    },
    now,
  });
}

/** Creates a draft in the account, which its people can change, confirm or discard. */
export async function draftForAccount(
  { db, replica }: CatalogAccess<Database>,
  request: DraftForAccount,
): Promise<DraftForAccountOutcome> {
  const { accountId, mark } = request;
  const create = async (tx: Transaction, formId: string | null) => {
    if (await lockSuspension(tx, accountId)) return { outcome: "suspended" } as const;
    const found = await check(tx, replica, request);
    if (found.plan?.outcome !== "planned" || found.plan.mark !== mark) {
      return { outcome: "changed", ...found } as const;
    }
    const order = await storeDraft(tx, { ...request, formId }, found.plan.lines, {});
    recordDraft(tx, request, order);
    const urgency = found.checked.outcome === "checked" ? found.checked.urgency : null;
    if (urgency !== null) await markUrgent(tx, order.orderId, urgency, urgency);
    return { outcome: "created", order } as const;
  };
  const sent = { signedIn: { account: { accountId } }, formId: request.formId };
  const outcome = await runOrderTransaction(db, (tx) =>
    runOncePerForm<Exclude<DraftForAccountOutcome, RepeatedForm>>(tx, sent, (formId) =>
      create(tx, formId),
    ),
  );
  return outcome === "busy" ? { outcome: "busy" } : outcome;
}
