import { selectAccount } from "../../accounts/queries.ts";
import {
  formatRequestsAddress,
  maxFilterTextLength,
  type RequestLogFilter,
  readRequestLogFilter,
  toRequestFilter,
} from "../../components/requestLogFilter.ts";
import { renderRequestFilters, renderRequestRows } from "../../components/requestTable.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { pageSize, paginate } from "../../html/pager.ts";
import { type CallerNames, selectCallerNames } from "../../requests/callerQueries.ts";
import { type LoggedRequest, type RequestFilter, selectRequests } from "../../requests/queries.ts";
import { toLoggedRequestId, toRequestId } from "../../requests/requestId.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import { keyAddress, linkAccount, requestAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { endOfFilteredDay, noAccountId, readDayFilter, readText } from "../filters.ts";
import { renderRequestTabs } from "./requestTabs.ts";

const path = "/console/requests";

/** The filters that only the console has. */
type OwnFilters = { readonly account: string; readonly from: string; readonly until: string };

function readOwnFilters(query: Fields): OwnFilters {
  const day = (name: string) => (readDayFilter(query.text(name)) === null ? "" : query.text(name));
  const account = readText(query, "account", maxFilterTextLength);
  return { account, from: day("from"), until: day("until") };
}

function renderOwnFilters(own: OwnFilters, key: string): Html {
  const state = { ...freshForm({ ...own, key }), prefix: "filter" };
  const maxLength = maxFilterTextLength;
  return html`${[
    renderTextField(state, { name: "account", label: "Account", maxLength, autocomplete: "off" }),
    renderTextField(state, { name: "key", label: "Key id", maxLength, code: true }),
    renderTextField(state, { name: "from", label: "From", type: "date" }),
    renderTextField(state, { name: "until", label: "Until", type: "date" }),
  ]}`;
}

function nameAccount({ accounts }: CallerNames, { accountId }: LoggedRequest): Html {
  if (accountId === null) return html`<span class="quiet">none</span>`;
  return linkAccount(accountId, accounts.get(accountId) ?? accountId);
}

function nameKey({ keys }: CallerNames, { keyId }: LoggedRequest): Html | null {
  if (keyId === null) return null;
  return html`<a href="${keyAddress(keyId)}">${keys.get(keyId) ?? keyId}</a>`;
}

async function toFilter(
  { db }: ConsoleContext,
  filter: RequestLogFilter,
  own: OwnFilters,
): Promise<RequestFilter> {
  const account = own.account === "" ? undefined : await selectAccount(db, own.account);
  const none = own.account === "" ? null : (noAccountId as RequestFilter["accountId"]);
  return {
    ...toRequestFilter(filter, pageSize + 1),
    accountId: account?.accountId ?? none,
    from: readDayFilter(own.from),
    until: endOfFilteredDay(own.until),
  };
}

function renderNone({ query }: Visit): Html {
  const isNarrowed = query.names().some((name) => query.text(name) !== "");
  if (!isNarrowed) {
    const how = html`<p>Requests with the <a href="/console/keys">keys</a> of accounts appear here
within a second and are stored for 30 days.</p>`;
    return renderEmptyState("No requests yet", how);
  }
  return renderEmptyState(
    "No matching requests",
    html`<p>Requests appear within a second and are stored for 30 days. Enter the name or ID of
an account, or a complete key ID, PO, part number or request ID.
<a href="/console/requests">All requests</a></p>`,
  );
}

/** A complete request id redirects to its page. */
export const showRequests: Handler = async (context, visit) => {
  const { db } = context;
  const { query } = visit;
  const [filter, own] = [readRequestLogFilter(query), readOwnFilters(query)];
  const { id, before } = filter;
  const loggedId = toLoggedRequestId(id);
  if (loggedId !== undefined) return redirect(requestAddress(toRequestId(loggedId)));
  const where = await toFilter(context, filter, own);
  const found = id === "" ? await selectRequests(db, where, visit.now) : [];
  const { rows: requests, pager } = paginate(found, {
    after: before,
    keyOf: ({ loggedId }) => loggedId,
    addressOf: (before) => formatRequestsAddress(path, filter, before, own),
  });
  const names = await selectCallerNames(db, requests);
  const rows = renderRequestRows(requests, {
    requestAddress,
    keyOf: (one) => nameKey(names, one),
    accountOf: (one) => nameAccount(names, one),
  });
  const list = requests.length === 0 ? renderNone(visit) : html`${rows}${pager}`;
  const filters = renderRequestFilters(path, filter, renderOwnFilters(own, filter.key ?? ""));
  return answerPage({
    title: "Requests",
    sentence: "API requests of the last 30 days, with their results.",
    body: html`${renderRequestTabs("requests")}${filters}${list}`,
  });
};
