// Key requests in the console: their list, and the page of one with its steps.
import { Type } from "typebox";
import { type CurrenciesInUse, selectCurrenciesInUse } from "../catalog/currencyQueries.ts";
import { renderCurrencyField, usualCurrency } from "../catalog/sharedCurrency.ts";
import { keyRequestAddress, linkAccount, mailAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Visit } from "../home/consoleContext.ts";
import { renderPicker } from "../home/consolePickers.ts";
import { describeDelivery } from "../home/consoleRevealLink.ts";
import { everyone, mayUse, operators } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
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
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { list } from "../kit/list.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { parseEmail } from "../mail/emailAddress.ts";
import { answerLength } from "./answerKeyRequest.ts";
import { isRequestOpen } from "./changeKeyRequest.ts";
import {
  countKeyRequests,
  type KeyRequestTab,
  keyRequestNoun,
  keyRequestTabs,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "./operatorKeyRequestQueries.ts";
import { keyNameLength } from "./requestKey.ts";
import { isOrphaned, type RequestState, requestState } from "./requestState.ts";
import { renderKeyRequestFields } from "./sharedForm.ts";

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

function renderRequestState(request: OperatorKeyRequest): Html {
  const state = stateOf(request);
  if (state === "sent" && request.deliveredBy !== null) {
    return renderBadge("good", "Delivered manually");
  }
  return renderBadge(...words[state]);
}

/** With less time left, a request is marked. */
const soonMs = 2 * 3_600_000;

export function renderDue({ decided, dueAt }: OperatorKeyRequest, now: Date): Content {
  if (decided === "needs information") return "When the customer has answered";
  const leftMs = dueAt.getTime() - now.getTime();
  if (leftMs <= 0) return html`${renderBadge("fault", "Overdue")} ${renderAge(dueAt)}`;
  return html`${leftMs < soonMs && renderBadge("short", "Due soon")} ${renderMoment(dueAt)}`;
}

const sourceWords = { account: "Account page", form: "Public form", mail: "E-mail" };

function describeSource({ source }: OperatorKeyRequest): string {
  return sourceWords[source];
}

function renderRequestFacts(request: OperatorKeyRequest, now: Date): Html {
  const { requestId, accountId, accountName, lastFour, mailId, keyName, dueAt } = request;
  const { createdAt, changedAt, changedBy } = request;
  const by = changedBy === null ? "from the command line" : `by ${changedBy}`;
  const facts = renderDefinitions([
    { term: "State", value: renderRequestState(request) },
    {
      term: "Due",
      value: isRequestOpen(request) ? renderDue(request, now) : renderMoment(dueAt),
    },
    { term: "Received", value: renderMoment(createdAt) },
    { term: "Source", value: describeSource(request) },
    {
      term: "Account",
      value:
        accountId === null || accountName === null
          ? "Not matched"
          : linkAccount(accountId, accountName),
    },
    {
      term: "Key",
      value: lastFour && html`${keyName}, ends in <code>${lastFour}</code>`,
    },
    {
      term: "E-mail",
      value: mailId && html`<a href="${mailAddress(mailId)}">View in outbox</a>`,
    },
    { term: "Changed", value: changedAt && html`${renderMoment(changedAt)} ${by}` },
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">Activity</a></p>\n`;
  return renderSummaryBox("Request", html`${facts}${did}`);
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

/** Open requests show when they are due, others when they were received. */
export function keyRequestColumns(view: KeyRequestTab) {
  const isOpen = view === "open";
  return [
    {
      title: "Company",
      kind: "text",
      cell: ({ requestId, company, email }: OperatorKeyRequest) =>
        html`<a href="${keyRequestAddress(requestId)}">${company ?? email}</a>`,
    },
    { title: "Requester", kind: "text", cell: ({ email }: OperatorKeyRequest) => email },
    { title: "Source", kind: "words", cell: describeSource },
    {
      title: isOpen ? "Due" : "Received",
      kind: "words",
      cell: (request: OperatorKeyRequest, now: Date) =>
        isOpen ? renderDue(request, now) : renderAge(request.createdAt),
    },
    { title: "State", kind: "words", cell: renderRequestState },
    {
      title: "Account",
      kind: "text",
      cell: ({ accountName }: OperatorKeyRequest) =>
        accountName ?? html`<span class="quiet">Not matched</span>`,
    },
  ] as const;
}

export const keyRequestList = list({
  name: "key-request list",
  of: keyRequestNoun,
  path: root,
  who: everyone,
  surfaces: ["page", "api"],
  about: "list key requests: those to answer by due date, others newest first",
  title: "Key requests",
  sentence: "Each request is due within one business day.",
  caption: "Key requests",
  filter: Type.Object({ view: Type.Optional(Type.Enum([...keyRequestTabs])) }),
  complete: ({ view = "open" }) => ({ view }),
  tabs: {
    name: "view",
    label: "Requests",
    words: keyRequestTabs.map((tab) => [tab, viewWords[tab]] as const),
  },
  read: (db, { filter: { view = "open" } }, page) => selectOperatorKeyRequests(db, view, page),
  columns: ({ view = "open" }) => keyRequestColumns(view),
  none: ({ view }) =>
    view === "open"
      ? {
          title: "No requests to answer",
          body: html`<p>Requests come from the <a
href="/request-key">public form</a> and from the developer pages of accounts. <a
href="${root}/new">Enter a request that came by e-mail</a>.</p>`,
        }
      : { title: "No key requests", body: html`<p>No key requests with this state.</p>` },
  async around({ db }: ConsoleContext, { signedIn }) {
    const primary = renderButtonLink(`${root}/new`, "Enter request", "primary");
    return {
      counts: new Map(Object.entries(await countKeyRequests(db))),
      ...(mayUse(operators, signedIn) && { primary }),
    };
  },
});

// Step 1 of a key request: the account.

/** Refused forms of this step. */
type AccountForms = {
  readonly matching?: FormState | undefined;
  readonly opening?: FormState | undefined;
};

function renderMatchForm(request: OperatorKeyRequest, address: string, state: FormState): Html {
  const form = renderForm({
    action: `${address}/match`,
    hidden: { version: String(request.version) },
    label: "Choose account",
    body: renderPicker(state, "accounts", { name: "account", label: "Account" }),
    button: { text: "Choose account" },
  });
  if (request.accountId === null || state.faults.length > 0) {
    return html`${renderFaults(state)}${form}`;
  }
  return renderQuestion("Choose another account …", "Choose another account", form);
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
  currencies: CurrenciesInUse,
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
  const { matching = freshForm({ account: accountName ?? company ?? "" }), opening = fresh } =
    forms;
  // With an account, creating another one is not a step of the request.
  const canOpen = accountId === null || forms.opening !== undefined;
  const more = html`${[
    renderMatchForm(request, address, { ...matching, prefix: "match" }),
    canOpen && renderOpenForm(request, address, { ...opening, prefix: "open" }, currencies),
  ]}`;
  if (accountId === null || accountName === null) {
    return renderCard({ title: "1. Account", body: more });
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
    const hint = "Resume the account before you issue a key.";
    return renderCard({ title, body: renderNotice("fault", "Account suspended.", hint) });
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
  const currencies = await selectCurrenciesInUse(db);
  const { form } = shown;
  const forms = {
    matching: form?.of === "match" ? form.state : undefined,
    opening: form?.of === "account" ? form.state : undefined,
  };
  return html`${[
    renderAccountStep(request, currencies, forms),
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
  return [
    purpose && renderCard({ title: "Purpose", body: html`<p class="typed">${purpose}</p>\n` }),
    reply && renderCard({ title: reason, body: html`<p class="typed">${reply}</p>\n` }),
    pasted === null
      ? null
      : html`<details class="question" id="original">
<summary class="button plain">Original e-mail</summary>
<pre tabindex="0" role="group" aria-label="Original e-mail">${pasted}</pre></details>\n`,
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
    sentence: person === null || person === "" ? email : `${person}, ${email}`,
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
    side: renderRequestFacts(request, now),
  };
  return answerPage(page, shown.status);
}
