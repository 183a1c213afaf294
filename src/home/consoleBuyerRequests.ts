// The routes of requests for keys and quotes; part of the console's table.

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
import { createRouteBuilders, none, type Route } from "../kit/site/routes.ts";
import { quoteRequestList, sendAnswer, showQuoteRequest } from "../quotes/console.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import * as load from "./consoleLoaders.ts";

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
    ...quoteRequestList.routes,
    get("/console/quote-requests/:request", everyone, load.quoteRequest, showQuoteRequest),
    post("/console/quote-requests/:request/answer", operators, load.quoteRequest, sendAnswer),
  ];
