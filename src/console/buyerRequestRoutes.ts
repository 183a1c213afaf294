// The routes of requests for keys and quotes; part of the console's table.

import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import { type ConsoleAccess, everyone, operators } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import {
  askQuestion,
  declineRequest,
  editRequest,
  matchAccount,
  openMatchingAccount,
  reopenRequest,
} from "./keyRequests/changeKeyRequest.ts";
import {
  enterRequest,
  fillEnterForm,
  maxPastedBytes,
  showEnterForm,
} from "./keyRequests/enterPages.ts";
import { issueAndSend, showKeyMail } from "./keyRequests/issuePages.ts";
import { showKeyRequest } from "./keyRequests/showKeyRequest.ts";
import { showKeyRequests } from "./keyRequests/showKeyRequests.ts";
import * as load from "./loaders.ts";
import { sendReply } from "./quoteRequests/sendReply.ts";
import { showQuoteRequest } from "./quoteRequests/showQuoteRequest.ts";
import { showQuoteRequests } from "./quoteRequests/showQuoteRequests.ts";

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** A form with the text of a mail. */
const pastedMail = { maxBodyBytes: maxPastedBytes };

export const buyerRequestRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] =
  [
    // Key requests
    get("/console/key-requests", everyone, none, showKeyRequests),
    post("/console/key-requests", operators, none, enterRequest, pastedMail),
    get("/console/key-requests/new", operators, none, showEnterForm),
    post("/console/key-requests/read", operators, none, fillEnterForm, pastedMail),
    get("/console/key-requests/:request", everyone, load.keyRequest, showKeyRequest),
    post("/console/key-requests/:request/match", operators, load.keyRequest, matchAccount),
    post("/console/key-requests/:request/account", operators, load.keyRequest, openMatchingAccount),
    post("/console/key-requests/:request/edit", operators, load.keyRequest, editRequest),
    post("/console/key-requests/:request/ask", operators, load.keyRequest, askQuestion),
    post("/console/key-requests/:request/decline", operators, load.keyRequest, declineRequest),
    post("/console/key-requests/:request/reopen", operators, load.keyRequest, reopenRequest),
    get("/console/key-requests/:request/issue", operators, load.keyRequest, showKeyMail),
    post("/console/key-requests/:request/issue", operators, load.keyRequest, issueAndSend),

    // Quote requests
    get("/console/quote-requests", everyone, none, showQuoteRequests),
    get("/console/quote-requests/:request", everyone, load.quoteRequest, showQuoteRequest),
    post("/console/quote-requests/:request/reply", operators, load.quoteRequest, sendReply),
  ];
