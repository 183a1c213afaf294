import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import {
  accountAddress,
  linkAccount,
  mailAddress,
  newDraftAddress,
  quoteRequestAddress,
  quoteRequestsPath,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { noAccountId, readText, readUuid } from "../home/consoleFilters.ts";
import { chooseAccount, placeUnder } from "../home/consolePickers.ts";
import { describeDelivery } from "../home/consoleRevealLink.ts";
import { mayUse, operators } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type FormState, renderButtonLink } from "../kit/html/form.ts";
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
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import type { Choice } from "../kit/input.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import type { MailState } from "../mail/queries.ts";
import { listReplyRecipients, type Recipient } from "./changeQuoteRequest.ts";
import { fillAnswer, loadAnswerPage, renderAnswer, renderQuoted } from "./consoleAnswer.ts";
import {
  type QuoteMessage,
  type QuoteRequest,
  type QuoteRequestState,
  type QuoteRequestSummary,
  quoteRequestStates,
} from "./quoteRequest.ts";
import { countOpenQuoteRequests, selectQuoteRequests } from "./quoteRequestQueries.ts";

/** The words of the pages about quote requests. */
export const texts = {
  list: {
    title: "Quote requests",
    sentence: "Requests from buyers for parts they can't order.",
    ofAccount: (account: Html, all: string) =>
      html`Quote requests of ${account}. <a href="${all}">Show those of all accounts</a>`,
    tabs: "Requests",
    open: "Open",
    answered: "Answered",
    accepted: "Accepted",
    withdrawn: "Withdrawn",
    all: "All",
    captionOpen: "Open requests, longest open first",
    caption: "Requests, newest first",
    number: "Number",
    account: "Account",
    buyer: "Buyer",
    parts: "Parts",
    more: (count: number) => `+ ${formatCount(count)} more`,
    openSince: "Open since",
    created: "Created",
    changed: "Changed",
    state: "State",
    none: "No quote requests",
    noneHint: (all: string) =>
      html`No quote requests with this state. <a href="${all}">Show all</a>`,
    noneOpen: "No quote requests to answer",
    noneOpenHint: (all: string) => html`Buyers send them for parts that are out of stock, have no
price, or are not in the catalog. <a href="${all}">Show all</a>`,
    noAccount: (all: string) =>
      html`No account has this name or ID. <a href="${all}">Show those of all accounts</a>`,
    noneYet:
      "Buyers send them for parts that are out of stock, have no price, or are not in the \
catalog.",
  },
  states: { open: "Open", answered: "Answered", accepted: "Accepted", withdrawn: "Withdrawn" },
  request: {
    title: "Request",
    sentence: (buyer: string, account: string) => `From ${buyer}, ${account}`,
    state: "State",
    buyer: "Buyer",
    email: "E-mail",
    account: "Account",
    suspended: "Suspended",
    removed: "No longer has access",
    created: "Created",
    openSince: "Open since",
    changed: "Changed",
    lines: "Lines",
    activity: "Activity",
    suspendedTitle: "The account is suspended.",
    suspendedHint: "Its people can't sign in. Your reply is still e-mailed.",
    removedTitle: (buyer: string) => `${buyer} no longer has access to the account.`,
    removedHint: "Your reply is not e-mailed. The people of the account can read it on the site.",
    withdrawnTitle: "The buyer withdrew this request.",
    withdrawnHint: "It needs no reply.",
  },
  messages: {
    title: "Messages",
    none: "The buyer wrote no message.",
    from: (name: string, account: string) => `${name}, ${account}`,
    operator: (name: string) => `${name} (distributor)`,
    outbox: "View in outbox",
    notMailed: "Not e-mailed",
    mail: {
      queued: "E-mail queued",
      sent: "Sent",
      kept: "Not delivered",
      failed: "Failed",
      bounced: "Bounced",
    },
  },
  reply: {
    notSent: "Shown on the site. Not e-mailed.",
    tooLong: (length: number, max: number) =>
      `The reply has ${formatCount(length)} characters. The maximum is ${formatCount(max)}.`,
    doneHint: (delivery: Content) => html`${delivery} The buyer also sees it on the site.`,
  },
  conflict: {
    own: (at: Html) => html`Reply not sent: you already replied on ${at}.`,
    byOperator: (name: string, at: Html) => html`Reply not sent: ${name} replied on ${at}.`,
    byBuyer: (name: string, at: Html) => html`Reply not sent: ${name} wrote on ${at}.`,
    withdrawn: (at: Html) => html`Reply not sent: the buyer withdrew the request on ${at}.`,
    hint: "Read the messages. Your text is still in the form: change it if needed and send it.",
    kept: "Your text:",
  },
};

const meanings: Readonly<Record<QuoteRequestState, Meaning>> = {
  open: "short",
  answered: "good",
  accepted: "good",
  withdrawn: "neutral",
};

export function renderQuoteState(state: QuoteRequestState): Html {
  return renderBadge(meanings[state], texts.states[state]);
}

// The messages of a quote request in order, those of operators with the state of their e-mail.

const messageWords = texts.messages;

const deliveryMeanings: Readonly<Record<MailState, Meaning>> = {
  queued: "neutral",
  sent: "good",
  kept: "short",
  failed: "fault",
  bounced: "fault",
};

/** A message of a buyer is delivered once it is here. */
function renderDelivery({ author, mailId, mailState }: QuoteMessage): Content {
  if (author === "buyer") return null;
  if (mailId === null || mailState === null) return html` · ${messageWords.notMailed}`;
  const state = renderBadge(deliveryMeanings[mailState], messageWords.mail[mailState]);
  return html` · ${state} <a href="${mailAddress(mailId)}">${messageWords.outbox}</a>`;
}

function renderMessages({ messages, accountName }: QuoteRequest): Html {
  const points = messages.map((message) => {
    const { author, authorName, body, createdAt } = message;
    const who =
      author === "buyer"
        ? messageWords.from(authorName, accountName)
        : messageWords.operator(authorName);
    return {
      at: createdAt,
      title: html`<span class="typed">${body}</span>`,
      note: html`${who}${renderDelivery(message)}`,
    };
  });
  const none = html`<p class="quiet">${messageWords.none}</p>\n`;
  const body = messages.length === 0 ? none : renderTimeline(points);
  return renderCard({ id: "messages", title: messageWords.title, body });
}

const tabs = [...quoteRequestStates, "all"] as const;
type QuoteTab = (typeof tabs)[number];

function listAddress(view: QuoteTab, account: string | null, after: string | null = null): string {
  return formatAddress(quoteRequestsPath, { view: view === "open" ? null : view, account, after });
}

/** "DA65152-14 + 3 more". */
function describeParts({ firstPart, lineCount }: QuoteRequestSummary): Content {
  const part = html`<span class="pn">${firstPart}</span>`;
  if (lineCount < 2) return part;
  return html`${part} <span class="quiet">${texts.list.more(lineCount - 1)}</span>`;
}

function timeColumn(view: QuoteTab): CellColumn<QuoteRequestSummary> {
  const { openSince, created, changed } = texts.list;
  const time = (
    title: string,
    at: (request: QuoteRequestSummary) => Date,
  ): CellColumn<QuoteRequestSummary> => {
    return { title, kind: "words", titled: true, cell: (request) => renderAge(at(request)) };
  };
  if (view === "all") return time(created, ({ createdAt }) => createdAt);
  if (view !== "open") return time(changed, ({ changedAt }) => changedAt);
  return time(openSince, ({ openSince: since, createdAt }) => since ?? createdAt);
}

function renderRequests(requests: readonly QuoteRequestSummary[], view: QuoteTab): Html {
  const { list } = texts;
  const link = ({ requestId, requestNumber }: QuoteRequestSummary) =>
    html`<a href="${quoteRequestAddress(requestId)}">${requestNumber}</a>`;
  const state: CellColumn<QuoteRequestSummary> = {
    title: list.state,
    kind: "words",
    corner: true,
    cell: (request) => renderQuoteState(request.state),
  };
  return renderRows(view === "open" ? list.captionOpen : list.caption, requests, [
    { title: list.number, kind: "words", cell: link },
    {
      title: list.account,
      kind: "text",
      cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    },
    { title: list.buyer, kind: "text", cell: ({ buyerName }) => buyerName },
    { title: list.parts, kind: "text", cell: describeParts },
    timeColumn(view),
    ...(view === "all" ? [state] : []),
  ]);
}

function renderNone(view: QuoteTab, { id, question }: Choice<string>): Html {
  if (question !== null) return question;
  const { list } = texts;
  const all = listAddress("all", id);
  if (id === noAccountId) return renderEmptyState(list.none, list.noAccount(quoteRequestsPath));
  if (id === null && view === "open") {
    return renderEmptyState(list.noneOpen, list.noneOpenHint(all), "check");
  }
  if (view !== "all") return renderEmptyState(list.none, list.noneHint(all));
  return renderEmptyState(list.none, list.noneYet);
}

function renderSentence({ id, text }: Choice<string>): Content {
  if (id === null || id === noAccountId) return "Requests from buyers for parts they can't order.";
  return texts.list.ofAccount(linkAccount(id, text), quoteRequestsPath);
}

export const showQuoteRequests: Handler = async ({ db }, { query }) => {
  const view = tabs.find((one) => one === query.text("view")) ?? "open";
  const after = readUuid(query, "after");
  const account = await chooseAccount(db, readText(query, "account"), (id) =>
    listAddress(view, id),
  );
  const filter = { accountId: account.id, states: view === "all" ? null : ([view] as const) };
  const isOpen = view === "open";
  const [open, found] = await Promise.all([
    countOpenQuoteRequests(db),
    selectQuoteRequests(db, filter, { after, limit: pageSize + 1, oldestFirst: isOpen }),
  ]);
  const { rows: requests, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }): string => requestId,
    addressOf: (after) => listAddress(view, account.id, after),
    ...(isOpen && byName),
  });
  const links = tabs.map((one) => ({
    href: listAddress(one, account.id),
    text: texts.list[one],
    current: one === view,
    ...(one === "open" && account.id === null && { count: open.count }),
  }));
  const list =
    requests.length === 0 ? renderNone(view, account) : html`${renderRequests(requests, view)}`;
  return answerPage({
    title: "Quote requests",
    sentence: renderSentence(account),
    ...placeUnder(account),
    body: html`${renderTabs("Requests", links)}${list}${pager}`,
  });
};

// A quote request: what the buyer asked for, the messages, and the reply.

const requestWords = texts.request;

/** What is above the page, and the reply as it was sent. */
type QuoteRequestShown = {
  readonly head?: Html;
  readonly reply?: FormState;
  readonly status?: 409 | 422;
};

/** The account, and who gets a reply. */
type Customer = {
  readonly account: OperatorAccount | undefined;
  readonly recipients: readonly Recipient[];
};

type Replied = { readonly context: ConsoleContext; readonly request: QuoteRequest };

const messages: Messages<Replied> = {
  replied({ context, request }) {
    const isMailed = request.messages.at(-1)?.mailId != null;
    const hint = isMailed ? texts.reply.doneHint(describeDelivery(context)) : texts.reply.notSent;
    return renderNotice("good", "Reply saved.", hint);
  },
};

/** Who asked, if no person did. */
function nameAsker({ keyId, quote }: QuoteRequest): string {
  return keyId === null ? `Nobody: ${quote?.reason ?? "quoted without a request"}` : "An API key";
}

function renderFacts(request: QuoteRequest, { account, recipients }: Customer): Html {
  const { requestId, accountId, userId, buyerName, openSince } = request;
  const isMember = recipients.some((one) => one.userId === userId);
  const buyer =
    userId === null
      ? nameAsker(request)
      : isMember
        ? html`<a href="${accountAddress(accountId, `/people/${userId}`)}">${buyerName}</a>`
        : html`${buyerName} ${renderBadge("short", requestWords.removed)}`;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  const suspended = isSuspended ? html` ${renderBadge("short", requestWords.suspended)}` : null;
  const facts = renderDefinitions([
    { term: requestWords.state, value: renderQuoteState(request.state) },
    { term: requestWords.openSince, value: openSince && renderAge(openSince) },
    { term: requestWords.buyer, value: buyer },
    { term: requestWords.email, value: request.buyerEmail },
    {
      term: requestWords.account,
      value: html`${linkAccount(accountId, request.accountName)}${suspended}`,
    },
    { term: requestWords.created, value: renderMoment(request.createdAt) },
    { term: requestWords.changed, value: renderMoment(request.changedAt) },
    { term: requestWords.lines, value: request.lineCount, kind: "number" },
  ]);
  const activity = formatAddress("/console/audit", { kind: "quote request", subject: requestId });
  const did = html`<p class="unprinted"><a href="${activity}">${requestWords.activity}</a></p>\n`;
  return renderSummaryBox(requestWords.title, html`${facts}${did}`);
}

const withdrawn = renderNotice("neutral", requestWords.withdrawnTitle, requestWords.withdrawnHint);

/** What the operator should know before a reply. */
function renderHints({ buyerName }: QuoteRequest, { account, recipients }: Customer): Html {
  const isMailed = recipients.length > 0;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  return html`${[
    isSuspended
      ? renderNotice("short", requestWords.suspendedTitle, requestWords.suspendedHint)
      : null,
    isMailed
      ? null
      : renderNotice("short", requestWords.removedTitle(buyerName), requestWords.removedHint),
  ]}`;
}

/** How the reply will be delivered. */
function describeReply({ context }: Replied, { recipients }: Customer): Content {
  if (recipients.length === 0) return texts.reply.notSent;
  const emails = recipients.map(({ email }) => email).join(", ");
  if (context.people.sendsMail) return `E-mailed to ${emails}, and shown on the site.`;
  return texts.reply.doneHint(describeDelivery(context));
}

export async function showQuoteRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: QuoteRequest,
  { head, reply, status }: QuoteRequestShown = {},
): Promise<Answer> {
  const { db } = context;
  const { requestId, accountId } = request;
  const [account, recipients] = await Promise.all([
    selectOperatorAccount(db, accountId),
    listReplyRecipients(db, request),
  ]);
  const customer = { account, recipients };
  const canReply = mayUse(operators, signedIn) && request.state !== "withdrawn";
  const answer = canReply
    ? await loadAnswerPage(context, request, account?.currency ?? "USD", now)
    : null;
  const canDraft = canReply && account?.suspendedAt === null;
  const draft = formatAddress(newDraftAddress(accountId), { quote: requestId });
  const page = {
    title: request.requestNumber,
    sentence: requestWords.sentence(request.buyerName, request.accountName),
    above: { href: quoteRequestsPath, text: texts.list.title },
    ...(canDraft && {
      primary: renderButtonLink(draft, "Draft an order for this customer", "plain"),
    }),
    body: html`${[
      head ?? renderMessage(messages, query.text("done"), { context, request }),
      head === undefined && request.state === "withdrawn" ? withdrawn : null,
      renderHints(request, customer),
      answer === null || request.state === "accepted" ? renderQuoted(request) : null,
      answer &&
        renderAnswer(
          answer,
          reply ?? fillAnswer(answer),
          describeReply({ context, request }, customer),
        ),
      renderMessages(request),
      renderFacts(request, customer),
    ]}`,
  };
  return answerPage(page, status);
}
