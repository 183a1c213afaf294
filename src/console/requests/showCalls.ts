// /console/requests: every call of 30 days, narrowed in the address, paged by ids.
import { selectAccount } from "../../accounts/queries.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writePager } from "../../html/pager.ts";
import type { Fields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { type CallerNames, selectCallerNames } from "../../requests/callerQueries.ts";
import { type CallFilter, type LoggedCall, selectCalls } from "../../requests/queries.ts";
import { toCallId, toRequestId } from "../../requests/requestId.ts";
import {
  type AskedCalls,
  longestCallFilter,
  readAskedCalls,
  toCallFilter,
  writeCallFilters,
  writeCallRows,
  writeCallsAddress,
} from "../../views/askedCalls.ts";
import { accountAddress, callAddress } from "../accountAddress.ts";
import { endOfAskedDay, readAskedDay } from "../askedDay.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { writeRequestTabs } from "./requestTabs.ts";

const path = "/console/requests";
const pageSize = 50;

/** The filters that are the console's own; the key's stands in what both doors ask. */
type OwnFilters = { readonly account: string; readonly from: string; readonly until: string };

function readOwn(query: Fields): OwnFilters {
  const day = (name: string) => (readAskedDay(query.text(name)) === null ? "" : query.text(name));
  const account = query.text("account").trim().slice(0, longestCallFilter).toWellFormed();
  return { account, from: day("from"), until: day("until") };
}

function writeOwn(own: OwnFilters, key: string): Html {
  const state = { ...freshForm({ ...own, key }), prefix: "filter" };
  const account = { name: "account", label: "Account", maxLength: longestCallFilter };
  return html`${writeTextField(state, { ...account, autocomplete: "off" })}${writeTextField(state, {
    name: "key",
    label: "Key id",
    maxLength: longestCallFilter,
    code: true,
  })}${writeTextField(state, { name: "from", label: "From", type: "date" })}${writeTextField(
    state,
    {
      name: "until",
      label: "Until",
      type: "date",
    },
  )}`;
}

function nameAccount({ accounts }: CallerNames, { accountId }: LoggedCall): Html {
  if (accountId === null) return html`<span class="quiet">none</span>`;
  return html`<a href="${accountAddress(accountId)}">${accounts.get(accountId) ?? accountId}</a>`;
}

function nameKey({ keys }: CallerNames, { keyId }: LoggedCall): Html | null {
  if (keyId === null) return null;
  return html`<a href="/console/keys/${keyId}">${keys.get(keyId) ?? keyId}</a>`;
}

/** Fits no account. */
const nobodysId = "00000000-0000-0000-0000-000000000000";

async function toFilter(
  { db }: ConsoleContext,
  asked: AskedCalls,
  own: OwnFilters,
): Promise<CallFilter> {
  const account = own.account === "" ? undefined : await selectAccount(db, own.account);
  const nobody = own.account === "" ? null : (nobodysId as CallFilter["accountId"]);
  return {
    ...toCallFilter(asked, pageSize + 1),
    accountId: account?.accountId ?? nobody,
    from: readAskedDay(own.from),
    until: endOfAskedDay(own.until),
  };
}

function writeNone(): Html {
  return writeEmptyState(
    "No request here",
    html`<p>Each call of the API is here a second after it was answered, for 30 days. An account is
found by its name or id; a key's id, a PO, a part number and a request id are found whole.
<a href="/console/requests">All requests</a></p>`,
  );
}

/** The list of all calls; a request id that was asked for leads to its page. */
export async function showCalls(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db } = context;
  const { query } = visit;
  const [asked, own] = [readAskedCalls(query), readOwn(query)];
  const { id, before } = asked;
  const callId = toCallId(id);
  if (callId !== undefined) return { kind: "see other", to: callAddress(toRequestId(callId)) };
  const filter = await toFilter(context, asked, own);
  const found = id === "" ? await selectCalls(db, filter, visit.now) : [];
  const calls = found.slice(0, pageSize);
  const names = await selectCallerNames(db, calls);
  const last = found.length > pageSize ? calls.at(-1) : undefined;
  const pager = writePager({
    back: before === null ? null : writeCallsAddress(path, asked, null, own),
    on: last === undefined ? null : writeCallsAddress(path, asked, last.callId, own),
    backText: "Newest",
  });
  const rows = writeCallRows(calls, {
    callAddress,
    keyOf: (call) => nameKey(names, call),
    accountOf: (call) => nameAccount(names, call),
  });
  const list = calls.length === 0 ? writeNone() : html`${rows}${pager}`;
  const filters = writeCallFilters(path, asked, writeOwn(own, asked.key ?? ""));
  return {
    kind: "page",
    page: {
      title: "Requests",
      sentence: "What buyers' systems asked in the last 30 days, and what came of it.",
      body: html`${writeRequestTabs("calls")}${filters}${list}`,
    },
  };
}
