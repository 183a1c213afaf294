// Key requests for the distributor's own systems.
import { Type } from "typebox";
import { isUuid } from "../db/isUuid.ts";
import { type Operation, pageOperation, recordOperation, verbOperation } from "../kit/api.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { wire } from "../kit/wire.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import { answerKeyRequest, answerLength } from "./answerKeyRequest.ts";
import {
  keyRequestTabs,
  type OperatorKeyRequest,
  selectOperatorKeyRequest,
  selectOperatorKeyRequests,
} from "./operatorKeyRequestQueries.ts";
import { requestState } from "./requestState.ts";

const keyRequest: Noun<OperatorKeyRequest> = {
  name: "key request",
  find: async (db, text) => (isUuid(text) ? selectOperatorKeyRequest(db, text) : undefined),
  idOf: ({ requestId }) => requestId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/key-requests/${id}`,
  wire: {
    request_id: wire.id(({ requestId }) => requestId),
    state: wire.text(({ decided, mailState }) => requestState(decided, mailState)),
    account_id: wire.idOrNull(({ accountId }) => accountId),
    account: wire.textOrNull(({ accountName }) => accountName),
    email: wire.text(({ email }) => email),
    company: wire.textOrNull(({ company }) => company),
    person: wire.textOrNull(({ person }) => person),
    key_name: wire.text(({ keyName }) => keyName),
    purpose: wire.textOrNull(({ purpose }) => purpose),
    source: wire.text(({ source }) => source),
    version: wire.count(({ version }) => version),
    created_at: wire.time(({ createdAt }) => createdAt),
    due_at: wire.time(({ dueAt }) => dueAt),
  },
};

const answerInput = Type.Object({
  version: Type.Integer({ description: "As you read it: a later one is a conflict." }),
  text: Type.String({ minLength: 1, maxLength: answerLength }),
});

/** Answers with an e-mail. */
function answerOperation(verb: "ask" | "decline", summary: string) {
  return verbOperation<Context & MailingContext, OperatorKeyRequest, typeof answerInput>({
    of: keyRequest,
    scope: "accounts:write",
    verb,
    summary,
    input: answerInput,
    async run(context, { id, input: { version, text } }, { actor, now }) {
      if (!isUuid(id)) return undefined;
      const kind = verb === "ask" ? "question" : "refusal";
      const seen = { requestId: id, version, actor };
      const { outcome } = await answerKeyRequest(context, seen, { kind, text }, now);
      if (outcome === "unknown") return undefined;
      if (outcome === "changed") return { at: id };
      return { refused: "changed", text: "It changed in the meantime, or is no longer open." };
    },
  });
}

export const keyRequestOperations: readonly Operation<Context & MailingContext>[] = [
  pageOperation({
    of: keyRequest,
    scope: "accounts:read",
    summary: "List key requests: open ones by due date, others newest first",
    filter: Type.Object({
      state: Type.Optional(
        Type.Enum([...keyRequestTabs], { title: "State", description: "`open` if not sent." }),
      ),
    }),
    find: ({ db }, { state = "open" }, page) => selectOperatorKeyRequests(db, state, page),
  }),
  recordOperation("accounts:read", keyRequest),
  answerOperation("ask", "Ask the requester a question by e-mail"),
  answerOperation("decline", "Decline a key request; the requester gets an e-mail"),
];
