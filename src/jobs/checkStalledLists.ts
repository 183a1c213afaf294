// The tasks that check the rows of lists: one when a list is made, one by the clock for what an
// ended node left behind.
import type { CatalogAccess } from "../catalog/catalogReader.ts";
import { checkList } from "../quickOrders/checkList.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { selectStalledLists } from "../quickOrders/queries.ts";

/** A list that waits and was not looked at for this long is nobody's. */
const stalledMs = 30_000;

/** The list a job is about; throws where the job says none. */
export function readListId(payload: unknown): ListId {
  const { quick_order_id: listId } = Object(payload) as Record<string, unknown>;
  if (typeof listId !== "string") throw new TypeError("The job names no list.");
  return listId as ListId;
}

/** Goes on with every list whose check has stopped; returns how many there were. */
export async function checkStalledLists(
  access: CatalogAccess,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const stalled = await selectStalledLists(access.db, new Date(clock().getTime() - stalledMs));
  for (const listId of stalled) await checkList(access, listId, clock, signal);
  return stalled.length;
}
