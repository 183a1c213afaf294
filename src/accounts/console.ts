// The pages of accounts in the console.
import { Type } from "typebox";
import { nameAction } from "../audit/actions.ts";
import { operatorActor } from "../audit/actor.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../audit/queries.ts";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../catalog/currencyQueries.ts";
import {
  describeCatalogCurrencies,
  readCurrency,
  renderCurrencyField,
  usualCurrency,
} from "../catalog/sharedCurrency.ts";
import { newId } from "../db/newId.ts";
import {
  accountAddress,
  keyAddress,
  linkAccount,
  newDraftAddress,
  quoteRequestsPath,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { selectKeys } from "../keys/queries.ts";
import { renderKeyTable } from "../keys/sharedTable.ts";
import { everyone, mayUse, operators } from "../kit/access.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount, formatCounted, formatCountTo } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDifferences } from "../kit/html/conflict.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextArea, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDayAt, renderMoment } from "../kit/html/moment.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import { list } from "../kit/list.ts";
import { parsePercent } from "../kit/money.ts";
import { record } from "../kit/record.ts";
import { type Fields, readFormVersion } from "../kit/site/fields.ts";
import { describeSessionCookie, type SessionCookie } from "../kit/site/sessionCookie.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import { hasCompleteDomain } from "../mail/emailAddress.ts";
import { isMailbox } from "../mail/queueMail.ts";
import {
  endImpersonation,
  impersonationCookieName,
  impersonationS,
  startImpersonation,
} from "../people/impersonation.ts";
import { parsePersonName } from "../people/personName.ts";
import { countRequestsOfKey, firstRetainedDay } from "../requests/queries.ts";
import { type AccountId, type ApiKey, keyState } from "./account.ts";
import { accountChange, changeAccount } from "./changeAccount.ts";
import { openAccount } from "./openAccount.ts";
import {
  type AccountFacts,
  type AccountTexts,
  accountStates,
  countedOrders,
  hasAccountText,
  isInAccountState,
  type ListedAccount,
  lastUse,
  listedColumns,
  type OperatorAccount,
  selectAccountFacts,
} from "./operatorAccountQueries.ts";
import { accountNoun, resumeAccount, suspendAccount } from "./suspension.ts";

// The form of an account.

const accountLabels: Readonly<Record<keyof AccountTexts, string>> = {
  name: "Name",
  email: "E-mail",
  notes: "Notes",
};

const nameLength = 200;
const notesLength = 2_000;

/**
 * Returns the account as typed, or the faults. A new address names a complete domain; those of
 * `known` may be from before that rule.
 */
function readAccount(
  form: Fields,
  known: readonly string[] = [],
): AccountTexts | readonly FieldFault[] {
  // Company names follow the rules of personal names: one line, visible characters.
  const name = parsePersonName(form.text("name"));
  const email = form.text("email").trim();
  const notes = form.text("notes").trim();
  const faults: FieldFault[] = [];
  if (name === undefined) {
    const text = `Enter a name of at most ${nameLength} characters on one line.`;
    faults.push({ field: "name", text });
  }
  if (!isMailbox(email) || (!known.includes(email) && !hasCompleteDomain(email))) {
    faults.push({ field: "email", text: "Enter one address, such as parts@example.com." });
  }
  if ([...notes].length > notesLength) {
    faults.push({ field: "notes", text: `Use at most ${notesLength} characters for the notes.` });
  }
  if (name === undefined || faults.length > 0) return faults;
  return { name, email, notes: notes === "" ? null : notes };
}

function renderNameFields(state: FormState): Html {
  return html`${renderTextField(state, {
    name: "name",
    label: "Name",
    hint: "Must be unique. Shown on orders and in e-mails.",
    autocomplete: "off",
    maxLength: nameLength,
    focused: true,
  })}${renderTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    hint: "Receives keys and messages about the account.",
    autocomplete: "off",
    maxLength: 254,
  })}`;
}

function renderNotesField(state: FormState): Html {
  return renderTextArea(state, {
    name: "notes",
    label: "Notes",
    optional: true,
    hint: "Only visible to operators.",
    maxLength: notesLength,
  });
}

const path = "/console/accounts";
function renderAccountState({ suspendedAt }: Pick<OperatorAccount, "suspendedAt">): Html {
  return suspendedAt === null
    ? renderBadge("good", "Active")
    : html`${renderBadge("short", "Suspended")} ${renderDayAt(suspendedAt)}`;
}

const stateWords = {
  active: "Active",
  suspended: "Suspended",
  unattended: "Without users",
};

export const accountList = list({
  name: "account list",
  of: {
    name: "account",
    idOf: ({ accountId }: ListedAccount) => accountId,
    wire: accountNoun.wire,
  },
  path,
  who: everyone,
  surfaces: ["page", "shell", "api"],
  title: "Accounts",
  sentence: "Customers with their people, keys and orders.",
  caption: "Accounts",
  about: "list accounts",
  filter: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 254, title: "Name, e-mail or ID" })),
    state: Type.Optional(Type.Enum([...accountStates], { title: "State", words: stateWords })),
  }),
  button: "Search",
  select: listedColumns,
  from: sql`accounts a`,
  id: sql`a.account_id`,
  where: ({ filter: { q, state }, now }) => [
    q !== undefined && hasAccountText(q),
    state !== undefined && isInAccountState(state, now),
  ],
  // An account without requests is the one that was used least recently.
  orders: {
    name: { keys: [sql`lower(a.name)`], isDescending: false },
    email: { keys: [sql`lower(a.email)`, sql`lower(a.name)`], isDescending: false },
    used: {
      keys: [sql`coalesce(${lastUse}, '-infinity')`, sql`lower(a.name)`],
      isDescending: true,
    },
  },
  columns: [
    {
      title: "Name",
      kind: "text",
      sort: "name",
      cell: ({ accountId, name }) => linkAccount(accountId, name),
      plain: ({ name }) => name,
    },
    { title: "E-mail", kind: "text", sort: "email", cell: ({ email }) => email },
    {
      title: "State",
      kind: "words",
      cell: renderAccountState,
      plain: ({ suspendedAt }) => (suspendedAt === null ? "active" : "suspended"),
    },
    { title: "Currency", kind: "words", cell: ({ currency }) => currency },
    { title: "People", kind: "number", cell: ({ people }) => people, plain: null },
    { title: "Active keys", kind: "number", cell: ({ goodKeys }) => goodKeys, plain: null },
    {
      title: "Last request",
      kind: "number",
      sort: "used",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : renderAge(lastUsedAt)),
      plain: null,
    },
  ],
  none: (filter) =>
    Object.keys(filter).length === 0
      ? {
          title: "No accounts yet",
          body: html`<p>An account is a customer with its people, keys, prices and orders.</p>`,
        }
      : {
          title: "No matching accounts",
          body: html`<p>Enter part of a name or e-mail address, or a complete account ID.
<a href="${path}">All accounts</a></p>`,
        },
  around: async (_context, { signedIn }) =>
    mayUse(operators, signedIn)
      ? { primary: renderButtonLink(`${path}/new`, "Create account", "primary") }
      : {},
});

const openingPath = "/console/accounts/new";

function renderOpening(state: FormState, inUse: CurrenciesInUse): SitePage {
  const currency = renderCurrencyField(state, inUse);
  const fields = html`${renderNameFields(state)}${currency}${renderTextField(state, {
    name: "discount",
    label: "Discount (%)",
    hint: "Off list prices, from today. 0 for none. Change it later in the agreement.",
    autocomplete: "off",
    maxLength: 6,
  })}`;
  const button = { text: "Create account", kind: "primary" } as const;
  const form = renderForm({ action: openingPath, body: fields, button });
  return {
    title: "New account",
    sentence: "Next: invite its people and issue keys.",
    above: { href: "/console/accounts", text: "Accounts" },
    body: html`${renderFaults(state)}${form}`,
  };
}

async function refuseOpening(
  { db }: ConsoleContext,
  { form }: Visit,
  faults: readonly FieldFault[],
): Promise<Answer> {
  const inUse = await selectCurrenciesInUse(db);
  return answerPage(renderOpening({ value: form.text, faults }, inUse), 422);
}

export const showNewAccount: Handler = async ({ db }) => {
  const inUse = await selectCurrenciesInUse(db);
  const fresh = freshForm({ currency: usualCurrency(inUse), discount: "0" });
  return answerPage(renderOpening(fresh, inUse));
};

export const createAccount: Handler = async (context, visit) => {
  const { form, now } = visit;
  const read = readAccount(form);
  const currency = readCurrency(form);
  const discount = parsePercent(form.text("discount").trim());
  if (!("name" in read) || typeof currency !== "string" || discount === undefined) {
    const faults = "name" in read ? [] : [...read];
    if (typeof currency !== "string") faults.push(currency);
    if (discount === undefined) {
      faults.push({ field: "discount", text: "Enter a percentage from 0 to 100, such as 7.5." });
    }
    return refuseOpening(context, visit, faults);
  }
  const accountId = newId() as AccountId;
  const account = { ...read, accountId, currency, discount, now };
  const opened = await openAccount(context.db, account, operatorActor(visit));
  if (opened === "name taken") {
    return refuseOpening(context, visit, [
      { field: "name", text: "Another account already has this name." },
    ]);
  }
  return redirect(`${accountAddress(accountId)}?done=opened`);
};

/** In every state: the list of one account is no list of tasks. */
function quotesOf(account: string): string {
  return formatAddress(quoteRequestsPath, { view: "all", account });
}

/** The pages about an account. */
export function renderAccountTabs(accountId: string, current: "overview" | "people"): Html {
  const own = accountAddress(accountId);
  const tabs = [
    { name: "overview", text: "Overview", href: own },
    { name: "people", text: "People", href: `${own}/people` },
    { name: "keys", text: "Keys", href: `/console/keys?account=${accountId}` },
    { name: "agreement", text: "Agreement", href: `/console/agreements/${accountId}` },
    { name: "orders", text: "Orders", href: `/console/orders?account=${accountId}` },
    { name: "quotes", text: "Quote requests", href: quotesOf(accountId) },
    { name: "requests", text: "Requests", href: `/console/requests?account=${accountId}` },
    { name: "audit", text: "Audit", href: `/console/audit?account=${accountId}` },
  ];
  return renderTabs(
    "Account",
    tabs.map(({ name, text, href }) => ({ text, href, current: name === current })),
  );
}

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
    { term: "Created", value: renderDayAt(createdAt) },
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
      value: lastCallAt === null ? "Never" : renderAge(lastCallAt),
    },
    {
      term: "Last portal visit",
      value: lastSeenAt === null ? "Never" : renderAge(lastSeenAt),
    },
    { term: "ID", value: html`<code>${accountId}</code>` },
    { term: "Notes", value: notes && html`<span class="typed">${notes}</span>` },
  ]);
}

function renderDrafting({ accountId, suspendedAt }: OperatorAccount): Html | null {
  if (suspendedAt !== null) return null;
  return renderButtonLink(newDraftAddress(accountId), "Draft an order for this customer", "plain");
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
    isSuspended: account.suspendedAt !== null,
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
    const until = html`<a href="${list}">${formatCounted(invited, "person", "people")} invited</a>,
not yet accepted (until ${renderDayAt(invitedUntil)}).`;
    return renderNotice("neutral", `Nobody can confirm this account's ${count} yet.`, until);
  }
  const inviting = `${accountAddress(accountId)}/people#invite`;
  const invite = html`<p><a href="${inviting}">Invite a person</a> to order
for the account.</p>`;
  const title = `Nobody can confirm this account's ${count}: it has no people.`;
  return renderNotice("short", title, canChange ? invite : undefined);
}

export const accountRecord = record({
  of: accountNoun,
  path: `${path}/:account`,
  who: everyone,
  actions: [suspendAccount, resumeAccount],
  done: {
    opened: "Account created. Next: invite its people and issue a key.",
    "view-ended": "You are no longer viewing the portal as a buyer.",
    changed: "Changes saved.",
  },
  async page(context: ConsoleContext, visit, account, { notice, form }) {
    const { db } = context;
    const { now, signedIn } = visit;
    const { accountId } = account;
    const since = firstRetainedDay(now);
    const [facts, keys, counts, events, currencies] = await Promise.all([
      selectAccountFacts(db, accountId, { since, today: utcDay(now), now }),
      selectKeys(db, accountId),
      countRequestsOfKey(db, accountId, since),
      selectAuditEvents(db, { accountId }, { before: null, limit: shownEvents }),
      selectCurrenciesInUse(db),
    ]);
    const canChange = mayUse(operators, signedIn);
    const doing = html`<div class="actions">
${canChange ? renderDrafting(account) : null}${renderView(account)}${form(suspendAccount, "danger")}${form(resumeAccount, "primary")}</div>
`;
    const edit = renderButtonLink(accountAddress(accountId, "/edit"), "Edit account", "plain");
    return {
      title: account.name,
      above: { href: path, text: "Accounts" },
      ...(canChange && { primary: edit }),
      body: html`${[
        renderAccountTabs(accountId, "overview"),
        notice,
        renderSuspended(account),
        renderUnattended(account, facts, canChange),
        renderKeys(account, keys, counts, { now, canChange }),
        renderActivity(account, events),
      ]}`,
      side: renderSummaryBox("Account", html`${renderFacts(account, facts, currencies)}${doing}`),
    };
  },
});

// Editing an account. If two operators edit it at the same time, the second sees both versions and
// must save again to replace the first.

function showEditing(
  account: OperatorAccount,
  version: number,
  state: FormState,
  conflict: Html | null,
): SitePage {
  const address = accountAddress(account.accountId);
  return {
    title: `Edit ${account.name}`,
    sentence: "The currency can't be changed. The discount is part of the agreement.",
    above: { href: address, text: account.name },
    body: html`${conflict}${renderFaults(state)}${renderForm({
      action: `${address}/edit`,
      hidden: { version: String(version) },
      body: [renderNameFields(state), renderNotesField(state)],
      button: { text: "Save changes", kind: "primary" },
      beside: html`<a href="${address}">Cancel</a>`,
    })}`,
  };
}

async function describeLastChange(
  { db }: ConsoleContext,
  { accountId }: OperatorAccount,
): Promise<Content> {
  const filter = { accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  if (event === undefined) return "The account was changed.";
  const by = event.operatorName ?? "A command on the server";
  return html`${by} changed it on ${renderMoment(event.at)}.`;
}

export const editAccount: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  const { accountId } = account;
  const version = readFormVersion(form);
  const sent = { value: form.text, faults: [] };
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showEditing(account, version, { ...sent, faults }, null), 422);
  const typed = readAccount(form, [account.email]);
  if (!("name" in typed)) return refuse(typed);
  const edit = { accountId, typed, version };
  const changed = await changeAccount(context.db, edit, operatorActor(visit), now);
  const address = accountAddress(accountId);
  switch (changed.outcome) {
    case "changed":
      return redirect(`${address}?done=changed`);
    case "unchanged":
      return redirect(address);
    case "unknown":
      return notFound;
    case "name taken":
      return refuse([{ field: "name", text: "Another account already has this name." }]);
    case "conflict": {
      const { latest } = changed;
      const by = await describeLastChange(context, latest);
      const both = renderDifferences(by, accountLabels, latest, typed);
      return answerPage(showEditing(latest, latest.version, sent, both), 409);
    }
  }
};

export const showAccountEditor: Handler<OperatorAccount> = async (_context, _visit, account) => {
  const { name, email, notes } = account;
  const state = freshForm({ name, email, notes: notes ?? "" });
  return answerPage(showEditing(account, account.version, state, null));
};

function describeCookie({ publicUrl }: ConsoleContext): SessionCookie {
  return describeSessionCookie(publicUrl, impersonationCookieName, impersonationS);
}

/** Every role may: impersonation shows nothing that the console does not. */
export const viewAsBuyer: Handler<OperatorAccount> = async (context, visit, account) => {
  const started = await startImpersonation(context.db, visit, account, visit.now);
  if (started.outcome !== "started") {
    const refused = "The account is suspended, so its buyers can't sign in. Resume it first.";
    return accountRecord.show(
      context,
      visit,
      account,
      { notice: renderNotice("fault", refused) },
      409,
    );
  }
  const change = { token: started.token };
  return { kind: "redirect", to: "/", other: { cookie: describeCookie(context), change } };
};

export const endViewAsBuyer: Handler = async (context, visit) => {
  const accountId = await endImpersonation(context.db, visit, visit.now);
  const to =
    accountId === undefined ? "/console/accounts" : `${accountAddress(accountId)}?done=view-ended`;
  return { kind: "redirect", to, other: { cookie: describeCookie(context), change: "ended" } };
};
