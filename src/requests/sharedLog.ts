// The log of API requests as both sites list it: its filters and its columns.
import { Type } from "typebox";
import { formatCounted } from "../kit/html/amount.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { type Meaning, renderBadge } from "../kit/html/notice.ts";
import type { CellColumn } from "../kit/html/table.ts";
import { renderNumber } from "../orders/sharedOrders.ts";
import { type LoggedRequest, requestResults } from "./queries.ts";
import { readErrorMessage } from "./requestError.ts";

/** Longer than any request ID, PO number or part number. */
const code = { maxLength: 200, code: true } as const;

/** The filters of both sites. `id` is a complete request ID, whose page is the answer. */
export const requestFilters = {
  status: Type.Optional(
    Type.Enum(requestResults, {
      title: "Status",
      words: {
        answered: "Successful (2xx)",
        error: "Refused or failed",
        refused: "Refused (4xx)",
        failed: "Failed (5xx)",
      },
    }),
  ),
  po: Type.Optional(
    Type.String({
      ...code,
      title: "PO",
    }),
  ),
  part: Type.Optional(Type.String({ ...code, title: "Part number" })),
  id: Type.Optional(Type.String({ ...code, title: "Request ID" })),
};

export const requestsCaption = "Requests, newest first";

/** What differs by site: the address of a request, its key, and its account in the console. */
type RequestColumns = {
  readonly addressOf: (requestId: string) => string;
  readonly keyOf: (call: LoggedRequest) => Content;
  readonly accountOf?: (call: LoggedRequest) => Content;
};

export function requestColumns({
  addressOf,
  keyOf,
  accountOf,
}: RequestColumns): readonly Omit<CellColumn<LoggedRequest>, "sort">[] {
  return [
    {
      title: "Time",
      kind: "words",
      cell: ({ requestId, at }) => html`<a href="${addressOf(requestId)}">${renderAge(at)}</a>`,
    },
    ...(accountOf ? [{ title: "Account", kind: "text", cell: accountOf } as const] : []),
    { title: "Request", kind: "code", cell: describeCall },
    { title: "Status", kind: "words", cell: renderRequestStatus },
    { title: "Key", kind: "text", cell: keyOf },
    { title: "PO", kind: "text", cell: ({ poNumber }) => poNumber && renderNumber(poNumber) },
    {
      title: "Result",
      kind: "prose",
      cell: (call) => (call.errorCode === null ? describeRequest(call) : renderError(call)),
    },
    { title: "ms", kind: "number", cell: ({ durationMs }) => durationMs.toFixed(1) },
  ];
}

function describeCall({ method, route }: LoggedRequest): string {
  return `${method} ${route.replace(/^.*\/b2b\//, "").replace("/:order_id", "/…")}`;
}

function renderRequestStatus({ status }: LoggedRequest): Html {
  const meaning: Meaning = status < 400 ? "good" : status < 500 ? "short" : "fault";
  return renderBadge(meaning, String(status));
}

export function renderRequestResult(call: LoggedRequest): Html {
  const code = call.errorCode && html` <code>${call.errorCode}</code>`;
  return html`${renderRequestStatus(call)}${code}`;
}

/** A summary such as "50 entries, 3 not available". */
function describeRequest({ partNumbers, partNames, outcomes }: LoggedRequest): string {
  const asked = partNumbers.length + partNames.length;
  if (asked === 0) return "";
  const missed = [...(outcomes ?? "")].filter((letter) => letter !== "f").length;
  const entries = formatCounted(asked, "entry", "entries");
  return missed === 0 ? entries : `${entries}, ${missed} not available`;
}

/** The code, the field and the message; most messages name the field themselves. */
function renderError(call: LoggedRequest): Html {
  const { errorCode, errorPath } = call;
  const message = readErrorMessage(call);
  const isNamed = errorPath === null || message?.includes(errorPath);
  const field = isNamed ? null : html` <code>${errorPath}</code>`;
  return html`<code>${errorCode}</code>${field} ${message}`;
}
