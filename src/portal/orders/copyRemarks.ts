import { loadUncopiedRemarks } from "../../orders/drafts/uncopiedRemarks.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import type { Handler } from "../portalContext.ts";
import { changeDraft } from "./changeDraft.ts";

/** Copies remarks of an order to the lines of its duplicate that have room (decision 246). */
export const copyRemarks: Handler<StoredOrder> = async (context, visit, order) => {
  const [made] = await selectTimeline(context.db, order.orderId);
  const remarks = await loadUncopiedRemarks(context.db, order, made);
  return changeDraft(context, visit, order, { edit: {}, remarks, done: "remarks" });
};
