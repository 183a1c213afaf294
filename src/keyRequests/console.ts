// Key requests in the console: their list, and the page of one with its steps.
import { selectAccounts } from "../accounts/queries.ts";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../catalog/currencyQueries.ts";
import { renderCurrencyField, usualCurrency } from "../catalog/sharedCurrency.ts";
import type { Database } from "../db/database.ts";
import { keyRequestAddress, linkAccount, mailAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { readUuid } from "../home/consoleFilters.ts";
import { renderPicker } from "../home/consolePickers.ts";
import { describeDelivery } from "../home/consoleRevealLink.ts";
import { mayUse, operators } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import {
  renderEmailField,
  renderSelect,
  renderTextArea,
  renderTextField,
} from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import {
  type Meaning,
  type Messages,
  renderBadge,
  renderMessage,
  renderNotice,
} from "../kit/html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderRows } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { parseEmail } from "../mail/emailAddress.ts";
import { answerLength } from "./answerKeyRequest.ts";
import { isRequestOpen } from "./changeKeyRequest.ts";
import { type BusinessCalendar, businessMsLeft } from "./dueAt.ts";
import { hostOf } from "./freeMailHosts.ts";
import {
  countKeyRequests,
  type KeyRequestTab,
  keyRequestTabs,
  type OperatorKeyRequest,
  selectAccountsOfHost,
  selectOperatorKeyRequests,
} from "./operatorKeyRequestQueries.ts";
import { keyNameLength } from "./requestKey.ts";
import { isOrphaned, type RequestState, requestState } from "./requestState.ts";
import { renderKeyRequestFields } from "./sharedForm.ts";
import {
  type SuggestedAccount,
  type SuggestionReason,
  suggestAccounts,
} from "./suggestAccounts.ts";

/** The words of the pages about key requests. */
export const texts = {
  list: {
    title: "Key requests",
  },
  request: {
    title: "Request",
    state: "State",
    due: "Due",
    received: "Received",
    source: "Source",
    account: "Account",
    notMatched: "Not matched",
    key: "Key",
    keyEnds: (name: string, lastFour: string) => html`${name}, ends in <code>${lastFour}</code>`,
    email: "E-mail",
    outbox: "View in outbox",
    changed: "Changed",
    changedBy: (at: Html, name: string) => html`${at} by ${name}`,
    changedByCommand: (at: Html) => html`${at} from the command line`,
    activity: "Activity",
    person: (person: string, email: string) => `${person}, ${email}`,
    purpose: "Purpose",
    original: "Original e-mail",
  },
  sources: { account: "Account page", form: "Public form", mail: "E-mail" },
  time: {
    minutes: (minutes: number) => `${minutes} min`,
    hours: (hours: number) => `${hours} h`,
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    overdue: "Overdue",
    overdueBy: (duration: string) => `Overdue by ${duration}`,
    left: (duration: string) => `${duration} left`,
  },
  conflict: {
    notOpen: "The request is no longer open for this.",
    byCommand: (at: Html) => html`A command on the server changed it on ${at}.`,
    by: (name: string, at: Html) => html`${name} changed it on ${at}.`,
    own: (at: Html) => html`Nothing changed: you already changed this request on ${at}`,
    now: "This is its current state.",
    seenAccount: "the account you saw",
    company: "Company",
    person: "Person",
    keyName: "Key name",
    wanted: {
      choose: (account: string) => `choose ${account}`,
      create: (account: string) => `create ${account}`,
      edit: "edit the details",
      ask: "request information",
      decline: "decline",
      reopen: "reopen",
      correct: "correct the address",
      issue: "issue a key",
    },
  },
  account: {
    title: "1. Account",
    reasons: {
      "same address": "Same e-mail address",
      "same host": "Same e-mail domain",
      "like name": "Similar name",
    },
    account: "Account",
    email: "E-mail",
    choose: "Choose account",
    another: "Choose another account",
    byName: "Choose an account by name",
    create: "Create account",
  },
  key: {
    title: "2. Key",
    accountFirst: "Choose an account first.",
    suspended: "Account suspended.",
    suspendedHint: "Resume the account before you issue a key.",
    form: "Key",
    name: "Key name",
    recipient: "Recipient",
    recipientFault: "Choose one of the addresses.",
    delivery: "Delivery",
    deliveryFault: "Choose a delivery method.",
    byMail: "Key in the e-mail",
    byLink: "Link that shows the key once",
    lastDay: "Expires on",
    preview: "Preview e-mail",
  },
  mail: {
    title: "E-mail with the key",
    sendsKey: "The key is created when you issue it. Only the recipient sees it.",
    sendsLink: "Key and link are created when you issue the key. Only the recipient sees them.",
    showsKey:
      "The key is created when you issue it. No mail server is configured: you see it once, " +
      "and deliver it.",
    showsLink:
      "Key and link are created when you issue the key. No mail server is configured: you see " +
      "the link once, and deliver it.",
    to: "To",
    subject: "Subject",
    account: "Account",
    text: "Text of the e-mail",
    stranger: (account: Content, host: string) => html`${account} has no known address at ${host}.`,
    strangerHint: "Verify the person through another channel before you issue the key.",
    send: (to: string) => `Issue key and send to ${to}`,
    show: "Issue and show key",
    back: "Back to request",
    changed: "Key not issued: the e-mail has changed.",
    changedHint: "Check the e-mail and send it again.",
    done: "Key issued.",
  },
  other: {
    question: "Question",
    reason: "Reason",
    edit: "Edit details",
  },
};

// The facts of a key request: state, business time left, source.

const words: Readonly<Record<RequestState, readonly [Meaning, string]>> = {
  new: ["neutral", "New"],
  "needs information": ["neutral", "Waiting for customer"],
  declined: ["neutral", "Declined"],
  issued: ["good", "Issued manually"],
  pending: ["neutral", "E-mail queued"],
  sent: ["good", "Sent"],
  kept: ["short", "Not delivered"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

function stateOf({ decided, mailState }: OperatorKeyRequest): RequestState {
  return requestState(decided, mailState);
}

export function renderRequestState(request: OperatorKeyRequest): Html {
  const state = stateOf(request);
  if (state === "sent" && request.deliveredBy !== null) {
    return renderBadge("good", "Delivered manually");
  }
  return renderBadge(...words[state]);
}

const minuteMs = 60_000;
const hourMinutes = 60;
const hourMs = hourMinutes * minuteMs;
/** With less time left, a request is marked. */
const soonMs = 2 * hourMs;

function formatDuration(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / minuteMs);
  const hours = Math.floor(minutes / hourMinutes);
  const rest = minutes % hourMinutes;
  if (hours === 0) return texts.time.minutes(minutes);
  return rest === 0 ? texts.time.hours(hours) : texts.time.hoursAndMinutes(hours, rest);
}

function describeDue(
  dueAt: Date,
  calendar: BusinessCalendar,
  now: Date,
): readonly [Meaning, string] {
  const leftMs = businessMsLeft(now, dueAt, calendar);
  if (dueAt <= now) {
    // No business time has passed since then, such as on a weekend.
    const isShort = -leftMs < minuteMs;
    const { overdue, overdueBy } = texts.time;
    return ["fault", isShort ? overdue : overdueBy(formatDuration(leftMs))];
  }
  return [leftMs < soonMs ? "short" : "neutral", texts.time.left(formatDuration(leftMs))];
}

export function renderDue(
  { decided, dueAt }: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Content {
  if (decided === "needs information") return "When the customer has answered";
  const badge = renderBadge(...describeDue(dueAt, calendar, now));
  return html`${badge} <span class="sub">${renderMoment(dueAt)}</span>`;
}

function describeSource({ source }: OperatorKeyRequest): string {
  return texts.sources[source];
}

function renderRequestFacts(
  request: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Html {
  const {
    requestId,
    accountId,
    accountName,
    lastFour,
    mailId,
    keyName,
    createdAt,
    dueAt,
    changedAt,
    changedBy,
  } = request;
  const { changedBy: by, changedByCommand, ...words } = texts.request;
  const changed = changedAt && renderMoment(changedAt);
  const account =
    accountId === null || accountName === null
      ? words.notMatched
      : linkAccount(accountId, accountName);
  const due = isRequestOpen(request) ? renderDue(request, calendar, now) : renderMoment(dueAt);
  const facts = renderDefinitions([
    { term: words.state, value: renderRequestState(request) },
    { term: words.due, value: due },
    { term: words.received, value: renderMoment(createdAt) },
    { term: words.source, value: describeSource(request) },
    { term: words.account, value: account },
    { term: words.key, value: lastFour && words.keyEnds(keyName, lastFour) },
    {
      term: words.email,
      value: mailId && html`<a href="${mailAddress(mailId)}">${words.outbox}</a>`,
    },
    {
      term: words.changed,
      value: changed && (changedBy ? by(changed, changedBy) : changedByCommand(changed)),
    },
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">${words.activity}</a></p>\n`;
  return renderSummaryBox(words.title, html`${facts}${did}`);
}

const root = "/console/key-requests";

const viewWords: Readonly<Record<KeyRequestTab, string>> = {
  open: "To answer",
  waiting: "Waiting for customer",
  pending: "Queued",
  bounced: "Undelivered",
  sent: "Issued",
  declined: "Declined",
};

function listAddress(view: KeyRequestTab, after: string | null = null): string {
  return formatAddress(root, { view: view === "open" ? null : view, after });
}

/** Open requests show the business time left, others when they were received. */
export function renderRequests(
  requests: readonly OperatorKeyRequest[],
  view: KeyRequestTab,
  calendar: ConsoleContext["calendar"],
  now: Date,
): Html {
  const isOpen = view === "open";
  const caption = isOpen ? "Requests to answer, by due time" : "Requests, newest first";
  const link = ({ requestId, company, email }: OperatorKeyRequest) =>
    html`<a href="${keyRequestAddress(requestId)}">${company ?? email}</a>`;
  const renderTime = (request: OperatorKeyRequest) =>
    isOpen ? renderDue(request, calendar, now) : renderAge(request.createdAt);
  const nameAccount = ({ accountName }: OperatorKeyRequest) =>
    accountName ?? html`<span class="quiet">Not matched</span>`;
  return renderRows(caption, requests, [
    { title: "Company", kind: "text", cell: link },
    { title: "Requester", kind: "text", cell: ({ email }) => email },
    { title: "Source", kind: "words", cell: describeSource },
    {
      title: isOpen ? "Business time left" : "Received",
      kind: "words",
      cell: renderTime,
    },
    { title: "State", kind: "words", cell: renderRequestState },
    { title: "Account", kind: "text", cell: nameAccount },
  ]);
}

function renderNone(view: KeyRequestTab): Html {
  if (view !== "open") {
    return renderEmptyState("No key requests", html`<p>No key requests with this state.</p>`);
  }
  return renderEmptyState(
    "No requests to answer",
    html`<p>Requests come from the <a
href="/request-key">public form</a> and from the developer pages of accounts. <a
href="${root}/new">Enter a request that came by e-mail</a>.</p>`,
  );
}

export const showKeyRequests: Handler = async (context, visit) => {
  const { query, now, signedIn } = visit;
  const view = keyRequestTabs.find((one) => one === query.text("view")) ?? "open";
  const after = readUuid(query, "after");
  const [counts, found] = await Promise.all([
    countKeyRequests(context.db),
    selectOperatorKeyRequests(context.db, view, { after, limit: pageSize + 1 }),
  ]);
  const { rows: requests, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }) => requestId,
    addressOf: (after) => listAddress(view, after),
    ...byName,
  });
  const tabs = keyRequestTabs.map((one) => {
    const tab = { href: listAddress(one), text: viewWords[one], current: one === view };
    return one in counts ? { ...tab, count: counts[one as keyof typeof counts] } : tab;
  });
  const rows = renderRequests(requests, view, context.calendar, now);
  const list = requests.length === 0 ? renderNone(view) : html`${rows}${pager}`;
  const mayEnter = mayUse(operators, signedIn);
  return answerPage({
    title: "Key requests",
    sentence: "Each request is due within one business day.",
    ...(mayEnter && { primary: renderButtonLink(`${root}/new`, "Enter request", "primary") }),
    body: html`${renderTabs("Requests", tabs)}${list}`,
  });
};

// Step 1 of a key request: the account. Accounts are suggested with a reason.

const reasons: Readonly<Record<SuggestionReason, string>> = texts.account.reasons;

/** Refused forms of this step. */
type AccountForms = {
  readonly matching?: FormState | undefined;
  readonly opening?: FormState | undefined;
};

/** What the step offers: accounts that may be meant, and currencies for a new one. */
type AccountChoices = {
  readonly suggestions: readonly SuggestedAccount[];
  readonly currencies: CurrenciesInUse;
};

async function findAccountChoices(
  db: Database,
  request: OperatorKeyRequest,
): Promise<AccountChoices> {
  const currencies = await selectCurrenciesInUse(db);
  if (request.accountId !== null) return { suggestions: [], currencies };
  const [accounts, ofHost] = await Promise.all([
    selectAccounts(db),
    selectAccountsOfHost(db, hostOf(request.email)),
  ]);
  return { suggestions: suggestAccounts(request, accounts, ofHost), currencies };
}

function renderSuggestions(
  request: OperatorKeyRequest,
  suggestions: readonly SuggestedAccount[],
  address: string,
): Html {
  if (suggestions.length === 0) {
    return html`<p class="quiet">No similar account found.</p>\n`;
  }
  const choose = ({ account: { accountId, name } }: SuggestedAccount): Html =>
    renderForm({
      action: `${address}/match`,
      hidden: { version: String(request.version), account: accountId },
      body: renderButton({ text: "Choose account", label: `Choose ${name}` }),
    });
  return renderRows("Suggested accounts", suggestions, [
    { title: "Account", kind: "text", cell: ({ account }) => account.name },
    { title: "E-mail", kind: "text", cell: ({ account }) => account.email },
    { title: "Reason", kind: "words", cell: ({ reason }) => reasons[reason] },
    { title: "Choose", kind: "actions", cell: choose },
  ]);
}

function renderMatchForm(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const form = renderForm({
    action: `${address}/match`,
    hidden: { version: String(request.version) },
    label: request.accountId === null ? "Choose an account by name" : "Choose another account",
    body: renderPicker(state, "accounts", { name: "account", label: "Account" }),
    button: { text: "Choose account" },
  });
  if (state.faults.length > 0) return html`${renderFaults(state)}${form}`;
  const isChosen = request.accountId !== null;
  return isChosen
    ? renderQuestion("Choose another account …", "Choose another account", form)
    : renderQuestion("Choose an account by name …", "Choose an account by name", form);
}

function renderOpenForm(
  request: OperatorKeyRequest,
  address: string,
  state: FormState,
  currencies: CurrenciesInUse,
): Html {
  const field = (name: string, label: string, maxLength: number, hint: string): Html =>
    renderTextField(state, { name, label, maxLength, autocomplete: "off", hint });
  const form = renderForm({
    action: `${address}/account`,
    hidden: { version: String(request.version) },
    label: "Create account",
    body: [
      field("account_name", "Name", 200, "Must be unique. Shown on orders and in e-mails."),
      field("account_email", "E-mail", 254, "For messages to the account."),
      renderCurrencyField(state, currencies),
      field("discount", "Discount (%)", 6, "On list prices; 0 for none."),
    ],
    button: { text: "Create account" },
  });
  const body = html`${renderFaults(state)}${form}`;
  return renderQuestion("Create account …", "Create account", body, state);
}

function renderAccountStep(
  request: OperatorKeyRequest,
  { suggestions, currencies }: AccountChoices,
  forms: AccountForms,
): Html {
  const address = keyRequestAddress(request.requestId);
  const { accountId, accountName, company, email } = request;
  const fresh = freshForm({
    account_name: company ?? "",
    account_email: email,
    currency: usualCurrency(currencies),
    discount: "0",
  });
  const { matching = freshForm(), opening = fresh } = forms;
  // With an account, creating another one is not a step of the request.
  const canOpen = accountId === null || forms.opening !== undefined;
  const more = html`<div class="actions">
${[
  renderMatchForm(request, address, { ...matching, prefix: "match" }),
  canOpen ? renderOpenForm(request, address, { ...opening, prefix: "open" }, currencies) : null,
]}</div>
`;
  if (accountId === null || accountName === null) {
    return renderCard({
      title: "1. Account",
      body: html`${renderSuggestions(request, suggestions, address)}${more}`,
    });
  }
  const others = request.source === "account" ? null : more;
  return renderCard({
    title: "1. Account",
    body: html`<p><strong>${linkAccount(accountId, accountName)}</strong></p>
${others}`,
  });
}

// Step 2 of a key request: the key. It leads to a preview of the e-mail.

/** The requester, and as an alternative the account's own address. */
export function recipientsOf({ email, accountEmail }: OperatorKeyRequest): readonly string[] {
  const wanted = [email, accountEmail ?? ""].map(parseEmail);
  return [...new Set(wanted.filter((address) => address !== undefined))];
}

function renderTerms(request: OperatorKeyRequest, state: FormState): Html {
  return html`${[
    renderTextField(state, {
      name: "name",
      label: "Key name",
      autocomplete: "off",
      maxLength: keyNameLength,
    }),
    renderSelect(state, {
      name: "to",
      label: "Recipient",
      options: recipientsOf(request).map((value) => ({ value, text: value })),
    }),
    renderSelect(state, {
      name: "delivery",
      label: "Delivery",
      options: [
        { value: "mail", text: "Key in the e-mail" },
        { value: "link", text: "Link that shows the key once" },
      ],
    }),
    renderTextField(state, {
      name: "expires",
      label: "Expires on",
      optional: true,
      type: "date",
    }),
  ]}`;
}

function renderKeyStep(request: OperatorKeyRequest, typed: FormState | undefined): Html {
  const title = "2. Key";
  if (request.accountId === null) {
    return renderCard({ title, body: html`<p class="quiet">Choose an account first.</p>\n` });
  }
  if (request.suspendedAt !== null) {
    const { suspended, suspendedHint } = texts.key;
    return renderCard({ title, body: renderNotice("fault", suspended, suspendedHint) });
  }
  const [to = ""] = recipientsOf(request);
  const fresh = freshForm({ name: request.keyName, to, delivery: "mail" });
  const state = { ...(typed ?? fresh), prefix: "key" };
  const body = html`${renderFaults(state)}<form class="form"
 action="/console/key-requests/${request.requestId}/issue" aria-label="Key">
<input type="hidden" name="version" value="${request.version}">
${renderTerms(request, state)}${renderActions(
  renderButton({ text: "Preview e-mail", kind: "primary" }),
)}</form>
`;
  return renderCard({ title, body });
}

/** The forms of the page. */
export type RequestForm = "match" | "account" | "edit" | "ask" | "decline" | "key" | "correct";

export type RequestShown = {
  /** A conflict, or why nothing changed. */
  readonly head?: Html;
  readonly form?: { readonly of: RequestForm; readonly state: FormState };
  readonly status?: 409 | 422;
};

const messages: Messages<ConsoleContext> = {
  entered: () => renderNotice("good", "Request saved."),
  matched: () => renderNotice("good", "Account chosen."),
  opened: () => renderNotice("good", "Account created."),
  edited: () => renderNotice("good", "Changes saved."),
  "question-sent": (context) =>
    renderNotice(
      "good",
      "Question saved.",
      html`${describeDelivery(context)} Edit the request when you have the answer.`,
    ),
  declined: (context) => renderNotice("good", "Request declined.", describeDelivery(context)),
  corrected: (context) => renderNotice("good", "Address corrected.", describeDelivery(context)),
  reopened: () => renderNotice("good", "Request reopened."),
  issued: (context) => renderNotice("good", "Key issued.", describeDelivery(context)),
};

/** A form behind a button; a refused form is open, with its faults above it. */
function renderFoldedForm(title: string, state: FormState, form: Html): Html {
  return renderQuestion(`${title} …`, title, html`${renderFaults(state)}${form}`, state);
}

function renderAnswer(
  request: OperatorKeyRequest,
  state: FormState,
  words: { readonly to: "ask" | "decline"; readonly title: string; readonly label: string },
): Html {
  const { requestId, version, email } = request;
  const { to, title, label } = words;
  const form = renderForm({
    action: keyRequestAddress(requestId, `/${to}`),
    hidden: { version: String(version) },
    label: title,
    body: renderTextArea(state, {
      name: "text",
      label,
      hint: `Sent to ${email}.`,
      maxLength: answerLength,
    }),
    button: { text: title },
  });
  return renderFoldedForm(title, state, form);
}

function renderEditForm(request: OperatorKeyRequest, state: FormState): Html {
  const form = renderForm({
    action: keyRequestAddress(request.requestId, "/edit"),
    hidden: { version: String(request.version) },
    label: "Edit details",
    body: html`${renderKeyRequestFields(state, false)}${renderTextField(state, {
      name: "name",
      label: "Key name",
      autocomplete: "off",
      maxLength: 100,
    })}`,
    button: { text: "Save changes" },
  });
  return renderFoldedForm("Edit details", state, form);
}

function renderOtherAnswers(request: OperatorKeyRequest, { form }: RequestShown): Html {
  const { company, person, email, purpose, keyName } = request;
  const typed = {
    company: company ?? "",
    person: person ?? "",
    email,
    purpose: purpose ?? "",
    name: keyName,
  };
  const stateFor = (of: RequestForm, fresh: FormState): FormState => ({
    ...(form?.of === of ? form.state : fresh),
    prefix: of,
  });
  return renderCard({
    title: "Other actions",
    body: html`<div class="actions">
${[
  renderAnswer(request, stateFor("ask", freshForm()), {
    to: "ask",
    title: "Request information",
    label: "Question",
  }),
  renderAnswer(request, stateFor("decline", freshForm()), {
    to: "decline",
    title: "Decline request",
    label: "Reason",
  }),
  renderEditForm(request, stateFor("edit", freshForm(typed))),
]}</div>
`,
  });
}

async function renderSteps(
  { db }: ConsoleContext,
  request: OperatorKeyRequest,
  shown: RequestShown,
): Promise<Html> {
  const choices = await findAccountChoices(db, request);
  const { form } = shown;
  const forms = {
    matching: form?.of === "match" ? form.state : undefined,
    opening: form?.of === "account" ? form.state : undefined,
  };
  return html`${[
    renderAccountStep(request, choices, forms),
    renderKeyStep(request, form?.of === "key" ? form.state : undefined),
    renderOtherAnswers(request, shown),
  ]}`;
}

function renderCorrection({ requestId, version }: OperatorKeyRequest, state: FormState): Html {
  const title = "Correct address and send again";
  const form = renderForm({
    action: keyRequestAddress(requestId, "/correct"),
    hidden: { version: String(version) },
    label: title,
    body: renderEmailField(state, {
      autocomplete: "off",
      hint: "Anyone who reads this e-mail can use the key. Check the address with the customer.",
    }),
    button: { text: "Send to this address" },
  });
  return renderFoldedForm(title, state, form);
}

function renderReopening(request: OperatorKeyRequest, { form }: RequestShown): Html | null {
  const state = stateOf(request);
  const action = keyRequestAddress(request.requestId, "/reopen");
  const hidden = { version: String(request.version) };
  if (state === "declined") {
    return renderForm({ action, hidden, body: renderButton({ text: "Reopen request" }) });
  }
  if (!isOrphaned(state)) return null;
  const { mailId, mailError } = request;
  const mail = mailAddress(mailId ?? "");
  const why =
    state === "kept"
      ? html`No mail server is configured. Deliver <a
href="${mail}">the e-mail</a> manually, or revoke the key.`
      : html`Delivery of <a
href="${mail}">the e-mail</a> failed: ${mailError}. Correct the address, or revoke the key.`;
  const typed = form?.of === "correct" ? form.state : freshForm({ email: request.email });
  const correction = state === "kept" ? null : renderCorrection(request, typed);
  const body = renderButton({ text: "Revoke key and reopen request", kind: "danger" });
  return html`<p>${why}</p>\n${correction}${renderForm({ action, hidden, body })}`;
}

function renderTyped({ purpose, pasted, reply, decided }: OperatorKeyRequest): Content {
  const reason = decided === "declined" ? "Reason" : "Question";
  const { original } = texts.request;
  return [
    purpose && renderCard({ title: "Purpose", body: html`<p class="typed">${purpose}</p>\n` }),
    reply && renderCard({ title: reason, body: html`<p class="typed">${reply}</p>\n` }),
    pasted === null
      ? null
      : html`<details class="question" id="original">
<summary class="button plain">${original}</summary>
<pre tabindex="0" role="group" aria-label="${original}">${pasted}</pre></details>\n`,
  ];
}

export async function showKeyRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: OperatorKeyRequest,
  shown: RequestShown = {},
): Promise<Answer> {
  const mayChange = mayUse(operators, signedIn);
  const canAnswer = mayChange && isRequestOpen(request);
  const steps = canAnswer ? await renderSteps(context, request, shown) : null;
  const head = shown.head ?? renderMessage(messages, query.text("done"), context);
  const { company, person, email } = request;
  const page = {
    title: company ?? email,
    sentence: person === null || person === "" ? email : texts.request.person(person, email),
    above: { href: "/console/key-requests", text: "Key requests" },
    body: html`${[
      head,
      request.decided === "needs information"
        ? renderNotice(
            "neutral",
            "Waiting for the customer's answer.",
            "When it arrives, edit the details to return the request to “To answer”, or issue the " +
              "key.",
          )
        : null,
      renderTyped(request),
      steps,
      mayChange && !canAnswer ? renderReopening(request, shown) : null,
    ]}`,
    side: renderRequestFacts(request, context.calendar, now),
  };
  return answerPage(page, shown.status);
}
