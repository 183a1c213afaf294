import type { Transaction } from "../../db/database.ts";
import type { OrderId } from "../order.ts";
import type { BuyerOrderRequest } from "../orderEvent.ts";
import { selectTimeline } from "../queries.ts";
import { type EditOutcome, editDraft } from "./editDraft.ts";
import { readRemovedLine } from "./removedLines.ts";

/**
 * Restores the lines that the last edit of a draft removed, at their places and prices, in the
 * caller's transaction. `version` is the one that the edit made: after another change the outcome
 * is "stale". "unknown" also if that edit removed nothing.
 */
export async function undoRemoval(
  tx: Transaction,
  request: BuyerOrderRequest & { readonly version: number },
): Promise<EditOutcome> {
  const timeline = await selectTimeline(tx, request.orderId as OrderId);
  const event = timeline.find(({ version }) => version === request.version);
  const restored = (event?.details.removed ?? []).map(readRemovedLine);
  if (restored.length === 0) return { outcome: "unknown" };
  return editDraft(tx, { ...request, edit: { restored } });
}
