import { formatAddress } from "../../html/pager.ts";
import { type ListSummary, type RowState, rowStates } from "../../quickOrders/orderList.ts";
import type { Fields } from "../../site/fields.ts";

/** Rows per page; with eight offers to choose from in each it stays below 100 KB. */
export const rowsPerPage = 40;

export type ViewName = "all" | "unready" | RowState;

export type ListView = { readonly show: ViewName; readonly after: number };

const largestRow = 2_147_483_647;

export function statesOfView(show: ViewName): readonly RowState[] {
  if (show === "all") return rowStates;
  if (show !== "unready") return [show];
  const others: readonly RowState[] = ["ready", "added", "waiting", "on_request"];
  return rowStates.filter((state) => !others.includes(state));
}

/** Reads the view of an address or a form; `usual` is that of an address that names none. */
export function readListView(fields: Fields, usual: ViewName): ListView {
  const text = fields.text("show");
  const name = text === "mend" ? "unready" : text; // of 0.1: remove after the next release
  const show = (["all", "unready", ...rowStates] as const).find((one) => one === name) ?? usual;
  const after = /^\d{1,10}$/.test(fields.text("after")) ? Number(fields.text("after")) : 0;
  return { show, after: Math.min(after, largestRow) };
}

/** Rows that a person has to fix; a price on request comes from the distributor. */
export function countUnready({ rows, states }: ListSummary): number {
  return rows - states.ready - states.added - states.waiting - states.on_request;
}

/** A checked list opens on the rows that need attention, if there are any. */
export function findUsualView(summary: ListSummary): ViewName {
  return summary.states.waiting === 0 && countUnready(summary) > 0 ? "unready" : "all";
}

/** `changed` is a row that was just changed. */
export function formatListAddress(
  listId: string,
  { show, after }: ListView,
  changed: number | null = null,
): string {
  const query = { show, after: after === 0 ? null : after, changed };
  return formatAddress(`/quick-order/${listId}`, query);
}
