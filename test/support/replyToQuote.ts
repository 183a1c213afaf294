import assert from "node:assert/strict";
import { operatorActor } from "../../src/audit/actor.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { answerQuoteRequest } from "../../src/quotes/changeQuoteRequest.ts";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import type { OperatorId } from "../../src/signIn/signedIn.ts";
import type { TestApp } from "./testApp.ts";

/** Replies to a quote request, as an operator called Olga does in the console. */
export async function replyToQuote(app: TestApp, requestId: string, text: string): Promise<void> {
  const { db } = app.database;
  const request = (await selectQuoteRequest(db, requestId, null)) ?? assert.fail("no request");
  const operatorId = request.userId as unknown as OperatorId;
  const operator = { operatorId, name: "Olga", email: "o@desk.example", role: "admin" } as const;
  const actor = operatorActor({ signedIn: { operator }, requestId: "req_1" });
  const mailEncryption = createMailEncryption(app.secret);
  const site = { publicUrl: "https://parts.example", supportEmail: "s@parts.example" };
  const seen = { requestId, version: request.version, actor };
  const context = { db, mailEncryption, ...site };
  const answer = { lines: [], message: text, isAccepted: false, limitPercent: 30 };
  const replied = await answerQuoteRequest(context, seen, answer, app.clock.now);
  assert.equal(replied.outcome, "changed");
}
