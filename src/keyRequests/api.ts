// Key requests for the distributor's own systems: each answer is an e-mail.
import { Type } from "typebox";
import { verb } from "../kit/action.ts";
import { listOperation, type Operation, recordOperation, verbOperation } from "../kit/api.ts";
import type { Context } from "../kit/declared.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import { answerKeyRequest, answerLength } from "./answerKeyRequest.ts";
import { keyRequestList } from "./console.ts";
import { keyRequestNoun } from "./operatorKeyRequestQueries.ts";

const answer = (name: string, about: string, kind: "question" | "refusal") =>
  verb({
    name: `key-request ${name}`,
    of: keyRequestNoun,
    surfaces: ["api"],
    about,
    input: Type.Object({
      version: Type.Integer({ description: "As you read it: a later one is a conflict." }),
      text: Type.String({ minLength: 1, maxLength: answerLength }),
    }),
    async run(context: Context & MailingContext, { requestId }, { version, text }, { actor, now }) {
      const seen = { requestId, version, actor };
      const { outcome } = await answerKeyRequest(context, seen, { kind, text }, now);
      if (outcome === "unknown") return undefined;
      if (outcome === "changed") return { done: "Sent." };
      return { refused: "changed", text: "It changed in the meantime, or is no longer open." };
    },
  });

export const keyRequestOperations: readonly Operation<Context & MailingContext>[] = [
  listOperation(keyRequestList),
  recordOperation(keyRequestNoun),
  verbOperation(answer("ask", "ask the requester a question by e-mail", "question")),
  verbOperation(
    answer("decline", "decline a key request; the requester gets an e-mail", "refusal"),
  ),
];
