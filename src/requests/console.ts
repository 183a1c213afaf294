// The log of API requests in the console, and the demand that was not met.
import { Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import {
  keyAddress,
  linkAccount,
  orderAddress,
  partAddress,
  requestAddress,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { dayFilter, endOfFilteredDay, readDayFilter, readText } from "../home/consoleFilters.ts";
import {
  accountFilter,
  chooseAccount,
  keyFilter,
  renderPicker,
  suggestionsOf,
} from "../home/consolePickers.ts";
import { type ConsoleAccess, everyone } from "../kit/access.ts";
import { addDays, formatDay, parseDay, utcDay } from "../kit/day.ts";
import type { Noun } from "../kit/declared.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderSelect } from "../kit/html/field.ts";
import { freshForm, renderFilters } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderDay, renderSecond } from "../kit/html/moment.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import type { Choice } from "../kit/input.ts";
import { list } from "../kit/list.ts";
import { record } from "../kit/record.ts";
import { createRouteBuilders, none } from "../kit/site/routes.ts";
import { answerPage, redirect } from "../kit/site/visit.ts";
import { wire } from "../kit/wire.ts";
import { renderKeyName } from "../orders/sharedOrders.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { type LoggedRequest, selectRequest, selectRequests } from "./queries.ts";
import { toLoggedRequestId, toRequestId } from "./requestId.ts";
import { requestColumns, requestFilters, requestsCaption } from "./sharedLog.ts";
import { renderRequestPage } from "./sharedRequest.ts";
import {
  selectUnmetDemand,
  type UnmetDemandFilter,
  type UnmetDemandKind,
  type UnmetDemandPart,
} from "./unmetDemandQueries.ts";
import { weekOf } from "./unmetDemandTally.ts";

const path = "/console/requests";
const demandPath = `${path}/unmet-demand`;

const { get } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

const requestNoun: Noun<LoggedRequest> = {
  name: "request",
  find: async (db, text) => {
    const id = toLoggedRequestId(text);
    return id === undefined ? undefined : selectRequest(db, null, id);
  },
  idOf: ({ loggedId }) => loggedId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => requestAddress(toRequestId(id)),
  wire: {
    request_id: wire.text(({ requestId }) => requestId),
    method: wire.text(({ method }) => method),
    route: wire.text(({ route }) => route),
    status: wire.count(({ status }) => status),
  },
};

const nameDemand = (kind: UnmetDemandKind): string => `Unmet demand: ${kind}`;

function renderRequestTabs(current: "requests" | UnmetDemandKind): Html {
  return renderTabs("Requests", [
    { href: path, text: "All requests", current: current === "requests" },
    ...(["not found", "out of stock"] as const).map((kind) => ({
      href: `${demandPath}?kind=${kind.replaceAll(" ", "-")}`,
      text: nameDemand(kind),
      current: current === kind,
    })),
  ]);
}

function nameAccount({ accountId, accountName }: LoggedRequest): Html {
  if (accountId === null) return html`<span class="quiet">none</span>`;
  return linkAccount(accountId, accountName ?? accountId);
}

function nameKey({ keyId, keyName }: LoggedRequest): Html | null {
  return keyId && html`<a href="${keyAddress(keyId)}">${renderKeyName(keyName ?? keyId)}</a>`;
}

const requestLog = list({
  name: "request list",
  of: requestNoun,
  path,
  who: everyone,
  title: "API requests",
  sentence: "API requests of the last 30 days, with their results.",
  caption: requestsCaption,
  about: "list the requests of the API, newest first",
  filter: Type.Object({
    status: requestFilters.status,
    account: accountFilter,
    key: keyFilter,
    from: dayFilter("From"),
    until: dayFilter("Until"),
    po: requestFilters.po,
    part: Type.Optional(
      Type.String({ ...requestFilters.part, suggestions: suggestionsOf("parts") }),
    ),
    id: requestFilters.id,
  }),
  read: async (db, { filter, now, zone }, { after, limit }) => {
    const { account, id, from, until, ...others } = filter;
    if (id !== undefined) return [];
    const days = { from: readDayFilter(from, zone), until: endOfFilteredDay(until, zone) };
    return selectRequests(db, { ...others, ...days, account, before: after, limit }, now);
  },
  columns: requestColumns({
    addressOf: requestAddress,
    accountOf: nameAccount,
    keyOf: nameKey,
  }),
  none: (filter) =>
    Object.keys(filter).length === 0
      ? {
          title: "No requests yet",
          body: html`<p>Requests with the <a href="/console/keys">keys</a> of accounts appear
here within a second and are stored for 30 days.</p>`,
        }
      : {
          title: "No matching requests",
          body: html`<p>Requests appear within a second and are stored for 30 days.
Enter the name or ID of an account or key, or a complete PO, part number or request ID.
<a href="${path}">All requests</a></p>`,
        },
  around: async () => ({ top: renderRequestTabs("requests") }),
});

/** A complete request id redirects to its page. */
const showRequests: Handler = async (context, visit) => {
  const id = toLoggedRequestId(visit.query.text("id"));
  return id === undefined ? requestLog.show(context, visit) : redirect(requestNoun.address(id));
};

const request = record({
  of: requestNoun,
  path: `${path}/:request`,
  who: everyone,
  actions: [],
  page: async ({ publicUrl }: ConsoleContext, _visit, call) => ({
    title: "Request",
    sentence: renderSecond(call.at),
    above: { href: path, text: "API requests" },
    body: renderRequestPage(call, {
      publicUrl,
      whose: [
        {
          term: "Account",
          value:
            call.accountId === null ? "None: the key is missing or unknown" : nameAccount(call),
        },
        { term: "Key", value: nameKey(call) },
      ],
      orderAddress,
    }),
  }),
});

const shownParts = 100;
/** More parts than anyone reads of one week. */
const exportedParts = 50_000;
const shownWeeks = 26;
/** With this one: on its Monday, a week has hardly any requests. */
const recentWeeks = 4;

/** The demand that an address asks for. */
type Demand = Omit<UnmetDemandFilter, "limit"> & {
  readonly account: Choice<AccountId>;
  /** The filters as an address has them; without a week, it is the last ones. */
  readonly sent: { readonly kind: string; readonly week: string; readonly account: string };
};

/** The last weeks, unless the address names one that is stored. */
async function readDemand(db: Queryable, { query, now }: Visit): Promise<Demand> {
  const thisWeek = weekOf(utcDay(now));
  const day = parseDay(query.text("week"));
  const asked = day === undefined ? "" : weekOf(day);
  const week = asked <= thisWeek && asked >= addDays(thisWeek, -7 * shownWeeks) ? asked : "";
  const kind = query.text("kind") === "out-of-stock" ? "out of stock" : "not found";
  const sent = { kind: kind.replaceAll(" ", "-"), week, account: readText(query, "account") };
  const account = await chooseAccount(db, sent.account, (id) =>
    formatAddress(demandPath, { ...sent, account: id }),
  );
  return {
    kind,
    sent,
    account,
    accountId: account.id,
    firstWeek: week === "" ? addDays(thisWeek, -7 * (recentWeeks - 1)) : week,
    lastWeek: week === "" ? thisWeek : week,
  };
}

function renderDemandFilters({ sent, account }: Demand, { now }: Visit): Html {
  const state = { ...freshForm({ ...sent, account: account.text }), prefix: "filter" };
  const monday = weekOf(utcDay(now));
  const weeks = Array.from({ length: shownWeeks + 1 }, (_, back) => addDays(monday, -7 * back));
  const options = weeks.map((week) => ({
    value: week,
    text: `Week of ${formatDay(new Date(week))}${week === monday ? ", this week" : ""}`,
  }));
  const recent = { value: "", text: `Last ${formatCounted(recentWeeks, "week")}` };
  return renderFilters({
    action: demandPath,
    label: "Week and account",
    hidden: { kind: sent.kind },
    fields: [
      renderSelect(state, { name: "week", label: "Week", options: [recent, ...options] }),
      renderPicker(state, "accounts", { name: "account", label: "Account" }),
    ],
  });
}

const showUnmetDemand: Handler = async ({ db }, visit) => {
  const demand = await readDemand(db, visit);
  const { kind, sent, account, firstWeek, lastWeek } = demand;
  const parts = await selectUnmetDemand(db, { ...demand, limit: shownParts });
  const byAccount: CellColumn<UnmetDemandPart> = {
    title: "Accounts",
    kind: "number",
    cell: ({ accounts }) => formatCount(accounts),
  };
  const table = renderRows(nameDemand(kind), parts, [
    {
      title: "Part number",
      kind: "code",
      cell: ({ partNumber: part }) =>
        kind === "not found" ? part : html`<a href="${partAddress(part)}">${part}</a>`,
    },
    { title: "Requested", kind: "number", cell: ({ times }) => formatCount(times) },
    ...(sent.account === "" ? [byAccount] : []),
    {
      title: "Requests",
      kind: "prose",
      cell: ({ partNumber: part }) =>
        html`<a
href="${formatAddress(path, { part, account: sent.account })}">View requests</a>`,
    },
  ]);
  const csv = formatAddress(`${demandPath}.csv`, sent);
  const first = parts.length < shownParts ? null : html`Showing the first ${shownParts}. `;
  const found = html`${table}
<p class="quiet">${first}<a href="${csv}">Download all as CSV</a></p>
`;
  const nothing = renderEmptyState(
    "No unmet demand",
    html`<p>A part number counts once per request. New requests appear within two minutes. Enter the name or ID of an account to filter.</p>`,
  );
  const list = parts.length === 0 ? (account.question ?? nothing) : found;
  const [lastDay, today] = [addDays(lastWeek, 6), utcDay(visit.now)];
  const until = renderDay(lastDay < today ? lastDay : today);
  return answerPage({
    title: nameDemand(kind),
    sentence: html`Parts that were requested but ${kind}, ${renderDay(firstWeek)} to ${until}.`,
    body: html`${renderRequestTabs(kind)}${renderDemandFilters(demand, visit)}${list}`,
  });
};

const exportUnmetDemand: Handler = async ({ db, files }, visit) => {
  const demand = await readDemand(db, visit);
  const { kind, sent, firstWeek, lastWeek } = demand;
  const file = { name: `${sent.kind}-${firstWeek}.csv`, type: "text/csv; charset=utf-8" };
  return files.send(visit, file, async (session, target) => {
    const parts = await selectUnmetDemand(session, { ...demand, limit: exportedParts });
    const weeks = firstWeek === lastWeek ? 1 : recentWeeks;
    const rows = parts.map(({ partNumber, times, accounts }) => {
      const counts = [times, accounts, weeks].map((count) => ({ number: String(count) }));
      return [firstWeek, kind, partNumber, ...counts];
    });
    const head = ["week", "kind", "part_number", "times", "accounts", "weeks"];
    await writeCsv([head, ...rows], target);
  });
};

export const requestRoutes = [
  get(path, everyone, none, showRequests),
  get(demandPath, everyone, none, showUnmetDemand),
  get(`${demandPath}.csv`, everyone, none, exportUnmetDemand),
  ...request.routes,
];
