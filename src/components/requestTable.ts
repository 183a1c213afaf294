import { formatDay } from "../day.ts";
import { formatCounted } from "../html/amount.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import { freshForm, renderButton } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import { type LoggedRequest, type RequestResult, requestResults } from "../requests/queries.ts";
import { maxFilterTextLength, type RequestLogFilter } from "./requestLogFilter.ts";

const endWords: Readonly<Record<RequestResult, string>> = {
  answered: "Successful (2xx)",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

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

/** A time to the second, because requests follow each other closely. */
export function renderRequestMoment(at: Date): Html {
  const time = at.toISOString().slice(11, 19);
  return html`<time datetime="${at.toISOString()}">${formatDay(at)}, ${time} UTC</time>`;
}

export function renderRequestResult({ status, errorCode }: LoggedRequest): Html {
  const meaning: Meaning = status < 400 ? "good" : status < 500 ? "short" : "fault";
  const code = errorCode && html` <code>${errorCode}</code>`;
  return html`${renderBadge(meaning, String(status))}${code}`;
}

/** A summary such as "50 entries, 3 not available". */
function describeRequest({ partNumbers, partNames, outcomes }: LoggedRequest): string {
  const asked = partNumbers.length + partNames.length;
  if (asked === 0) return "";
  const missed = [...(outcomes ?? "")].filter((letter) => letter !== "f").length;
  const entries = formatCounted(asked, "entry", "entries");
  return missed === 0 ? entries : `${entries}, ${missed} not available`;
}

function describeCall({ method, route }: LoggedRequest): string {
  return `${method} ${route.replace(/^.*\/b2b\//, "").replace("/:order_id", "/…")}`;
}
