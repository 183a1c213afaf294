import { Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { isOwnChange } from "../audit/isOwnChange.ts";
import {
  accountAddress,
  linkAccount,
  mailAddress,
  quoteRequestAddress,
  quoteRequestsPath,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { accountFilter } from "../home/consolePickers.ts";
import { describeDelivery } from "../home/consoleRevealLink.ts";
import { everyone, mayUse, operators } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import type { FieldFault, FormState } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import {
  type Meaning,
  type Messages,
  renderBadge,
  renderMessage,
  renderNotice,
} from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import { list } from "../kit/list.ts";
import { readFormVersion } from "../kit/site/fields.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import type { MailState } from "../mail/queries.ts";
import { answerQuoteRequest, listReplyRecipients, type Recipient } from "./changeQuoteRequest.ts";
import {
  fillAnswer,
  loadAnswerPage,
  readAnswerForm,
  renderAnswer,
  renderQuoted,
  toFieldFaults,
} from "./consoleAnswer.ts";
import {
  maxMessageLength,
  type QuoteMessage,
  type QuoteRequest,
  type QuoteRequestState,
  type QuoteRequestSummary,
  quoteRequestStates,
} from "./quoteRequest.ts";
import { countOpenQuoteRequests, selectQuoteRequests } from "./quoteRequestQueries.ts";

const stateWords: Readonly<Record<QuoteRequestState, string>> = {
  open: "Open",
  answered: "Answered",
  accepted: "Accepted",
  withdrawn: "Withdrawn",
};

const meanings: Readonly<Record<QuoteRequestState, Meaning>> = {
  open: "short",
  answered: "good",
  accepted: "good",
  withdrawn: "neutral",
};

export function renderQuoteState(state: QuoteRequestState): Html {
  return renderBadge(meanings[state], stateWords[state]);
}

// The messages of a quote request in order, those of operators with the state of their e-mail.

const deliveryMeanings: Readonly<Record<MailState, Meaning>> = {
  queued: "neutral",
  sent: "good",
  kept: "short",
  failed: "fault",
  bounced: "fault",
};

const deliveryWords: Readonly<Record<MailState, string>> = {
  queued: "E-mail queued",
  sent: "Sent",
  kept: "Not delivered",
  failed: "Failed",
  bounced: "Bounced",
};

/** A message of a buyer is delivered once it is here. */
function renderDelivery({ author, mailId, mailState }: QuoteMessage): Content {
  if (author === "buyer") return null;
  if (mailId === null || mailState === null) return " · Not e-mailed";
  const state = renderBadge(deliveryMeanings[mailState], deliveryWords[mailState]);
  return html` · ${state} <a href="${mailAddress(mailId)}">View in outbox</a>`;
}

function renderMessages({ messages, accountName }: QuoteRequest): Html {
  const points = messages.map((message) => {
    const { author, authorName, body, createdAt } = message;
    const who = `${authorName}${author === "buyer" ? `, ${accountName}` : " (distributor)"}`;
    return {
      at: createdAt,
      title: html`<span class="typed">${body}</span>`,
      note: html`${who}${renderDelivery(message)}`,
    };
  });
  const none = html`<p class="quiet">The buyer wrote no message.</p>\n`;
  const body = messages.length === 0 ? none : renderTimeline(points);
  return renderCard({ id: "messages", title: "Messages", body });
}

/** "DA65152-14 + 3 more". */
function describeParts({ firstPart, lineCount }: QuoteRequestSummary): Content {
  const part = html`<span class="pn">${firstPart}</span>`;
  if (lineCount < 2) return part;
  return html`${part} <span class="quiet">+ ${formatCount(lineCount - 1)} more</span>`;
}

const tabs = [...quoteRequestStates, "all"] as const;

export const quoteRequestList = list({
  name: "quote-request list",
  of: { name: "quote request", idOf: ({ requestId }: QuoteRequestSummary) => requestId },
  path: quoteRequestsPath,
  who: everyone,
  title: "Quote requests",
  sentence: "Requests from buyers for parts they can't order.",
  caption: "Quote requests",
  filter: Type.Object({ view: Type.Optional(Type.Enum([...tabs])), account: accountFilter }),
  complete: ({ view = "open", ...rest }) => ({ view, ...rest }),
  folded: ["account"],
  tabs: {
    name: "view",
    label: "Requests",
    words: tabs.map((tab) => [tab, tab === "all" ? "All" : stateWords[tab]] as const),
    async count({ db }: ConsoleContext, { account }) {
      if (account !== undefined) return new Map();
      return new Map([["open", (await countOpenQuoteRequests(db)).count]]);
    },
  },
  read(db, { filter: { view = "open", account = null } }, page) {
    const states = view === "all" ? null : [view];
    const filter = { accountId: account as AccountId | null, states };
    return selectQuoteRequests(db, filter, { ...page, oldestFirst: view === "open" });
  },
  columns: ({ view = "open" }) => [
    {
      title: "Number",
      kind: "words",
      cell: ({ requestId, requestNumber }) =>
        html`<a href="${quoteRequestAddress(requestId)}">${requestNumber}</a>`,
    },
    {
      title: "Account",
      kind: "text",
      cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    },
    { title: "Buyer", kind: "text", cell: ({ buyerName }) => buyerName },
    { title: "Parts", kind: "text", cell: describeParts },
    {
      title: { open: "Open since", all: "Created" }[view as "open"] ?? "Changed",
      kind: "words",
      titled: true,
      cell: ({ openSince, createdAt, changedAt }) =>
        renderAge({ open: openSince ?? createdAt, all: createdAt }[view as "open"] ?? changedAt),
    },
    ...(view === "all"
      ? ([
          {
            title: "State",
            kind: "words",
            corner: true,
            cell: ({ state }: QuoteRequestSummary) => renderQuoteState(state),
          },
        ] as const)
      : []),
  ],
  none({ view, account }) {
    const all = formatAddress(quoteRequestsPath, { view: "all", account: account ?? null });
    const link = html`<a href="${all}">Show all</a>`;
    const hint =
      "Buyers send them for parts that are out of stock, have no price, or are not in the catalog.";
    if (view === "all") return { title: "No quote requests", body: html`<p>${hint}</p>` };
    return view === "open" && account === undefined
      ? { title: "No quote requests to answer", body: html`<p>${hint} ${link}</p>` }
      : {
          title: "No quote requests",
          body: html`<p>No quote requests with this state. ${link}</p>`,
        };
  },
});

// A quote request: what the buyer asked for, the messages, and the reply.

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

const notMailed = "Shown on the site. Not e-mailed.";

function describeMailed(context: ConsoleContext): Html {
  return html`${describeDelivery(context)} The buyer also sees it on the site.`;
}

const messages: Messages<Replied> = {
  replied({ context, request }) {
    const isMailed = request.messages.at(-1)?.mailId != null;
    const hint = isMailed ? describeMailed(context) : notMailed;
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
        : html`${buyerName} ${renderBadge("short", "No longer has access")}`;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  const suspended = isSuspended ? html` ${renderBadge("short", "Suspended")}` : null;
  const facts = renderDefinitions([
    { term: "State", value: renderQuoteState(request.state) },
    { term: "Open since", value: openSince && renderAge(openSince) },
    { term: "Buyer", value: buyer },
    { term: "E-mail", value: request.buyerEmail },
    {
      term: "Account",
      value: html`${linkAccount(accountId, request.accountName)}${suspended}`,
    },
    { term: "Created", value: renderMoment(request.createdAt) },
    { term: "Changed", value: renderMoment(request.changedAt) },
    { term: "Lines", value: request.lineCount, kind: "number" },
  ]);
  const activity = formatAddress("/console/audit", { kind: "quote request", subject: requestId });
  const did = html`<p class="unprinted"><a href="${activity}">Activity</a></p>\n`;
  return renderSummaryBox("Request", html`${facts}${did}`);
}

const withdrawn = renderNotice("neutral", "The buyer withdrew this request.", "It needs no reply.");

/** What the operator should know before a reply. */
function renderHints({ buyerName }: QuoteRequest, { account, recipients }: Customer): Html {
  const isMailed = recipients.length > 0;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  return html`${[
    isSuspended
      ? renderNotice(
          "short",
          "The account is suspended.",
          "Its people can't sign in. Your reply is still e-mailed.",
        )
      : null,
    isMailed
      ? null
      : renderNotice(
          "short",
          `${buyerName} no longer has access to the account.`,
          "Your reply is not e-mailed. The people of the account can read it on the site.",
        ),
  ]}`;
}

/** How the reply will be delivered. */
function describeReply({ context }: Replied, { recipients }: Customer): Content {
  if (recipients.length === 0) return notMailed;
  const emails = recipients.map(({ email }) => email).join(", ");
  if (context.people.sendsMail) return `E-mailed to ${emails}, and shown on the site.`;
  return describeMailed(context);
}

export async function showQuoteRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: QuoteRequest,
  { head, reply, status }: QuoteRequestShown = {},
): Promise<Answer> {
  const { db } = context;
  const { accountId } = request;
  const [account, recipients] = await Promise.all([
    selectOperatorAccount(db, accountId),
    listReplyRecipients(db, request),
  ]);
  const customer = { account, recipients };
  const canReply = mayUse(operators, signedIn) && request.state !== "withdrawn";
  const answer = canReply
    ? await loadAnswerPage(context, request, account?.currency ?? "USD", now)
    : null;
  const page = {
    title: request.requestNumber,
    sentence: `From ${request.buyerName}, ${request.accountName}`,
    above: { href: quoteRequestsPath, text: "Quote requests" },
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

// The answer of an operator to a quote request. A form that is sent twice answers once.

/** What changed the request in the meantime; the text is kept, in the form if there is one. */
function renderConflict(
  { state, changedAt }: QuoteRequest,
  last: QuoteMessage | undefined,
  isOwn: boolean,
  text: string,
): Html {
  const at = renderMoment(changedAt);
  if (state === "withdrawn") {
    const title = html`Reply not sent: the buyer withdrew the request on ${at}.`;
    return renderNotice("short", title, html`<p>Your text:</p>\n<p class="typed">${text}</p>`);
  }
  const hint =
    "Read the messages. Your text is still in the form: change it if needed and send it.";
  if (isOwn) {
    return renderNotice("short", html`Reply not sent: you already replied on ${at}.`, hint);
  }
  const did = last?.author === "operator" ? "replied" : "wrote";
  const title = html`Reply not sent: ${last?.authorName ?? ""} ${did} on ${at}.`;
  return renderNotice("short", title, hint);
}

async function answerConflict(
  context: ConsoleContext,
  visit: Visit,
  request: QuoteRequest,
  text: string,
): Promise<Answer> {
  const last = request.messages.at(-1);
  const isReplied = request.state === "answered" && last?.author === "operator";
  const { requestId: id, changedAt } = request;
  const subject = { kind: "quote request", id, changedAt };
  const isOwn = isReplied && (await isOwnChange(context.db, visit.signedIn.operator, subject));
  if (isOwn && last.body === text) return redirectTo(request.requestId);
  const head = renderConflict(request, last, isOwn, text);
  const reply = { value: visit.form.text, faults: [] };
  return showQuoteRequest(context, visit, request, { head, reply, status: 409 });
}

function redirectTo(requestId: string): Answer {
  return redirect(quoteRequestAddress(requestId, "?done=replied"));
}

export const sendAnswer: Handler<QuoteRequest> = async (context, visit, request) => {
  const { form, now } = visit;
  const text = form.text("text").trim().toWellFormed();
  const { length } = [...text];
  const refuse = (faults: readonly FieldFault[], status: 409 | 422 = 422) =>
    showQuoteRequest(context, visit, request, { reply: { value: form.text, faults }, status });
  if (length > maxMessageLength) {
    const max = formatCount(maxMessageLength);
    const text = `The reply has ${formatCount(length)} characters. The maximum is ${max}.`;
    return refuse([{ field: "text", text }]);
  }
  const { requestId } = request;
  const seen = { requestId, version: readFormVersion(form), actor: operatorActor(visit) };
  const answer = {
    lines: readAnswerForm(form, request),
    message: text === "" ? null : text,
    isAccepted: form.has("accepted"),
    limitPercent: context.maxPriceMove,
  };
  const outcome = await answerQuoteRequest(context, seen, answer, now);
  switch (outcome.outcome) {
    case "changed":
      return redirectTo(requestId);
    case "unknown":
      return notFound;
    case "empty":
      return refuse([{ field: "text", text: "Enter prices, or a message." }]);
    case "refused":
      return refuse(toFieldFaults(outcome.faults));
    case "ordered":
      return refuse([{ field: "", text: "The quote is ordered, so it can't be corrected." }], 409);
    case "conflict":
      return answerConflict(context, visit, outcome.request, text);
  }
};
