// Which rows of a list a page shows, as its address says it.

import { type RowState, rowStates } from "../../quickOrders/orderList.ts";
import type { Fields } from "../../site/fields.ts";

/** Rows a page shows: with eight offers to choose from in each it stays below 100 KB. */
export const rowsPerPage = 40;

/** The states a view has, by its name in the address; "mend" are those that are not ready. */
export type ViewName = "all" | "mend" | RowState;

/** Rows of a view, after a row number. */
export type ListView = { readonly show: ViewName; readonly after: number };

const largestRow = 2_147_483_647;

/** The states whose rows a view shows. */
export function statesOfView(show: ViewName): readonly RowState[] {
  if (show === "all") return rowStates;
  if (show !== "mend") return [show];
  return rowStates.filter((state) => !["ready", "added", "waiting"].includes(state));
}

/** Reads the view of an address; what cannot be one is all rows from the first. */
export function readListView(fields: Fields): ListView {
  const text = fields.text("show");
  const show = (["mend", ...rowStates] as const).find((name) => name === text) ?? "all";
  const after = /^\d{1,10}$/.test(fields.text("after")) ? Number(fields.text("after")) : 0;
  return { show, after: Math.min(after, largestRow) };
}

/** The address of a view of a list. */
export function formatListAddress(listId: string, { show, after }: ListView): string {
  const query = [
    ...(show === "all" ? [] : [`show=${show}`]),
    ...(after === 0 ? [] : [`after=${after}`]),
  ].join("&");
  return `/quick-order/${listId}${query === "" ? "" : `?${query}`}`;
}
