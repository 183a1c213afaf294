// A quote request: what the buyer asked for, the messages, and the reply.
import {
  type OperatorAccount,
  selectOperatorAccount,
} from "../../accounts/operatorAccountQueries.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextArea } from "../../html/field.ts";
import { type FormState, freshForm, renderButtonLink, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge, renderMoment } from "../../html/moment.ts";
import { type Messages, renderBadge, renderMessage, renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { listReplyRecipients } from "../../quoteRequests/changeQuoteRequest.ts";
import type { QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import type { User } from "../../signIn/userQueries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import {
  accountAddress,
  linkAccount,
  newDraftAddress,
  quoteRequestAddress,
  quoteRequestsPath,
} from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts as draftTexts } from "../customerDrafts/texts.ts";
import { describeDelivery } from "../revealLink.ts";
import { loadQuotedOffers } from "./loadQuotedOffers.ts";
import { renderMessages } from "./renderMessages.ts";
import { renderQuoteLines } from "./renderQuoteLines.ts";
import { renderQuoteState } from "./renderQuoteState.ts";
import { texts } from "./texts.ts";

const words = texts.request;

/** What is above the page, and the reply as it was sent. */
type QuoteRequestShown = {
  readonly head?: Html;
  readonly reply?: FormState;
  readonly status?: 409 | 422;
};

/** The account, and who gets a reply. */
type Customer = {
  readonly account: OperatorAccount | undefined;
  readonly recipients: readonly User[];
};

type Replied = { readonly context: ConsoleContext; readonly request: QuoteRequest };

const messages: Messages<Replied> = {
  replied({ context, request }) {
    const isMailed = request.messages.at(-1)?.mailId != null;
    const hint = isMailed ? texts.reply.doneHint(describeDelivery(context)) : texts.reply.notSent;
    return renderNotice("good", "Reply saved.", hint);
  },
};

function renderFacts(request: QuoteRequest, { account, recipients }: Customer): Html {
  const { requestId, accountId, userId, buyerName, openSince } = request;
  const isMember = recipients.some((one) => one.userId === userId);
  const buyer = isMember
    ? html`<a href="${accountAddress(accountId, `/people/${userId}`)}">${buyerName}</a>`
    : html`${buyerName} ${renderBadge("short", words.removed)}`;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  const suspended = isSuspended ? html` ${renderBadge("short", words.suspended)}` : null;
  const facts = renderDefinitions([
    { term: words.state, value: renderQuoteState(request.state) },
    { term: words.openSince, value: openSince && renderAge(openSince) },
    { term: words.buyer, value: buyer },
    { term: words.email, value: request.buyerEmail },
    {
      term: words.account,
      value: html`${linkAccount(accountId, request.accountName)}${suspended}`,
    },
    { term: words.created, value: renderMoment(request.createdAt) },
    { term: words.changed, value: renderMoment(request.changedAt) },
    { term: words.lines, value: request.lineCount, kind: "number" },
  ]);
  const activity = formatAddress("/console/audit", { kind: "quote request", subject: requestId });
  const did = html`<p class="unprinted"><a href="${activity}">${words.activity}</a></p>\n`;
  return renderSummaryBox(words.title, html`${facts}${did}`);
}

const withdrawn = renderNotice("neutral", words.withdrawnTitle, words.withdrawnHint);

/** What the operator should know before a reply. */
function renderHints({ buyerName }: QuoteRequest, { account, recipients }: Customer): Html {
  const isMailed = recipients.length > 0;
  const isSuspended = account !== undefined && account.suspendedAt !== null;
  return html`${[
    isSuspended ? renderNotice("short", words.suspendedTitle, words.suspendedHint) : null,
    isMailed ? null : renderNotice("short", words.removedTitle(buyerName), words.removedHint),
  ]}`;
}

/** How the reply will be delivered. */
function describeReply({ context }: Replied, { recipients }: Customer): Content {
  if (recipients.length === 0) return texts.reply.notSent;
  const emails = recipients.map(({ email }) => email).join(", ");
  if (context.people.sendsMail) return `E-mailed to ${emails}, and shown on the site.`;
  return texts.reply.doneHint(describeDelivery(context));
}

/** Without a maximum length, because browsers cut pasted text without a word. */
function renderReply(replied: Replied, state: FormState, customer: Customer): Html {
  const { request } = replied;
  const { requestId, version } = request;
  const title = request.state === "open" ? "Reply" : "Write again";
  const form = renderForm({
    action: quoteRequestAddress(requestId, "/reply"),
    state,
    hidden: { version: String(version) },
    label: title,
    body: renderTextArea(state, {
      name: "text",
      label: "Message to the buyer",
      hint: describeReply(replied, customer),
      rows: 8,
    }),
    button: { text: "Send reply", kind: "primary" },
  });
  return html`<div class="unprinted">${renderCard({ id: "reply", title, body: form })}</div>`;
}

export async function showQuoteRequest(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  request: QuoteRequest,
  { head, reply = freshForm(), status }: QuoteRequestShown = {},
): Promise<Answer> {
  const { db } = context;
  const { requestId, accountId, lines } = request;
  const [account, recipients, offers] = await Promise.all([
    selectOperatorAccount(db, accountId),
    listReplyRecipients(db, request),
    loadQuotedOffers(context, accountId, lines, now),
  ]);
  const customer = { account, recipients };
  const canReply = mayUse(operators, signedIn) && request.state !== "withdrawn";
  const canDraft = canReply && account?.suspendedAt === null;
  const draft = formatAddress(newDraftAddress(accountId), { quote: requestId });
  const page = {
    title: request.requestNumber,
    sentence: words.sentence(request.buyerName, request.accountName),
    above: { href: quoteRequestsPath, text: texts.list.title },
    ...(canDraft && { primary: renderButtonLink(draft, draftTexts.open, "plain") }),
    body: html`${[
      head ?? renderMessage(messages, query.text("done"), { context, request }),
      head === undefined && request.state === "withdrawn" ? withdrawn : null,
      renderHints(request, customer),
      renderQuoteLines(lines, offers),
      renderMessages(request),
      canReply ? renderReply({ context, request }, reply, customer) : null,
    ]}`,
    side: renderFacts(request, customer),
  };
  return answerPage(page, status);
}
