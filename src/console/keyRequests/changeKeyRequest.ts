import { resolveAccount } from "../../accounts/foundAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import type { FieldFault } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import {
  answerKeyRequest,
  answerLength,
  reopenKeyRequest,
} from "../../keyRequests/answerKeyRequest.ts";
import {
  editKeyRequest,
  type KeyRequestChangeOutcome,
  matchKeyRequest,
  type SeenRequest,
} from "../../keyRequests/changeKeyRequest.ts";
import { openRequestedAccount } from "../../keyRequests/openRequestedAccount.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { readdressAnswer } from "../../keyRequests/readdressAnswer.ts";
import { parseTypedEmail } from "../../mail/emailAddress.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { describeUnresolved } from "../search/pickers.ts";
import { readAccount, readTypedRequest } from "./readTerms.ts";
import { renderStateConflict, renderTypedConflict } from "./renderStateConflict.ts";
import { type RequestForm, showKeyRequest } from "./showKeyRequest.ts";
import { texts } from "./texts.ts";

const { wanted } = texts.conflict;

/** What a change answers with: `done` names it in the address, `wanted` on a conflict. */
type Change = {
  readonly done: string;
  readonly wanted: string;
  readonly renderConflict?: (latest: OperatorKeyRequest) => Html;
  /** The form to show again on a conflict. */
  readonly form?: RequestForm;
};

function toSeen(visit: Visit, { requestId }: OperatorKeyRequest): SeenRequest {
  return { requestId, version: readFormVersion(visit.form), actor: operatorActor(visit) };
}

/** The page with a form whose fields are wrong. */
function refuse(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  of: RequestForm,
  faults: readonly FieldFault[],
): Promise<Answer> {
  const form = { of, state: { value: visit.form.text, faults } };
  return showKeyRequest(context, visit, request, { form, status: 422 });
}

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  outcome: KeyRequestChangeOutcome,
  { done, wanted: own, renderConflict, form: of }: Change,
): Promise<Answer> {
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "changed") {
    return redirect(`/console/key-requests/${visit.param("request")}?done=${done}`);
  }
  const { request } = outcome;
  const head =
    renderConflict?.(request) ?? (await renderStateConflict(context, visit, request, own));
  const state = { value: visit.form.text, faults: [] };
  const form = of && { of, state };
  return showKeyRequest(context, visit, request, { head, ...(form && { form }), status: 409 });
}

export const matchAccount: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const { db } = context;
  const typed = visit.form.text("account").trim();
  const resolved = await resolveAccount(db, typed);
  if (resolved.outcome !== "found") {
    const text = describeUnresolved(resolved, typed);
    return refuse(context, visit, request, "match", [{ field: "account", text }]);
  }
  const { account } = resolved;
  const seen = toSeen(visit, request);
  const outcome = await matchKeyRequest(db, seen, account.accountId, visit.now);
  const change = { done: "matched", wanted: wanted.choose(account.name) };
  return answerChange(context, visit, outcome, change);
};

/** Opens an account and matches the request with it. */
export const openMatchingAccount: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const typed = readAccount(visit.form);
  if (!("currency" in typed)) return refuse(context, visit, request, "account", typed);
  const seen = toSeen(visit, request);
  const outcome = await openRequestedAccount(context.db, seen, typed, visit.now);
  if (outcome.outcome === "name taken") {
    const text = `The account ${typed.name} already exists. Choose it, or enter another name.`;
    return refuse(context, visit, request, "account", [{ field: "account_name", text }]);
  }
  return answerChange(context, visit, outcome, {
    done: "opened",
    wanted: wanted.create(typed.name),
  });
};

export const editRequest: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const typed = readTypedRequest(visit.form);
  if (!("email" in typed)) return refuse(context, visit, request, "edit", typed);
  const outcome = await editKeyRequest(context.db, toSeen(visit, request), typed, visit.now);
  return answerChange(context, visit, outcome, {
    done: "edited",
    wanted: wanted.edit,
    renderConflict: (latest) => renderTypedConflict(latest, typed),
    form: "edit",
  });
};

async function sendAnswer(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  { form, kind, ...change }: Change & { form: "ask" | "decline"; kind: "question" | "refusal" },
): Promise<Answer> {
  const text = visit.form.text("text").trim().toWellFormed();
  if (text === "" || [...text].length > answerLength) {
    const fault = `Enter 1 to ${answerLength} characters.`;
    return refuse(context, visit, request, form, [{ field: "text", text: fault }]);
  }
  const seen = toSeen(visit, request);
  const outcome = await answerKeyRequest(context, seen, { kind, text }, visit.now);
  return answerChange(context, visit, outcome, change);
}

export const askQuestion: Handler<OperatorKeyRequest> = (context, visit, request) => {
  const change = {
    form: "ask",
    kind: "question",
    done: "question-sent",
    wanted: wanted.ask,
  } as const;
  return sendAnswer(context, visit, request, change);
};

export const declineRequest: Handler<OperatorKeyRequest> = (context, visit, request) => {
  const change = {
    form: "decline",
    kind: "refusal",
    done: "declined",
    wanted: wanted.decline,
  } as const;
  return sendAnswer(context, visit, request, change);
};

/** Sends the e-mail of a key that did not arrive to another address. */
export const correctAddress: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const to = parseTypedEmail(visit.form.text("email"));
  if (to === undefined) {
    const text = "Enter a complete e-mail address.";
    return refuse(context, visit, request, "correct", [{ field: "email", text }]);
  }
  const outcome = await readdressAnswer(context, toSeen(visit, request), to, visit.now);
  const change = { done: "corrected", wanted: wanted.correct, form: "correct" } as const;
  return answerChange(context, visit, outcome, change);
};

export const reopenRequest: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const outcome = await reopenKeyRequest(context.db, toSeen(visit, request), visit.now);
  return answerChange(context, visit, outcome, { done: "reopened", wanted: wanted.reopen });
};
