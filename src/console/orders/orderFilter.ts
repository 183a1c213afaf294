// What the address of the operators' list of orders asks for, and that address again.
import type { Account } from "../../accounts/account.ts";
import { selectAccount } from "../../accounts/queries.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { Queryable } from "../../db/database.ts";
import { isUuid } from "../../db/isUuid.ts";
import {
  noOrderIds,
  type OperatorOrderFilter,
  selectOrdersByPo,
} from "../../orders/operators/operatorOrderQueries.ts";
import { type OrderStatus, orderStatuses, toOrderIdRange } from "../../orders/order.ts";
import type { Fields } from "../../site/fields.ts";
import { endOfFilteredDay, readDayFilter } from "../filters.ts";

/** The filters beside the state, by their names in the address. */
export const orderFilterNames = ["account", "po", "part", "id", "from", "until"] as const;
type FilterName = (typeof orderFilterNames)[number];

/** In characters: longer than an account's name, a number or an id can be. */
export const maxFilterLength = 200;

/** The texts are as they were typed; those that mean nothing are "". */
export type OrderPageFilter = Readonly<Record<FilterName, string>> & {
  readonly status: OrderStatus | "all";
};

function readFilter(query: Fields, name: FilterName): string {
  const text = query.text(name).trim().slice(0, maxFilterLength).toWellFormed();
  const isDay = name === "from" || name === "until";
  return isDay && readDayFilter(text) === null ? "" : text;
}

/** Where no state is asked for: what waits to be fulfilled or, of something, all of it. */
export function readOrderFilter(query: Fields): OrderPageFilter {
  const [account, po, part] = [
    readFilter(query, "account"),
    readFilter(query, "po"),
    readFilter(query, "part"),
  ];
  const [id, from, until] = [
    readFilter(query, "id"),
    readFilter(query, "from"),
    readFilter(query, "until"),
  ];
  const filters = { account, po, part, id, from, until };
  const isNarrowed = Object.values(filters).some((text) => text !== "");
  const asked = query.text("status");
  const status = orderStatuses.find((one) => one === asked);
  const other = asked === "all" || isNarrowed ? "all" : "confirmed";
  return { ...filters, status: status ?? other };
}

/** What a list asks for as the query of an address, always the same for the same list. */
export function formatOrderFilter(
  asked: OrderPageFilter,
  more: Record<string, string> = {},
): string {
  const kept = orderFilterNames
    .map((name) => [name, asked[name]] as const)
    .filter(([, text]) => text !== "");
  const all = [["status", asked.status] as const, ...kept, ...Object.entries(more)];
  return new URLSearchParams(all.map(([name, text]) => [name, text])).toString();
}

/** The last order of the page before, where there is one. */
export function readBefore(query: Fields): string | null {
  const before = query.text("before");
  return isUuid(before) ? before : null;
}

/** What is looked for, and whose orders, where one account's are asked for and there is such. */
export type FoundFilter = {
  readonly filter: OperatorOrderFilter;
  readonly account: Account | undefined;
};

/** Fits no account. */
const nobodysId = "00000000-0000-0000-0000-000000000000";

/** The filter of a list; an account is named by its id or its name. */
export async function toOperatorOrderFilter(
  db: Queryable,
  asked: OrderPageFilter,
): Promise<FoundFilter> {
  const account = asked.account === "" ? undefined : await selectAccount(db, asked.account);
  const few = asked.po === "" ? null : await selectOrdersByPo(db, asked.po);
  const filter: OperatorOrderFilter = {
    accountId: asked.account === "" ? null : (account?.accountId ?? nobodysId),
    status: asked.status === "all" ? null : asked.status,
    poNumber: asked.po === "" || few !== null ? null : asked.po,
    among: few,
    partNumberKey: asked.part === "" ? null : partNumberKey(asked.part),
    ids: asked.id === "" ? null : (toOrderIdRange(asked.id) ?? noOrderIds),
    from: readDayFilter(asked.from),
    until: endOfFilteredDay(asked.until),
  };
  return { filter, account };
}
