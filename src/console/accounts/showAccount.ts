import { type ApiKey, keyState } from "../../accounts/account.ts";
import { accountChange } from "../../accounts/changeAccount.ts";
import {
  type AccountFacts,
  countedOrders,
  type OperatorAccount,
  selectAccountFacts,
} from "../../accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../audit/queries.ts";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../../catalog/currencyQueries.ts";
import { describeCatalogCurrencies } from "../../components/currencyField.ts";
import { renderKeyTable } from "../../components/keyTable.ts";
import { utcDay } from "../../day.ts";
import { formatCount, formatCountTo } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButton, renderButtonLink, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge, renderDay, renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import { selectKeys } from "../../keys/queries.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { accountAddress, keyAddress, newDraftAddress } from "../addresses.ts";
import { nameAction } from "../audit/describeEvent.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts as draftTexts } from "../customerDrafts/texts.ts";
import { renderAccountTabs } from "./renderAccountTabs.ts";
import { renderAccountState } from "./showAccounts.ts";
import { texts } from "./texts.ts";

const shownEvents = 5;
const shownKeys = 20;

/** With the currencies of the catalog, if no price is in that of the account. */
function renderCurrency({ currency }: OperatorAccount, inUse: CurrenciesInUse): Content {
  const others = inUse.catalog.includes(currency) ? null : describeCatalogCurrencies(inUse);
  return html`${currency}${others && html` <span class="sub">${others}</span>`}`;
}

function renderFacts(
  account: OperatorAccount,
  facts: AccountFacts,
  currencies: CurrenciesInUse,
): Html {
  const { accountId, email, createdAt, notes } = account;
  const { people, invited, orders, drafts, callsToday, calls, lastCallAt, lastSeenAt } = facts;
  const ordered = formatCountTo(countedOrders, orders);
  return renderDefinitions([
    { term: "State", value: renderAccountState(account) },
    { term: "E-mail", value: email },
    { term: "Currency", value: renderCurrency(account, currencies) },
    { term: "Created", value: renderDay(createdAt) },
    {
      term: "People",
      value:
        invited === 0
          ? formatCount(people)
          : `${formatCount(people)}, ${formatCount(invited)} invited`,
    },
    {
      term: "Orders",
      value: html`<a href="/console/orders?account=${accountId}">${ordered}</a>`,
    },
    { term: "Drafts", value: formatCountTo(countedOrders, drafts) },
    { term: "Requests today", value: formatCount(callsToday) },
    { term: "Requests in 30 days", value: formatCount(calls) },
    {
      term: "Last request",
      value: lastCallAt === null ? texts.account.never : renderAge(lastCallAt),
    },
    {
      term: "Last portal visit",
      value: lastSeenAt === null ? texts.account.never : renderAge(lastSeenAt),
    },
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
  const effects = html`<p>${texts.suspension.hint(facts.calls)}</p>
`;
  const button = renderButton({ text: `Suspend ${name}`, kind: "danger" });
  const body = html`${effects}${button}`;
  const form = renderForm({ action: `${address}/suspend`, body });
  return renderQuestion("Suspend account…", `Suspend ${name}?`, form);
}

function renderDrafting({ accountId, suspendedAt }: OperatorAccount): Html | null {
  if (suspendedAt !== null) return null;
  return renderButtonLink(newDraftAddress(accountId), draftTexts.open, "plain");
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

/** What can be done with the account. */
function renderDoing(account: OperatorAccount, facts: AccountFacts, canChange: boolean): Html {
  const drafting = canChange ? renderDrafting(account) : null;
  const suspension = canChange ? renderSuspension(account, facts) : null;
  return html`<div class="actions">
${drafting}${renderView(account)}${suspension}</div>
`;
}

function renderKeys(
  account: OperatorAccount,
  keys: readonly ApiKey[],
  counts: Awaited<ReturnType<typeof countRequestsOfKey>>,
  { now, canChange }: { readonly now: Date; readonly canChange: boolean },
): Html {
  const address = `${accountAddress(account.accountId)}/keys/new`;
  const canIssue = canChange && account.suspendedAt === null;
  const issue = canIssue ? renderButtonLink(address, "Issue key", "plain") : null;
  const card = { id: "keys", title: "Keys", beside: issue };
  if (keys.length === 0) {
    const how = html`<p>The account's systems need a key to use the API. Keys are sent to ${account.email}.</p>`;
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
  const count = `All ${formatCount(keys.length)} keys`;
  const all = html`<a href="/console/keys?account=${account.accountId}">${count}</a>`;
  return renderCard({ ...card, body: table, ...(keys.length > shownKeys ? { foot: all } : {}) });
}

function renderActivity({ accountId }: OperatorAccount, events: readonly StoredAuditEvent[]): Html {
  const card = { id: "activity", title: "Activity" };
  if (events.length === 0) {
    return renderCard({ ...card, body: html`<p class="quiet">No activity yet.</p>\n` });
  }
  const points = events.map(({ auditEventId, at, action, operatorName }) => ({
    title: html`<a href="/console/audit/${auditEventId}">${nameAction(action)}</a>`,
    at,
    note: operatorName ?? "Command line",
  }));
  const all = html`<a href="/console/audit?account=${accountId}">View all</a>`;
  return renderCard({ ...card, beside: all, body: renderTimeline(points) });
}

function renderSuspended({ suspendedAt }: OperatorAccount): Html | null {
  if (suspendedAt === null) return null;
  const title = html`Suspended since ${renderMoment(suspendedAt)}.`;
  return renderNotice(
    "short",
    title,
    "Its keys don't work, and its people can't sign in. Resume it to issue keys.",
  );
}

/** Points out drafts that nobody can confirm. */
function renderUnattended(
  { accountId, suspendedAt }: OperatorAccount,
  { drafts, people, invited, invitedUntil }: AccountFacts,
  canChange: boolean,
): Html | null {
  if (drafts === 0 || people > 0 || suspendedAt !== null) return null;
  const count = drafts === 1 ? "1 draft" : `${formatCountTo(countedOrders, drafts)} drafts`;
  if (invitedUntil !== null) {
    const list = `${accountAddress(accountId)}/people`;
    const until = texts.unattended.invitedUntil(invited, renderDay(invitedUntil), list);
    return renderNotice("neutral", `Nobody can confirm this account's ${count} yet.`, until);
  }
  const inviting = `${accountAddress(accountId)}/people#invite`;
  const invite = html`<p><a href="${inviting}">Invite a person</a> to order
for the account.</p>`;
  const title = `Nobody can confirm this account's ${count}: it has no people.`;
  return renderNotice("short", title, canChange ? invite : undefined);
}

type AccountMessage = { readonly account: OperatorAccount; readonly change: OwnChange | null };

const messages: Messages<AccountMessage> = {
  opened: () =>
    renderNotice("good", "Account created.", "Next: invite its people and issue a key."),
  "view-ended": () => renderNotice("good", "You are no longer viewing the portal as a buyer."),
  suspended: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt &&
    renderUndo("Account suspended.", { action: `${accountAddress(accountId)}/resume` }),
  resumed: ({ account: { accountId, suspendedAt } }) =>
    suspendedAt === null
      ? renderUndo("Account resumed.", { action: `${accountAddress(accountId)}/suspend` })
      : null,
  changed: ({ account, change }) =>
    change &&
    renderUndo("Changes saved.", {
      action: `${accountAddress(account.accountId)}/edit`,
      hidden: { ...change, version: String(account.version) },
    }),
};

/** What the account was before the operator's own last change. */
type OwnChange = { readonly name: string; readonly email: string; readonly notes: string };

/** The operator's own change that led to the current version; null if somebody else made it. */
async function findOwnChange(
  { db }: ConsoleContext,
  { signedIn }: Visit,
  account: OperatorAccount,
): Promise<OwnChange | null> {
  const { accountId, version } = account;
  const filter = { accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  const before = JSON.parse(event?.before ?? "{}");
  const isOwn = event?.operatorEmail === signedIn.operator.email;
  if (!isOwn || before.version !== version - 1) return null;
  const { name, email, notes } = { ...account, ...before };
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
  const [facts, keys, counts, events, change, currencies] = await Promise.all([
    selectAccountFacts(db, accountId, { since, today: utcDay(now), now }),
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, since),
    selectAuditEvents(db, { accountId }, { before: null, limit: shownEvents }),
    done === "changed" ? findOwnChange(context, visit, account) : null,
    selectCurrenciesInUse(db),
  ]);
  const canChange = mayUse(operators, signedIn);
  const address = accountAddress(accountId);
  const doing = renderDoing(account, facts, canChange);
  const about = renderFacts(account, facts, currencies);
  const page = {
    title: account.name,
    above: { href: "/console/accounts", text: texts.list.title },
    ...(canChange ? { primary: renderButtonLink(`${address}/edit`, "Edit account", "plain") } : {}),
    body: html`${[
      renderAccountTabs(accountId, "overview"),
      renderMessage(messages, done, { account, change }),
      refused === undefined ? null : renderNotice("fault", refused),
      renderSuspended(account),
      renderUnattended(account, facts, canChange),
      renderKeys(account, keys, counts, { now, canChange }),
      renderActivity(account, events),
    ]}`,
    side: renderSummaryBox("Account", html`${about}${doing}`),
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}
