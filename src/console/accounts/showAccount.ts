// An account at a glance: what is known of it, its keys, what was done last, and at the side what
// an operator can do about the whole of it.

import { type ApiKey, keyState } from "../../accounts/account.ts";
import { accountChange } from "../../accounts/changeAccount.ts";
import {
  type AccountFacts,
  countedOrders,
  type OperatorAccount,
  selectAccountFacts,
} from "../../accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../audit/queries.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButton, renderButtonLink, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import { selectKeys } from "../../keys/queries.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { formatRequestCount } from "../formatRequestCount.ts";
import { renderAccountTabs } from "./renderAccountTabs.ts";
import { renderAccountState } from "./showAccounts.ts";

const shownDeeds = 5;
const shownKeys = 20;

function renderCount(count: number): string {
  return count > countedOrders ? `${formatCount(countedOrders)}+` : formatCount(count);
}

function renderFacts(account: OperatorAccount, facts: AccountFacts): Html {
  const { accountId, email, currency, createdAt, notes } = account;
  const { people, orders, drafts, callsToday, calls, lastCallAt, lastSeenAt } = facts;
  const ordered = html`<a href="/console/orders?account=${accountId}">${renderCount(orders)}</a>`;
  return renderDefinitions([
    { term: "State", value: renderAccountState(account) },
    { term: "E-mail", value: email },
    { term: "Currency", value: currency },
    { term: "Opened", value: renderDay(createdAt) },
    { term: "People", value: formatCount(people) },
    { term: "Orders", value: ordered },
    { term: "Of them drafts", value: renderCount(drafts) },
    { term: "Calls today", value: formatCount(callsToday) },
    { term: "Calls in 30 days", value: formatCount(calls) },
    { term: "Last call", value: lastCallAt === null ? "never" : renderMoment(lastCallAt) },
    {
      term: "Last on the site",
      value: lastSeenAt === null ? "no session" : renderMoment(lastSeenAt),
    },
    { term: "Id", value: html`<code>${accountId}</code>` },
    ...(notes === null
      ? []
      : [{ term: "Notes", value: html`<span class="typed">${notes}</span>` }]),
  ]);
}

/** Suspending says what it stops; it can be taken back, and so asks for no name. */
function renderSuspension(
  { accountId, name, suspendedAt }: OperatorAccount,
  facts: AccountFacts,
): Html {
  const address = accountAddress(accountId);
  if (suspendedAt !== null) {
    const button = renderButton({ text: "Resume the account", kind: "primary" });
    return renderForm({ action: `${address}/resume`, body: button });
  }
  const stops = html`<p>Its keys are refused within a second: they made
${formatRequestCount(facts.callsToday)} today. Its people are signed out and cannot sign in. Orders
stay as they are.</p>
`;
  const body = html`${stops}${renderButton({ text: `Suspend ${name}`, kind: "danger" })}`;
  const form = renderForm({ action: `${address}/suspend`, body });
  return renderQuestion("Suspend …", `Suspend ${name}?`, form);
}

function renderView({ accountId, suspendedAt }: OperatorAccount): Html | null {
  if (suspendedAt !== null) return null;
  return renderForm({
    action: `${accountAddress(accountId)}/view`,
    body: renderButton({ text: "View as buyer", label: "See the buyers' site as this account" }),
  });
}

function renderKeys(
  account: OperatorAccount,
  keys: readonly ApiKey[],
  counts: Awaited<ReturnType<typeof countRequestsOfKey>>,
  { now, canChange }: { readonly now: Date; readonly canChange: boolean },
): Html {
  const address = `${accountAddress(account.accountId)}/keys/new`;
  const issue = canChange
    ? html`<p>${renderButtonLink(address, "Issue a key", "plain")}</p>\n`
    : null;
  const title = html`<h2 id="keys">Keys</h2>\n`;
  if (keys.length === 0) {
    const how = html`<p>Its systems call with a key, which comes to ${account.email} by mail.</p>`;
    return html`${title}${renderEmptyState("No keys yet", how)}${issue}`;
  }
  const isGood = (key: ApiKey): boolean => keyState(key, now) === "active";
  const newest = keys.toReversed();
  const sorted = [...newest.filter(isGood), ...newest.filter((key) => !isGood(key))];
  const table = renderKeyTable({
    caption: "Keys of the account, those that are good first",
    keys: sorted.slice(0, shownKeys),
    now,
    address: ({ keyId }) => `/console/keys/${keyId}`,
    calls: {
      counts: new Map(counts.map(({ keyId, requests }) => [keyId, requests])),
      root: "/console/requests",
    },
  });
  const all = html`<p><a href="/console/keys?account=${account.accountId}">All
${formatCount(keys.length)} keys</a></p>\n`;
  return html`${title}${table}${keys.length > shownKeys ? all : null}${issue}`;
}

function renderDeeds({ accountId }: OperatorAccount, deeds: readonly StoredAuditEvent[]): Html {
  const title = html`<h2 id="deeds">What was done</h2>\n`;
  if (deeds.length === 0) {
    return html`${title}<p class="quiet">No operator has changed anything of it yet.</p>\n`;
  }
  const events = deeds.map(({ auditEventId, at, action, operatorName }) => ({
    title: html`<a href="/console/audit/${auditEventId}">${action}</a>`,
    at,
    note: operatorName ?? "the shell",
  }));
  return html`${title}${renderTimeline(events)}<p><a
 href="/console/audit?account=${accountId}">All of it</a></p>
`;
}

type AccountMessage = { readonly account: OperatorAccount; readonly change: OwnChange | null };

const messages: Messages<AccountMessage> = {
  opened: () => renderNotice("good", "The account is open.", "Invite its people, and issue a key."),
  "view-ended": () => renderNotice("good", "The view as a buyer has ended."),
  suspended: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt &&
    renderUndo("The account is suspended.", { action: `${accountAddress(accountId)}/resume` }),
  resumed: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt === null
      ? renderUndo("The account is resumed.", { action: `${accountAddress(accountId)}/suspend` })
      : null,
  changed: ({ account: { accountId, version }, change }) =>
    change &&
    renderUndo("The account is changed.", {
      action: `${accountAddress(accountId)}/edit`,
      hidden: { ...change, version: String(version) },
    }),
};

/** What the account was before the operator's own last change. */
type OwnChange = { readonly name: string; readonly email: string; readonly notes: string };

/** The operator's own change that led to the current version; null if somebody else made it. */
async function findOwnChange(
  { db }: ConsoleContext,
  { signedIn }: Visit,
  { accountId, version }: OperatorAccount,
): Promise<OwnChange | null> {
  const none = { operatorId: null, subjectKind: null, subjectId: null, from: null, until: null };
  const filter = { ...none, accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  const before = JSON.parse(event?.before ?? "{}");
  const isOwn = event?.operatorEmail === signedIn.operator.email;
  if (!isOwn || before.version !== version - 1) return null;
  const { name, email, notes } = before;
  return { name, email, notes: notes ?? "" };
}

/** `refused`: why something was not done. */
export async function showAccount(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  refused?: string,
): Promise<Answer> {
  const { db } = context;
  const { now, query, signedIn } = visit;
  const done = query.text("done");
  const { accountId } = account;
  const since = firstRetainedDay(now);
  const none = { operatorId: null, action: null, subjectKind: null, subjectId: null };
  const filter = { ...none, accountId, from: null, until: null };
  const [facts, keys, counts, events, change] = await Promise.all([
    selectAccountFacts(db, accountId, { since, today: utcDay(now) }),
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, since),
    selectAuditEvents(db, filter, { before: null, limit: shownDeeds }),
    done === "changed" ? findOwnChange(context, visit, account) : null,
  ]);
  const canChange = mayUse(operators, signedIn);
  const address = accountAddress(accountId);
  const doing = html`<div class="actions">
${renderView(account)}${canChange ? renderSuspension(account, facts) : null}</div>
`;
  const page = {
    title: account.name,
    above: { href: "/console/accounts", text: "Accounts" },
    ...(canChange ? { primary: renderButtonLink(`${address}/edit`, "Edit", "plain") } : {}),
    body: html`${[
      renderAccountTabs(accountId, "Overview"),
      renderMessage(messages, done, { account, change }),
      refused === undefined ? null : renderNotice("fault", refused),
      renderKeys(account, keys, counts, { now, canChange }),
      renderDeeds(account, events),
    ]}`,
    side: renderSummaryBox("Account", html`${renderFacts(account, facts)}${doing}`),
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}
