import { partNumberKey } from "../catalog/partNumber.ts";
import { isUuid } from "../db/isUuid.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import { freshForm, renderButton } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderTable } from "../html/table.ts";
import {
  type LoggedRequest,
  type RequestFilter,
  type RequestResult,
  requestResults,
} from "../requests/queries.ts";
import type { Fields } from "../site/fields.ts";
import {
  describeCall,
  describeRequest,
  renderRequestMoment,
  renderRequestResult,
} from "./renderRequest.ts";

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

const endWords: Readonly<Record<RequestResult, string>> = {
  answered: "Successful (2xx)",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
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
  const texts = { status: end, key, po, part, ...more, before };
  const sent = Object.entries(texts).filter(([, text]) => text !== null && text !== "");
  const query = new URLSearchParams(sent as [string, string][]).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The filter of a list, without account and days. */
export function toRequestFilter(
  { end, key, po, part, before }: RequestLogFilter,
  limit: number,
): Omit<RequestFilter, "accountId" | "from" | "until"> {
  return {
    keyId: key,
    end,
    poNumber: po === "" ? null : po,
    partNumberKey: part === "" ? null : partNumberKey(part),
    before,
    limit,
  };
}

/** The filter form of a list at `path`; `more` are the fields of one site. */
export function renderRequestFilters(path: string, asked: RequestLogFilter, more: Content): Html {
  const { end, po, part, id } = asked;
  const state = { ...freshForm({ status: end ?? "", po, part, id }), prefix: "filter" };
  const field = (name: string, label: string) =>
    renderTextField(state, { name, label, maxLength: maxFilterTextLength, code: true });
  return html`<form class="filters" action="${path}" role="search"
 aria-label="Filters">
${renderSelect(state, {
  name: "status",
  label: "Status",
  options: [
    { value: "", text: "Any" },
    ...requestResults.map((one) => ({ value: one, text: endWords[one] })),
  ],
})}${[more, field("po", "PO"), field("part", "Part number"), field("id", "Request ID")]}
${renderButton({ text: "Apply" })}
</form>
`;
}

/** What differs by site: the address of a request, its key, and its account in the console. */
export type RequestRows = {
  readonly requestAddress: (requestId: string) => string;
  readonly keyOf: (call: LoggedRequest) => Content;
  readonly accountOf?: (call: LoggedRequest) => Content;
};

/** A table of requests in the given order. */
export function renderRequestRows(calls: readonly LoggedRequest[], rows: RequestRows): Html {
  const { requestAddress, keyOf, accountOf } = rows;
  return renderTable({
    caption: "Requests, newest first",
    columns: [
      { title: "Time", kind: "words" },
      ...(accountOf === undefined ? [] : [{ title: "Account", kind: "text" } as const]),
      { title: "Request", kind: "code" },
      { title: "Status", kind: "words" },
      { title: "Key", kind: "text" },
      { title: "PO", kind: "text" },
      { title: "Entries", kind: "words" },
      { title: "ms", kind: "number" },
    ],
    rows: calls.map((call) => ({
      cells: [
        html`<a href="${requestAddress(call.requestId)}">${renderRequestMoment(call.at)}</a>`,
        ...(accountOf === undefined ? [] : [accountOf(call)]),
        describeCall(call),
        renderRequestResult(call),
        keyOf(call),
        call.poNumber,
        describeRequest(call),
        call.durationMs.toFixed(1),
      ],
    })),
  });
}
