// A list of logged calls as both doors show it: what its address asks for, its filters, its rows.
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

/** In characters: longer than a request id, a purchase order number or a part number can be. */
export const maxFilterTextLength = 200;

/** What a list is asked for; texts that mean nothing are as those that were not sent. */
export type RequestLogFilter = {
  readonly end: RequestResult | null;
  readonly key: string | null;
  readonly po: string;
  readonly part: string;
  readonly id: string;
  readonly before: string | null;
};

const endWords: Readonly<Record<RequestResult, string>> = {
  answered: "Answered (2xx)",
  refused: "Refused (4xx)",
  failed: "Failed here (5xx)",
};

/** Reads what the address of a list asks for. */
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

/** The address of a list at `path`; `more` are filters that are the door's own. */
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

/** The filter of a list, without whose calls they are and of which days. */
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

/** The filters above a list at `path`; `more` are fields that are the door's own. */
export function renderRequestFilters(path: string, asked: RequestLogFilter, more: Content): Html {
  const { end, po, part, id } = asked;
  const state = { ...freshForm({ status: end ?? "", po, part, id }), prefix: "filter" };
  const field = (name: string, label: string) =>
    renderTextField(state, { name, label, maxLength: maxFilterTextLength, code: true });
  return html`<form class="filters" action="${path}" role="search"
 aria-label="Narrow the list">
${renderSelect(state, {
  name: "status",
  label: "Status",
  options: [
    { value: "", text: "Any" },
    ...requestResults.map((one) => ({ value: one, text: endWords[one] })),
  ],
})}${[more, field("po", "PO"), field("part", "Part number"), field("id", "Request id")]}
${renderButton({ text: "Apply" })}
</form>
`;
}

/** What is the door's of a row: where its page stands, its key, whose it is where that is said. */
export type RequestRows = {
  readonly requestAddress: (requestId: string) => string;
  readonly keyOf: (call: LoggedRequest) => Content;
  readonly accountOf?: (call: LoggedRequest) => Content;
};

/** A table of calls, as they are given. */
export function renderRequestRows(calls: readonly LoggedRequest[], rows: RequestRows): Html {
  const { requestAddress, keyOf, accountOf } = rows;
  return renderTable({
    caption: "Requests, the newest first",
    columns: [
      { title: "When", kind: "words" },
      ...(accountOf === undefined ? [] : [{ title: "Account", kind: "text" } as const]),
      { title: "Call", kind: "code" },
      { title: "Status", kind: "words" },
      { title: "Key", kind: "text" },
      { title: "PO", kind: "text" },
      { title: "Asked", kind: "words" },
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
