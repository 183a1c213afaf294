// The routes of requests for keys and quotes; part of the console's table.

import { operatorActor } from "../audit/actor.ts";
import { isOwnChange } from "../audit/isOwnChange.ts";
import { keyRequestList, showKeyRequest } from "../keyRequests/console.ts";
import {
  askQuestion,
  correctAddress,
  declineRequest,
  editRequest,
  enterRequest,
  issueAndSend,
  matchAccount,
  maxPastedBytes,
  openMatchingAccount,
  reopenRequest,
  showEnterForm,
  showKeyMail,
} from "../keyRequests/consoleChange.ts";
import { type ConsoleAccess, everyone, operators } from "../kit/access.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { readFormVersion } from "../kit/site/fields.ts";
import { createRouteBuilders, none, type Route } from "../kit/site/routes.ts";
import { type Answer, notFound, redirect } from "../kit/site/visit.ts";
import { replyToQuoteRequest } from "../quotes/changeQuoteRequest.ts";
import { showQuoteRequest, showQuoteRequests, texts } from "../quotes/console.ts";
import { maxMessageLength, type QuoteMessage, type QuoteRequest } from "../quotes/quoteRequest.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { quoteRequestAddress } from "./consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "./consoleContext.ts";
import * as load from "./consoleLoaders.ts";

// The reply of an operator to a quote request. A form that is sent twice replies once.
const words = texts.conflict;

/** What changed the request in the meantime; the text is kept, in the form if there is one. */
function renderConflict(
  { state, changedAt }: QuoteRequest,
  last: QuoteMessage | undefined,
  isOwn: boolean,
  text: string,
): Html {
  const at = renderMoment(changedAt);
  if (state === "withdrawn") {
    const kept = html`<p>${words.kept}</p>\n<p class="typed">${text}</p>`;
    return renderNotice("short", words.withdrawn(at), kept);
  }
  if (isOwn) return renderNotice("short", words.own(at), words.hint);
  const name = last?.authorName ?? "";
  const title = last?.author === "operator" ? words.byOperator(name, at) : words.byBuyer(name, at);
  return renderNotice("short", title, words.hint);
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

function findFault(text: string): string | null {
  const { length } = [...text];
  if (length === 0) return "Enter a reply.";
  return length > maxMessageLength ? texts.reply.tooLong(length, maxMessageLength) : null;
}

const sendReply: Handler<QuoteRequest> = async (context, visit, request) => {
  const { form, now } = visit;
  const text = form.text("text").trim().toWellFormed();
  const fault = findFault(text);
  if (fault !== null) {
    const reply = { value: form.text, faults: [{ field: "text", text: fault }] };
    return showQuoteRequest(context, visit, request, { reply, status: 422 });
  }
  const { requestId } = request;
  const seen = { requestId, version: readFormVersion(form), actor: operatorActor(visit) };
  const outcome = await replyToQuoteRequest(context, seen, text, now);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "conflict") return answerConflict(context, visit, outcome.request, text);
  return redirectTo(requestId);
};

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** A form with the text of a mail. */
const pastedMail = { maxBodyBytes: maxPastedBytes };

export const buyerRequestRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] =
  [
    // Key requests
    ...keyRequestList.routes,
    post("/console/key-requests", operators, none, enterRequest, pastedMail),
    get("/console/key-requests/new", operators, none, showEnterForm),
    get("/console/key-requests/:request", everyone, load.keyRequest, showKeyRequest),
    post("/console/key-requests/:request/match", operators, load.keyRequest, matchAccount),
    post("/console/key-requests/:request/account", operators, load.keyRequest, openMatchingAccount),
    post("/console/key-requests/:request/edit", operators, load.keyRequest, editRequest),
    post("/console/key-requests/:request/ask", operators, load.keyRequest, askQuestion),
    post("/console/key-requests/:request/decline", operators, load.keyRequest, declineRequest),
    post("/console/key-requests/:request/correct", operators, load.keyRequest, correctAddress),
    post("/console/key-requests/:request/reopen", operators, load.keyRequest, reopenRequest),
    get("/console/key-requests/:request/issue", operators, load.keyRequest, showKeyMail),
    post("/console/key-requests/:request/issue", operators, load.keyRequest, issueAndSend),

    // Quote requests
    get("/console/quote-requests", everyone, none, showQuoteRequests),
    get("/console/quote-requests/:request", everyone, load.quoteRequest, showQuoteRequest),
    post("/console/quote-requests/:request/reply", operators, load.quoteRequest, sendReply),
  ];
