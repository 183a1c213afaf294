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
import { formatCount, formatCounted, formatCountTo } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
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
import { accountAddress, keyAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { renderAccountTabs } from "./renderAccountTabs.ts";
import { renderAccountState } from "./showAccounts.ts";

const shownEvents = 5;
const shownKeys = 20;

function renderFacts(account: OperatorAccount, facts: AccountFacts): Html {
  const { accountId, email, currency, createdAt, notes } = account;
  const { people, orders, drafts, callsToday, calls, lastCallAt, lastSeenAt } = facts;
  const ordered = formatCountTo(countedOrders, orders);
  return renderDefinitions([
    { term: "State", value: renderAccountState(account) },
    { term: "E-mail", value: email },
    { term: "Currency", value: currency },
    { term: "Created", value: renderDay(createdAt) },
    { term: "People", value: formatCount(people) },
    { term: "Orders", value: html`<a href="/console/orders?account=${accountId}">${ordered}</a>` },
    { term: "Drafts", value: formatCountTo(countedOrders, drafts) },
    { term: "Requests today", value: formatCount(callsToday) },
    { term: "Requests in 30 days", value: formatCount(calls) },
    { term: "Last request", value: lastCallAt === null ? "Never" : renderMoment(lastCallAt) },
    { term: "Last portal visit", value: lastSeenAt === null ? "Never" : renderMoment(lastSeenAt) },
    { term: "ID", value: html`<code>${accountId}</code>` },
    { term: "Notes", value: notes && html`<span class="typed">${notes}</span>` },
  ]);
}

/** Suspending can be undone, so it needs no typed name. */
function renderSuspension(
  { accountId, name, suspendedAt }: OperatorAccount,
  facts: AccountFacts,
): Html {
  const address = accountAddress(accountId);
  if (suspendedAt !== null) {
    const button = renderButton({ text: "Resume account", kind: "primary" });
    return renderForm({ action: `${address}/resume`, body: button });
  }
  const effects = html`<p>Its keys stop working within a second
(${formatCounted(facts.callsToday, "request")} today). Its people are signed out and cannot sign in.
Orders do not change.</p>
`;
  const body = html`${effects}${renderButton({ text: `Suspend ${name}`, kind: "danger" })}`;
  const form = renderForm({ action: `${address}/suspend`, body });
  return renderQuestion("Suspend account …", `Suspend ${name}?`, form);
}

function renderView({ accountId, suspendedAt }: OperatorAccount): Html | null {
  if (suspendedAt !== null) return null;
  return renderForm({
    action: `${accountAddress(accountId)}/view`,
    body: renderButton({
      text: "View as buyer",
      label: "View the portal as a buyer of this account",
    }),
  });
}

function renderKeys(
  account: OperatorAccount,
  keys: readonly ApiKey[],
  counts: Awaited<ReturnType<typeof countRequestsOfKey>>,
  { now, canChange }: { readonly now: Date; readonly canChange: boolean },
): Html {
  const address = `${accountAddress(account.accountId)}/keys/new`;
  const issue = canChange ? renderButtonLink(address, "Issue key", "plain") : null;
  const card = { id: "keys", title: "Keys", beside: issue };
  if (keys.length === 0) {
    const how = html`<p>The account's systems need a key to use the API. Keys are sent to
${account.email}.</p>`;
    return renderCard({ ...card, body: renderEmptyState("No keys yet", how, "key-round") });
  }
  const isActive = (key: ApiKey): boolean => keyState(key, now) === "active";
  const newest = keys.toReversed();
  const sorted = [...newest.filter(isActive), ...newest.filter((key) => !isActive(key))];
  const table = renderKeyTable({
    caption: "Keys of the account, active keys first",
    keys: sorted.slice(0, shownKeys),
    now,
    address: ({ keyId }) => keyAddress(keyId),
    calls: {
      counts: new Map(counts.map(({ keyId, requests }) => [keyId, requests])),
      root: "/console/requests",
    },
  });
  const all = html`<a href="/console/keys?account=${account.accountId}">All
${formatCount(keys.length)} keys</a>`;
  return renderCard({ ...card, body: table, ...(keys.length > shownKeys ? { foot: all } : {}) });
}

function renderActivity({ accountId }: OperatorAccount, events: readonly StoredAuditEvent[]): Html {
  const card = { id: "activity", title: "Activity" };
  if (events.length === 0) {
    return renderCard({ ...card, body: html`<p class="quiet">No activity yet.</p>\n` });
  }
  const points = events.map(({ auditEventId, at, action, operatorName }) => ({
    title: html`<a href="/console/audit/${auditEventId}">${action}</a>`,
    at,
    note: operatorName ?? "Command line",
  }));
  const all = html`<a href="/console/audit?account=${accountId}">View all</a>`;
  return renderCard({ ...card, beside: all, body: renderTimeline(points) });
}

/** Points out drafts that nobody can confirm. */
function renderUnattended(
  { accountId, suspendedAt }: OperatorAccount,
  { drafts, people }: AccountFacts,
  canChange: boolean,
): Html | null {
  if (drafts === 0 || people > 0 || suspendedAt !== null) return null;
  const count = drafts === 1 ? "1 draft" : `${formatCountTo(countedOrders, drafts)} drafts`;
  const inviting = `${accountAddress(accountId)}/people#invite`;
  const invite = html`<p><a href="${inviting}">Invite a person</a> who orders for the account.</p>`;
  const title = `Nobody can confirm the ${count} of this account: it has no people.`;
  return renderNotice("short", title, canChange ? invite : undefined);
}

type AccountMessage = { readonly account: OperatorAccount; readonly change: OwnChange | null };

const messages: Messages<AccountMessage> = {
  opened: () =>
    renderNotice("good", "Account created.", "Next: invite its people and issue a key."),
  "view-ended": () => renderNotice("good", "You no longer view the portal as a buyer."),
  suspended: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt &&
    renderUndo("Account suspended.", { action: `${accountAddress(accountId)}/resume` }),
  resumed: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt === null
      ? renderUndo("Account resumed.", { action: `${accountAddress(accountId)}/suspend` })
      : null,
  changed: ({ account: { accountId, version }, change }) =>
    change &&
    renderUndo("Changes saved.", {
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
  const filter = { accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  const before = JSON.parse(event?.before ?? "{}");
  const isOwn = event?.operatorEmail === signedIn.operator.email;
  if (!isOwn || before.version !== version - 1) return null;
  const { name, email, notes } = before;
  return { name, email, notes: notes ?? "" };
}

/** `refused`: why a change was not made. */
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
  const [facts, keys, counts, events, change] = await Promise.all([
    selectAccountFacts(db, accountId, { since, today: utcDay(now) }),
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, since),
    selectAuditEvents(db, { accountId }, { before: null, limit: shownEvents }),
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
    ...(canChange ? { primary: renderButtonLink(`${address}/edit`, "Edit account", "plain") } : {}),
    body: html`${[
      renderAccountTabs(accountId, "Overview"),
      renderMessage(messages, done, { account, change }),
      refused === undefined ? null : renderNotice("fault", refused),
      renderUnattended(account, facts, canChange),
      renderKeys(account, keys, counts, { now, canChange }),
      renderActivity(account, events),
    ]}`,
    side: renderSummaryBox("Account", html`${renderFacts(account, facts)}${doing}`),
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}
