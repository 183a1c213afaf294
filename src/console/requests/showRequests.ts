import type { AccountId } from "../../accounts/account.ts";
import { renderKeyName } from "../../components/nameOrder.ts";
import {
  formatRequestsAddress,
  maxFilterTextLength,
  type RequestLogFilter,
  readRequestLogFilter,
  toRequestFilter,
} from "../../components/requestLogFilter.ts";
import { renderRequestFilters, renderRequestRows } from "../../components/requestTable.ts";
import { parseDay } from "../../day.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { pageSize, paginate } from "../../html/pager.ts";
import type { Reader } from "../../html/reader/reader.ts";
import type { Choice } from "../../kit/input.ts";
import { type CallerNames, selectCallerNames } from "../../requests/callerQueries.ts";
import { type LoggedRequest, type RequestFilter, selectRequests } from "../../requests/queries.ts";
import { toLoggedRequestId, toRequestId } from "../../requests/requestId.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import { keyAddress, linkAccount, requestAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { endOfFilteredDay, readDayFilter, readText } from "../filters.ts";
import {
  chooseAccount,
  chooseKey,
  placeUnder,
  renderPicker,
  suggestionsOf,
} from "../search/pickers.ts";
import { renderRequestTabs } from "./requestTabs.ts";
import { texts } from "./texts.ts";

const path = "/console/requests";

/** The filters that only the console has. */
type OwnFilters = {
  readonly account: string;
  readonly key: string;
  readonly from: string;
  readonly until: string;
};

type Named = { readonly account: Choice<AccountId>; readonly key: Choice<string> };

function readOwnFilters(query: Fields): OwnFilters {
  const day = (name: string) => (parseDay(query.text(name)) === undefined ? "" : query.text(name));
  const text = (name: string) => readText(query, name, maxFilterTextLength);
  return { account: text("account"), key: text("key"), from: day("from"), until: day("until") };
}

function renderOwnFilters(own: OwnFilters, { account, key }: Named): Html {
  const typed = { ...own, account: account.text, key: key.text };
  const state = { ...freshForm(typed), prefix: "filter" };
  return html`${[
    renderPicker(state, "accounts", { name: "account", label: "Account" }),
    renderPicker(state, "keys", { name: "key", label: "API key" }),
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
  return html`<a href="${keyAddress(keyId)}">${renderKeyName(keys.get(keyId) ?? keyId)}</a>`;
}

/** The account and the key that the filters name. */
async function readNamed(
  { db }: ConsoleContext,
  { query }: Visit,
  own: OwnFilters,
): Promise<Named> {
  const addressOf = (name: string) => (id: string) =>
    formatRequestsAddress(path, readRequestLogFilter(query), null, { ...own, [name]: id });
  const [account, key] = await Promise.all([
    chooseAccount(db, own.account, addressOf("account")),
    chooseKey(db, own.key, addressOf("key")),
  ]);
  return { account, key };
}

function toFilter(
  filter: RequestLogFilter,
  { account, key }: Named,
  { from, until }: OwnFilters,
  { zone }: Reader,
): RequestFilter {
  return {
    ...toRequestFilter(filter, pageSize + 1),
    accountId: account.id,
    keyId: key.id,
    from: readDayFilter(from, zone),
    until: endOfFilteredDay(until, zone),
  };
}

function renderNone({ query }: Visit): Html {
  const isNarrowed = query.names().some((name) => query.text(name) !== "");
  if (!isNarrowed) {
    const how = html`<p>Requests with the <a href="/console/keys">keys</a> of accounts appear
here within a second and are stored for 30 days.</p>`;
    return renderEmptyState("No requests yet", how);
  }
  return renderEmptyState(
    "No matching requests",
    html`<p>Requests appear within a second and are stored for 30 days.
Enter the name or ID of an account or key, or a complete PO, part number or request ID.
<a href="${path}">All requests</a></p>`,
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
  const named = await readNamed(context, visit, own);
  const where = toFilter(filter, named, own, visit.reader);
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
  const question = named.account.question ?? named.key.question;
  const none = question ?? renderNone(visit);
  const list = requests.length === 0 ? none : html`${rows}${pager}`;
  const fields = renderOwnFilters(own, named);
  const filters = renderRequestFilters(path, filter, fields, suggestionsOf("parts"));
  return answerPage({
    title: texts.list.title,
    sentence: "API requests of the last 30 days, with their results.",
    ...placeUnder(named.account),
    body: html`${renderRequestTabs("requests")}${filters}${list}`,
  });
};
