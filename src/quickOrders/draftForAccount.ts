// An operator drafts an order for a customer who phones or writes: what they type is checked exactly
// as a quick order of that account, without storing a list. Invariant: a person chooses where a row
// has several meanings, the draft has exactly the lines and prices that the operator saw, and a form
// creates one draft.
import { hash } from "node:crypto";
import type { AccountId } from "../accounts/account.ts";
import { lockSuspension } from "../accounts/queries.ts";
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { limits } from "../kit/contract/limits.ts";
import { toWireMoney } from "../kit/money.ts";
import { toStoredPrice } from "../kit/price.ts";
import { markUrgent } from "../orders/changeQueries.ts";
import { planDraft, storeDraft } from "../orders/drafts/createDraft.ts";
import type { RefusedLine } from "../orders/drafts/editDraft.ts";
import type { OrderTexts, StoredLine, StoredOrder } from "../orders/order.ts";
import type { RepeatedForm } from "../orders/runOrderTransaction.ts";
import { runOncePerForm, runOrderTransaction } from "../orders/runOrderTransaction.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import type { Urgency } from "../reading/urgency.ts";
import { planDrafts, toDraftRows } from "./addReadyRows.ts";
import { checkRowsOfParts } from "./checkParts.ts";
import { settleRows } from "./createList.ts";
import { UnclearColumns } from "./listColumns.ts";
import type { ListRow, ReadList, ReadRow } from "./orderList.ts";
import { loadListCodes, selectListMappings } from "./queries.ts";
import { toListRow } from "./readRow.ts";
import { findRowsUrgency, withUpload } from "./readUpload.ts";

/** `choices` are the offers that a person chose, by the marks of the rows they were shown with. */
export type TypedList = {
  readonly accountId: AccountId;
  readonly text: string;
  readonly choices: ReadonlyMap<string, OfferId>;
  readonly now: Date;
};

/** `mark` identifies the row as it was typed. */
export type TypedRow = ListRow & { readonly mark: string };

/**
 * "planned": `mark` identifies the lines with their prices. "not ready": the number of rows that
 * cannot be ordered as they are. The other outcomes concern the whole draft.
 */
export type TypedPlan =
  | { readonly outcome: "planned"; readonly lines: readonly StoredLine[]; readonly mark: string }
  | { readonly outcome: "not ready"; readonly rows: number }
  | { readonly outcome: "several currencies" | "outside limits" }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] };

/** "refused": `message` says what to do. */
export type CheckedList =
  | {
      readonly outcome: "checked";
      readonly rows: readonly TypedRow[];
      readonly notes: readonly string[];
      /** How urgent the list says that it is; null: it does not. */
      readonly urgency: Urgency | null;
      /** The draft that its rows become. */
      readonly plan: TypedPlan;
    }
  | { readonly outcome: "refused"; readonly message: string };

const tooManyRows = `A draft has at most ${limits.orderLines} lines. Create several drafts.`;
const noRows = "No part numbers below the header line. Type a part number and a quantity per line.";
const unclearColumns =
  "It is not clear which column is which. " +
  "Type one part number and quantity per line, such as MS20470AD4-6 x 100.";

function markRow({ cells }: ReadRow, occurrence: number): string {
  return hash("sha256", JSON.stringify([cells, occurrence])).slice(0, 16);
}

/** The rows of a list, which are not checked yet. */
async function readRows(tx: Transaction, { choices }: TypedList, read: ReadList) {
  const rows: TypedRow[] = [];
  const seen = new Map<string, number>();
  for await (const batch of read.batches) {
    for (const one of await settleRows(tx, batch, read)) {
      // A row counts its equal rows above, so that a line that is added above changes no mark.
      const first = markRow(one, 0);
      const occurrence = seen.get(first) ?? 0;
      seen.set(first, occurrence + 1);
      const mark = markRow(one, occurrence);
      rows.push({ ...toListRow(one), mark, chosenOfferId: choices.get(mark) ?? null });
    }
    if (rows.length > limits.orderLines) throw new UnreadableFile(tooManyRows);
  }
  if (rows.length === 0) throw new UnreadableFile(noRows);
  const late = new Map(read.listLate().map((one) => [one.rowNumber, one]));
  return rows.map((row): TypedRow => ({ ...row, ...late.get(row.rowNumber) }));
}

/** Everything that a person sees of the lines before they are stored. */
function markLines(lines: readonly StoredLine[]): string {
  const shown = lines.map((line) => [
    line.offerId,
    line.partNumber,
    line.condition,
    line.vendor,
    line.quantity,
    toStoredPrice(line.unitPrice),
    line.unitPrice.currency,
    line.remark,
    line.neededBy,
    line.requested,
  ]);
  return hash("sha256", JSON.stringify(shown));
}

/** Plans one draft of all rows of an account's typed list. */
async function planTypedDraft(
  tx: Transaction,
  { accountId, now }: TypedList,
  rows: readonly TypedRow[],
): Promise<TypedPlan> {
  const open = rows.filter(({ state }) => state !== "ready");
  if (open.length > 0) return { outcome: "not ready", rows: open.length };
  const [draft, ...others] = planDrafts(await toDraftRows(tx, rows, now));
  if (draft === undefined) return { outcome: "not ready", rows: 0 };
  if (others.length > 0) return { outcome: "several currencies" };
  const planned = await planDraft(tx, accountId, draft.lines, now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "planned", lines: planned.lines, mark: markLines(planned.lines) };
}

/** Reads and checks a typed list as the account's own quick order, and writes nothing. */
export async function checkTypedList(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  typed: TypedList,
): Promise<CheckedList> {
  const { accountId, now, text } = typed;
  const remembered = await selectListMappings(tx, accountId);
  const codes = await loadListCodes(tx);
  const upload = { kind: "text", text } as const;
  try {
    return await withUpload(upload, { chosen: null, remembered, now }, async (opened) => {
      const read = await opened.read(codes);
      const unchecked = await readRows(tx, typed, read);
      const of = { accountId, columns: read.columns, choiceAccepts: true };
      const checked = await checkRowsOfParts(tx, replica, of, unchecked, now);
      const results = new Map(checked.map((result) => [result.rowNumber, result]));
      const rows = unchecked.map((row): TypedRow => ({ ...row, ...results.get(row.rowNumber) }));
      const numbers = rows.map(({ rowNumber }) => rowNumber);
      const { urgency = null } = findRowsUrgency(read.urgent(), numbers) ?? {};
      const notes = [urgency === null ? [] : `${urgency}: the draft says so.`, read.notes()].flat();
      const plan = await planTypedDraft(tx, typed, rows);
      return { outcome: "checked", rows, notes, urgency, plan };
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = error instanceof UnclearColumns ? unclearColumns : error.message;
    return { outcome: "refused", message };
  }
}

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
  | { readonly outcome: "changed"; readonly checked: CheckedList }
  | { readonly outcome: "busy" | "suspended" }
  | RepeatedForm;

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
    const checked = await checkTypedList(tx, replica, request);
    const { plan = null, urgency = null } = checked.outcome === "checked" ? checked : {};
    if (plan?.outcome !== "planned" || plan.mark !== mark) {
      return { outcome: "changed", checked } as const;
    }
    const order = await storeDraft(tx, { ...request, formId }, plan.lines, {});
    recordDraft(tx, request, order);
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
