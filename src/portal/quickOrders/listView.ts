import { formatAddress } from "../../html/pager.ts";
import { type RowState, rowStates } from "../../quickOrders/orderList.ts";
import type { Fields } from "../../site/fields.ts";

/** Rows per page; with eight offers to choose from in each it stays below 100 KB. */
export const rowsPerPage = 40;

export type ViewName = "all" | "unready" | RowState;

export type ListView = { readonly show: ViewName; readonly after: number };

const largestRow = 2_147_483_647;

export function statesOfView(show: ViewName): readonly RowState[] {
  if (show === "all") return rowStates;
  if (show !== "unready") return [show];
  return rowStates.filter((state) => !["ready", "added", "waiting"].includes(state));
}

/** Reads the view of an address; by default all rows from the first. */
export function readListView(fields: Fields): ListView {
  const text = fields.text("show");
  const name = text === "mend" ? "unready" : text; // of 0.1: remove after the next release
  const show = (["unready", ...rowStates] as const).find((one) => one === name) ?? "all";
  const after = /^\d{1,10}$/.test(fields.text("after")) ? Number(fields.text("after")) : 0;
  return { show, after: Math.min(after, largestRow) };
}

/** `changed` is a row that was just changed. */
export function formatListAddress(
  listId: string,
  { show, after }: ListView,
  changed: number | null = null,
): string {
  const query = { show: show === "all" ? null : show, after: after === 0 ? null : after, changed };
  return formatAddress(`/quick-order/${listId}`, query);
}
