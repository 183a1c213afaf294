import { filterKey } from "../catalog/partNumber.ts";
import { isUuid } from "../db/isUuid.ts";
import { formatAddress } from "../html/pager.ts";
import { type RequestFilter, type RequestResult, requestResults } from "../requests/queries.ts";
import type { Fields } from "../site/fields.ts";

/** In characters; longer than any request ID, PO number or part number. */
export const maxFilterTextLength = 200;

/** The filter of the list; invalid values are ignored. */
export type RequestLogFilter = {
  readonly end: RequestResult | null;
  readonly key: string | null;
  readonly po: string;
  readonly part: string;
  readonly id: string;
  readonly before: string | null;
};

export function readRequestLogFilter(query: Fields): RequestLogFilter {
  const text = (name: string) =>
    query.text(name).trim().slice(0, maxFilterTextLength).toWellFormed();
  const [key, before] = [query.text("key"), query.text("before")];
  return {
    end: requestResults.find((one) => one === query.text("status")) ?? null,
    key: isUuid(key) ? key : null,
    po: text("po"),
    part: text("part"),
    id: text("id"),
    before: isUuid(before) ? before : null,
  };
}

/** The address of a list at `path`; `more` are the filters of one site. */
export function formatRequestsAddress(
  path: string,
  { end, key, po, part }: RequestLogFilter,
  before: string | null,
  more: Readonly<Record<string, string>> = {},
): string {
  return formatAddress(path, { status: end, key, po, part, ...more, before });
}

export function toRequestFilter(
  { end, key, po, part, before }: RequestLogFilter,
  limit: number,
): Omit<RequestFilter, "accountId" | "from" | "until"> {
  return {
    keyId: key,
    end,
    poNumber: po === "" ? null : po,
    partNumberKey: part === "" ? null : filterKey(part),
    before,
    limit,
  };
}
