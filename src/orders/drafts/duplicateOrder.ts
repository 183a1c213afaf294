// A new draft of the lines of an order that can be ordered today, at today's prices.
import type { Transaction } from "../../db/database.ts";
import type { StoredLine, StoredOrder } from "../order.ts";
import type { BuyerOrderRequest, LeftOutLine } from "../orderEvent.ts";
import { selectOrder } from "../queries.ts";
import { storeDraft } from "./createDraft.ts";
import { editLines, type RefusedLine } from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";
import type { DraftFacts } from "./reviewDraft.ts";

/**
 * "nothing": no line can be ordered today, and nothing was written. `leftOut` lists the lines that
 * were not copied; the timeline of the new draft has them too.
 */
export type DuplicateOutcome =
  | {
      readonly outcome: "created";
      readonly order: StoredOrder;
      readonly leftOut: readonly LeftOutLine[];
    }
  | { readonly outcome: "nothing"; readonly leftOut: readonly LeftOutLine[] }
  | { readonly outcome: "unknown" };

type Orderable = {
  readonly lines: readonly StoredLine[];
  readonly leftOut: readonly LeftOutLine[];
};

function toLeftOut({ partNumber, quantity, faults: [fault] }: RefusedLine): LeftOutLine[] {
  if (partNumber === null || fault === undefined) return [];
  return [{ partNumber, quantity, code: fault.code, message: fault.message }];
}

/**
 * The lines that can be ordered, without the days of the first order; each iteration leaves out at
 * least one that cannot.
 */
function findOrderable(order: StoredOrder, facts: DraftFacts, now: Date): Orderable {
  const lines = order.lines.map((line) => ({ ...line, neededBy: null }));
  const removed = new Map<number, 0>();
  const leftOut: LeftOutLine[] = [];
  for (;;) {
    const edit = { quantities: removed, reprice: true };
    const edited = editLines({ lines, subtotal: null }, edit, facts, now);
    if (edited.outcome === "edited") return { lines: edited.lines, leftOut };
    if (edited.outcome === "outside limits") return { lines: [], leftOut };
    leftOut.push(...edited.lines.flatMap(toLeftOut));
    for (const { lineNumber } of edited.lines) if (lineNumber !== null) removed.set(lineNumber, 0);
  }
}

/**
 * Creates a draft from the lines of an order of the account, whatever its status, in the caller's
 * transaction. Copies its notes and remarks, but not its purchase order number.
 */
export async function duplicateOrder(
  tx: Transaction,
  request: BuyerOrderRequest,
): Promise<DuplicateOutcome> {
  const { accountId } = request.signedIn.account;
  const order = await selectOrder(tx, accountId, request.orderId);
  if (order === undefined) return { outcome: "unknown" };
  const offerIds = order.lines.map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, accountId, offerIds, request.now);
  const { lines, leftOut: refused } = findOrderable(order, facts, request.now);
  const leftOut = refused.map((line) => {
    const copied = lines.filter(({ partNumber }) => partNumber === line.partNumber).length;
    return { ...line, copied };
  });
  if (lines.length === 0) return { outcome: "nothing", leftOut };
  const details = { from: order.orderId, ...(leftOut.length === 0 ? {} : { leftOut }) };
  const draft = { ...request, poNumber: null, notes: order.notes };
  return { outcome: "created", order: await storeDraft(tx, draft, lines, details), leftOut };
}
