import { renderSelect, renderTextField } from "../html/field.ts";
import { freshForm, renderButton } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderSecond } from "../html/moment.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import { type LoggedRequest, requestResults } from "../requests/queries.ts";
import { readErrorMessage } from "../requests/requestError.ts";
import { renderNumber } from "./nameOrder.ts";
import { maxFilterTextLength, type RequestLogFilter } from "./requestLogFilter.ts";
import { texts } from "./texts.ts";

/**
 * The filter form of a list at `path`; `more` are the fields of one site, `partSuggestions` where
 * part numbers are suggested.
 */
export function renderRequestFilters(
  path: string,
  asked: RequestLogFilter,
  more: Content,
  partSuggestions?: string,
): Html {
  const { end, po, part, id } = asked;
  const state = { ...freshForm({ status: end ?? "", po, part, id }), prefix: "filter" };
  const field = (name: string, label: string, suggestions?: string, hint?: string) =>
    renderTextField(state, {
      name,
      label,
      ...(hint !== undefined && { hint }),
      maxLength: maxFilterTextLength,
      code: true,
      suggestions,
    });
  return html`<form class="filters" action="${path}" role="search"
 aria-label="${texts.requests.filters}">
${renderSelect(state, {
  name: "status",
  label: texts.requests.status,
  options: [
    { value: "", text: texts.requests.anyStatus },
    ...requestResults.map((one) => ({ value: one, text: texts.requests.results[one] })),
  ],
})}${[
  more,
  field("po", texts.requests.po, undefined, texts.requests.poHint),
  field("part", texts.requests.part, partSuggestions),
  field("id", texts.requests.id),
]}
${renderButton({ text: texts.requests.apply })}
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
    caption: texts.requests.caption,
    columns: [
      { title: texts.requests.time, kind: "words" },
      ...(accountOf === undefined
        ? []
        : [{ title: texts.requests.account, kind: "text" } as const]),
      { title: texts.requests.request, kind: "code" },
      { title: texts.requests.status, kind: "words" },
      { title: texts.requests.key, kind: "text" },
      { title: texts.requests.po, kind: "text" },
      { title: texts.requests.result, kind: "prose" },
      { title: texts.requests.milliseconds, kind: "number" },
    ],
    rows: calls.map((call) => ({
      cells: [
        html`<a href="${requestAddress(call.requestId)}">${renderSecond(call.at)}</a>`,
        ...(accountOf === undefined ? [] : [accountOf(call)]),
        describeCall(call),
        renderRequestStatus(call),
        keyOf(call),
        call.poNumber && renderNumber(call.poNumber),
        call.errorCode === null ? describeRequest(call) : renderError(call),
        call.durationMs.toFixed(1),
      ],
    })),
  });
}

function renderRequestStatus({ status }: LoggedRequest): Html {
  const meaning: Meaning = status < 400 ? "good" : status < 500 ? "short" : "fault";
  return renderBadge(meaning, String(status));
}

export function renderRequestResult(call: LoggedRequest): Html {
  const code = call.errorCode && html` <code>${call.errorCode}</code>`;
  return html`${renderRequestStatus(call)}${code}`;
}

/** The code, the field and the message; most messages name the field themselves. */
function renderError(call: LoggedRequest): Content {
  const { errorCode, errorPath } = call;
  if (errorCode === null) return null;
  const message = readErrorMessage(call);
  const isNamed = errorPath === null || message?.includes(errorPath);
  const field = isNamed ? null : html` <code>${errorPath}</code>`;
  return html`<code>${errorCode}</code>${field} ${message}`;
}

/** A summary such as "50 entries, 3 not available". */
function describeRequest({ partNumbers, partNames, outcomes }: LoggedRequest): string {
  const asked = partNumbers.length + partNames.length;
  if (asked === 0) return "";
  const missed = [...(outcomes ?? "")].filter((letter) => letter !== "f").length;
  const { entries, entriesMissed } = texts.requests;
  return missed === 0 ? entries(asked) : entriesMissed(asked, missed);
}

function describeCall({ method, route }: LoggedRequest): string {
  return `${method} ${route.replace(/^.*\/b2b\//, "").replace("/:order_id", "/…")}`;
}
