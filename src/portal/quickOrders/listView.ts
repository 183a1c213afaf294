import { formatAddress } from "../../html/pager.ts";
import { type ListSummary, type RowState, rowStates } from "../../quickOrders/orderList.ts";
import type { RowFilter } from "../../quickOrders/pageQueries.ts";
import type { Fields } from "../../site/fields.ts";

/** Rows per page; with eight offers to choose from in each it stays below 100 KB. */
export const rowsPerPage = 40;

/** "requested": rows for which a quote is requested, which no other view except "all" has. */
export type ViewName = "all" | "unready" | "requested" | RowState;

export type ListView = { readonly show: ViewName; readonly after: number };

const largestRow = 2_147_483_647;

/** The states of rows that a person has to fix; a price comes from the distributor. */
const unreadyStates = rowStates.filter(
  (state) => !["ready", "added", "waiting", "on_request"].includes(state),
);

export function filterOfView(show: ViewName): RowFilter {
  if (show === "all") return { states: rowStates };
  if (show === "requested") return { states: rowStates, isRequested: true };
  return { states: show === "unready" ? unreadyStates : [show], isRequested: false };
}

/** How many rows a view has. */
export function countView(
  { rows, states, requested }: Pick<ListSummary, "rows" | "states" | "requested">,
  show: ViewName,
): number {
  if (show === "all") return rows;
  const filter = filterOfView(show);
  const count = (state: RowState) =>
    filter.isRequested === true ? requested[state] : states[state] - requested[state];
  return filter.states.reduce((sum, state) => sum + count(state), 0);
}

/** Reads the view of an address or a form; `usual` is that of an address that names none. */
export function readListView(fields: Fields, usual: ViewName): ListView {
  const text = fields.text("show");
  const show =
    (["all", "unready", "requested", ...rowStates] as const).find((one) => one === text) ?? usual;
  const after = /^\d{1,10}$/.test(fields.text("after")) ? Number(fields.text("after")) : 0;
  return { show, after: Math.min(after, largestRow) };
}

/** A checked list opens on the rows that need attention, if there are any. */
export function findUsualView(summary: ListSummary): ViewName {
  return summary.states.waiting === 0 && countView(summary, "unready") > 0 ? "unready" : "all";
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
