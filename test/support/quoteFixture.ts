// Quotes in a test: requests of a buyer, answers of an operator, acceptances.
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { OperatorActor } from "../../src/audit/actor.ts";
import type { Database } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { runOrderTransaction } from "../../src/orders/runOrderTransaction.ts";
import {
  type AcceptedOption,
  type AcceptOutcome,
  acceptQuote,
} from "../../src/quotes/acceptQuote.ts";
import type { WrittenAnswer, WrittenOption } from "../../src/quotes/answerRules.ts";
import { type AnswerOutcome, answerQuoteRequest } from "../../src/quotes/changeQuoteRequest.ts";
import type { QuoteLine, QuoteRequest } from "../../src/quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { requestQuote } from "../../src/quotes/requestQuote.ts";
import type { MailingContext } from "../../src/signIn/peopleContext.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";

const askedLine: QuoteLine = {
  reason: "not found",
  offerId: null,
  partNumber: "QUOTED-1",
  vendor: null,
  condition: "NE",
  certificate: null,
  quantity: 10,
  unitOfMeasure: "EA",
  neededBy: null,
  remark: null,
  rowNumber: null,
};

export const quotedPart = {
  partNumber: "QUOTED-1",
  title: "Pump",
  manufacturer: "Example Pumps",
  condition: "NE",
  unitOfMeasure: "EA",
  certificate: "8130-3",
};

/** By default 10 of a part outside the catalog at USD 12.50, valid for the whole year. */
export function writeOption(fields: Partial<WrittenOption> = {}): WrittenOption {
  return {
    offerId: null,
    part: fields.offerId == null ? quotedPart : null,
    amount: "12.50",
    currency: "USD",
    quantity: 10,
    minQuantity: 1,
    multiple: 1,
    leadTimeDays: 21,
    validUntil: "2026-12-31",
    ...fields,
  };
}

const quoteActor: OperatorActor = {
  kind: "operator",
  operator: {
    operatorId: "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
    name: "Olga Operator",
    email: "o@parts.example",
    role: "operator",
  },
  requestId: "req_test",
} as OperatorActor;

export function openQuoteFixture(context: MailingContext & { readonly db: Database }, now: Date) {
  const { db } = context;

  async function read(requestId: string): Promise<QuoteRequest> {
    return (await selectQuoteRequest(db, requestId, null)) ?? assert.fail("no such request");
  }

  async function request(
    by: SignedIn,
    lines: readonly Partial<QuoteLine>[] = [{}],
  ): Promise<QuoteRequest> {
    const complete = lines.map((line) => ({ ...askedLine, ...line }));
    const wanted = {
      formId: newId(),
      lines: complete,
      message: null,
      poNumber: null,
      listId: null,
    };
    const sent = await requestQuote(context, by, wanted, now);
    assert.ok(sent.outcome === "requested", sent.outcome);
    return read(sent.requestId);
  }

  /** Answers as the operator of now sees the request; each item is the answer to a line. */
  async function tryAnswer(
    requestId: string,
    lines: readonly (readonly WrittenOption[] | string)[],
    { at = now, isAccepted = true } = {},
  ): Promise<AnswerOutcome> {
    const seen = { ...(await read(requestId)), actor: quoteActor };
    const written = lines.map((one, place): WrittenAnswer => {
      const line = place + 1;
      return typeof one === "string"
        ? { line, options: [], noQuote: one }
        : { line, options: one, noQuote: null };
    });
    const answer = { lines: written, message: null, isAccepted, limitPercent: 30 };
    return answerQuoteRequest(context, seen, answer, at);
  }

  async function answer(
    requestId: string,
    lines: readonly (readonly WrittenOption[] | string)[],
  ): Promise<QuoteRequest> {
    const outcome = await tryAnswer(requestId, lines);
    assert.deepEqual(outcome, { outcome: "changed" });
    return read(requestId);
  }

  async function tryAccept(
    signedIn: SignedIn,
    requestId: string,
    accepted: readonly AcceptedOption[],
    { orderId = null as string | null, at = now } = {},
  ): Promise<AcceptOutcome | "busy"> {
    const by = { signedIn, requestId: "req-accept", now: at };
    return runOrderTransaction(db, (tx) => acceptQuote(tx, by, { requestId, accepted, orderId }));
  }

  async function accept(
    signedIn: SignedIn,
    requestId: string,
    accepted: readonly AcceptedOption[],
    more: { readonly orderId?: string | null; readonly at?: Date } = {},
  ): Promise<StoredOrder> {
    const outcome = await tryAccept(signedIn, requestId, accepted, more);
    assert.ok(outcome !== "busy" && outcome.outcome === "accepted", inspect(outcome, { depth: 5 }));
    return outcome.order;
  }

  return { read, request, answer, tryAnswer, accept, tryAccept };
}
