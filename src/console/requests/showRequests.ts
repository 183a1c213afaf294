// /console/requests: every call of 30 days, narrowed in the address, paged by ids.
import { selectAccount } from "../../accounts/queries.ts";
import { renderRequestFilters, renderRequestRows } from "../../components/requestTable.ts";
import {
  formatRequestsAddress,
  maxFilterTextLength,
  type RequestLogFilter,
  readRequestLogFilter,
  toRequestFilter,
} from "../../filters/requestLogFilter.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderPager } from "../../html/pager.ts";
import { type CallerNames, selectCallerNames } from "../../requests/callerQueries.ts";
import { type LoggedRequest, type RequestFilter, selectRequests } from "../../requests/queries.ts";
import { toLoggedRequestId, toRequestId } from "../../requests/requestId.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import { accountAddress, requestAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { endOfFilteredDay, readDayFilter } from "../filters.ts";
import { renderRequestTabs } from "./requestTabs.ts";

const path = "/console/requests";
const pageSize = 50;

/** The filters that are the console's own; the key's stands in what both doors ask. */
type OwnFilters = { readonly account: string; readonly from: string; readonly until: string };

function readOwn(query: Fields): OwnFilters {
  const day = (name: string) => (readDayFilter(query.text(name)) === null ? "" : query.text(name));
  const account = query.text("account").trim().slice(0, maxFilterTextLength).toWellFormed();
  return { account, from: day("from"), until: day("until") };
}

function renderOwn(own: OwnFilters, key: string): Html {
  const state = { ...freshForm({ ...own, key }), prefix: "filter" };
  const account = { name: "account", label: "Account", maxLength: maxFilterTextLength };
  return html`${renderTextField(state, { ...account, autocomplete: "off" })}${renderTextField(
    state,
    {
      name: "key",
      label: "Key id",
      maxLength: maxFilterTextLength,
      code: true,
    },
  )}${renderTextField(state, { name: "from", label: "From", type: "date" })}${renderTextField(
    state,
    {
      name: "until",
      label: "Until",
      type: "date",
    },
  )}`;
}

function nameAccount({ accounts }: CallerNames, { accountId }: LoggedRequest): Html {
  if (accountId === null) return html`<span class="quiet">none</span>`;
  return html`<a href="${accountAddress(accountId)}">${accounts.get(accountId) ?? accountId}</a>`;
}

function nameKey({ keys }: CallerNames, { keyId }: LoggedRequest): Html | null {
  if (keyId === null) return null;
  return html`<a href="/console/keys/${keyId}">${keys.get(keyId) ?? keyId}</a>`;
}

/** Fits no account. */
const nobodysId = "00000000-0000-0000-0000-000000000000";

async function toFilter(
  { db }: ConsoleContext,
  asked: RequestLogFilter,
  own: OwnFilters,
): Promise<RequestFilter> {
  const account = own.account === "" ? undefined : await selectAccount(db, own.account);
  const nobody = own.account === "" ? null : (nobodysId as RequestFilter["accountId"]);
  return {
    ...toRequestFilter(asked, pageSize + 1),
    accountId: account?.accountId ?? nobody,
    from: readDayFilter(own.from),
    until: endOfFilteredDay(own.until),
  };
}

function renderNone(): Html {
  return renderEmptyState(
    "No request here",
    html`<p>Each call of the API is here a second after it was answered, for 30 days. An account is
found by its name or id; a key's id, a PO, a part number and a request id are found whole.
<a href="/console/requests">All requests</a></p>`,
  );
}

/** The list of all calls; a request id that was asked for leads to its page. */
export async function showRequests(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db } = context;
  const { query } = visit;
  const [asked, own] = [readRequestLogFilter(query), readOwn(query)];
  const { id, before } = asked;
  const loggedId = toLoggedRequestId(id);
  if (loggedId !== undefined) return redirect(requestAddress(toRequestId(loggedId)));
  const filter = await toFilter(context, asked, own);
  const found = id === "" ? await selectRequests(db, filter, visit.now) : [];
  const calls = found.slice(0, pageSize);
  const names = await selectCallerNames(db, calls);
  const last = found.length > pageSize ? calls.at(-1) : undefined;
  const pager = renderPager({
    back: before === null ? null : formatRequestsAddress(path, asked, null, own),
    on: last === undefined ? null : formatRequestsAddress(path, asked, last.loggedId, own),
    backText: "Newest",
  });
  const rows = renderRequestRows(calls, {
    requestAddress,
    keyOf: (call) => nameKey(names, call),
    accountOf: (call) => nameAccount(names, call),
  });
  const list = calls.length === 0 ? renderNone() : html`${rows}${pager}`;
  const filters = renderRequestFilters(path, asked, renderOwn(own, asked.key ?? ""));
  return answerPage({
    title: "Requests",
    sentence: "What buyers' systems asked in the last 30 days, and what came of it.",
    body: html`${renderRequestTabs("calls")}${filters}${list}`,
  });
}
