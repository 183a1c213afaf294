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
import type { FieldFault } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { readFormVersion } from "../kit/site/fields.ts";
import { createRouteBuilders, none, type Route } from "../kit/site/routes.ts";
import { type Answer, notFound, redirect } from "../kit/site/visit.ts";
import { answerQuoteRequest } from "../quotes/changeQuoteRequest.ts";
import { showQuoteRequest, showQuoteRequests, texts } from "../quotes/console.ts";
import { readAnswerForm, toFieldFaults } from "../quotes/consoleAnswer.ts";
import { maxMessageLength, type QuoteMessage, type QuoteRequest } from "../quotes/quoteRequest.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { quoteRequestAddress } from "./consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "./consoleContext.ts";
import * as load from "./consoleLoaders.ts";

// The answer of an operator to a quote request. A form that is sent twice answers once.
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

const sendAnswer: Handler<QuoteRequest> = async (context, visit, request) => {
  const { form, now } = visit;
  const text = form.text("text").trim().toWellFormed();
  const { length } = [...text];
  const refuse = (faults: readonly FieldFault[], status: 409 | 422 = 422) =>
    showQuoteRequest(context, visit, request, { reply: { value: form.text, faults }, status });
  if (length > maxMessageLength) {
    return refuse([{ field: "text", text: texts.reply.tooLong(length, maxMessageLength) }]);
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
    post("/console/quote-requests/:request/answer", operators, load.quoteRequest, sendAnswer),
  ];
