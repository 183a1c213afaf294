// Checks the rows of uploaded lists: one job for each list, and one on a schedule for lists whose
// node ended.
import type { CatalogAccess } from "../catalog/catalogReader.ts";
import { checkList } from "../quickOrders/checkList.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { selectStalledLists } from "../quickOrders/queries.ts";

/** A list is stalled if it was not checked for this long. */
const stalledMs = 30_000;

/** Throws if the payload of the job names no list. */
export function readListId(payload: unknown): ListId {
  const { quick_order_id: listId } = Object(payload) as Record<string, unknown>;
  if (typeof listId !== "string") throw new TypeError("The job names no list.");
  return listId as ListId;
}

export async function checkStalledLists(
  access: CatalogAccess,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const stalled = await selectStalledLists(access.db, new Date(clock().getTime() - stalledMs));
  for (const listId of stalled) await checkList(access, listId, clock, signal);
  return stalled.length;
}
