// The tabs of the states above the list of orders, with the counts of what each tab lists.
import { statusWords } from "../../components/nameOrder.ts";
import type { Database } from "../../db/database.ts";
import { formatCount } from "../../html/amount.ts";
import type { Html } from "../../html/html.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { OperatorOrderFilter } from "../../orders/operators/operatorOrderQueries.ts";
import { sumOrders } from "../../orders/operators/orderSumQueries.ts";
import type { OrderStatus } from "../../orders/order.ts";
import { countByStatus, maxCountedOrders, type StatusCounts } from "../../orders/summaryQueries.ts";
import { formatOrderFilter, newestFirst, type OrderPageFilter, withStatus } from "./orderFilter.ts";

const tabStates = ["confirmed", "draft", "fulfilled", "cancelled", "expired", "all"] as const;
const noOrders: StatusCounts = { draft: 0, confirmed: 0, fulfilled: 0, cancelled: 0, expired: 0 };

export function listAddress(filter: OrderPageFilter, more?: Record<string, string>): string {
  return `/console/orders?${formatOrderFilter(filter, more)}`;
}

export function nameState(status: OrderPageFilter["status"]): string {
  if (status === "all") return "All";
  if (status === "confirmed") return "To fulfil";
  return status === "draft" ? "Drafts" : statusWords[status][1];
}

/** The filter in any state. */
function formatOthers(filter: OrderPageFilter): string {
  return formatOrderFilter({ ...filter, status: "all" });
}

/** The matching orders by state; null if more match than are counted. */
export async function countTabs(
  db: Database,
  filter: OrderPageFilter,
  where: OperatorOrderFilter,
): Promise<StatusCounts | null> {
  const plain = { ...filter, account: "", sort: newestFirst };
  const isPlain = formatOthers(plain) === "status=all";
  if (isPlain) return countByStatus(db, where.accountId);
  const sums = await sumOrders(db, { ...where, status: null });
  if (sums === null) return null;
  const count = (status: OrderStatus): number =>
    sums.reduce((sum, one) => sum + (one.status === status ? one.orders : 0), 0);
  const counted = (Object.keys(noOrders) as OrderStatus[]).map((one) => [one, count(one)] as const);
  return { ...noOrders, ...Object.fromEntries(counted) };
}

/** A tab that changes more of the filter than the state has no count. */
export function renderOrderTabs(filter: OrderPageFilter, counts: StatusCounts | null): Html {
  const tabs = tabStates.map((status) => {
    const of = withStatus(filter, status);
    const tab = {
      href: listAddress(of),
      text: nameState(status),
      current: filter.status === status,
    };
    const isSame = formatOthers(of) === formatOthers(filter);
    if (status === "all" || counts === null || !isSame) return tab;
    const count = counts[status];
    if (count <= maxCountedOrders) return { ...tab, count };
    return { ...tab, text: `${tab.text} ${formatCount(maxCountedOrders)}+` };
  });
  return renderTabs("States", tabs);
}
