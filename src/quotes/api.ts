// Quote requests for the distributor's own systems.
import { type Static, Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import type { KeyActor } from "../audit/actor.ts";
import { isUuid } from "../db/isUuid.ts";
import { accountFilter } from "../home/consolePickers.ts";
import { verb } from "../kit/action.ts";
import {
  listOperation,
  type Operation,
  recordOperation,
  refuseParameter,
  verbOperation,
} from "../kit/api.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { Failure } from "../kit/errors.ts";
import type { Listing } from "../kit/list.ts";
import { formatPrice } from "../kit/price.ts";
import { wire } from "../kit/wire.ts";
import type { Quote } from "../prices/quote.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { AnswerFault, WrittenOption } from "./answerRules.ts";
import { answerQuoteRequest } from "./changeQuoteRequest.ts";
import {
  listOptions,
  maxMessageLength,
  maxOptions,
  maxQuoteLines,
  maxQuoteReason,
  type QuoteLine,
  type QuoteMessage,
  type QuoteRequest,
  type QuoteRequestState,
  type QuoteRequestSummary,
  quoteRequestStates,
} from "./quoteRequest.ts";
import { selectQuoteRequest, selectQuoteRequests } from "./quoteRequestQueries.ts";

const summary = {
  request_id: wire.id(({ requestId }: QuoteRequestSummary) => requestId),
  request_number: wire.text(({ requestNumber }: QuoteRequestSummary) => requestNumber),
  state: wire.text(({ state }: QuoteRequestSummary) => state),
  account_id: wire.id(({ accountId }: QuoteRequestSummary) => accountId),
  account: wire.text(({ accountName }: QuoteRequestSummary) => accountName),
  buyer: wire.text(({ buyerName }: QuoteRequestSummary) => buyerName),
  email: wire.text(({ buyerEmail }: QuoteRequestSummary) => buyerEmail),
  version: wire.count(({ version }: QuoteRequestSummary) => version),
  created_at: wire.time(({ createdAt }: QuoteRequestSummary) => createdAt),
  changed_at: wire.time(({ changedAt }: QuoteRequestSummary) => changedAt),
  open_since: wire.timeOrNull(({ openSince }: QuoteRequestSummary) => openSince),
};

const options = wire.list<Quote>(
  {
    option: wire.count(({ option }) => option),
    offer_id: wire.countOrNull(({ offerId }) => offerId),
    part_number: wire.text(({ partNumber }) => partNumber),
    part_name: wire.textOrNull(({ title }) => title),
    manufacturer: wire.textOrNull(({ manufacturer }) => manufacturer),
    condition: wire.text(({ condition }) => condition),
    unit_of_measure: wire.text(({ unitOfMeasure }) => unitOfMeasure),
    certificate: wire.textOrNull(({ certificate }) => certificate),
    unit_price: wire.money(({ unitPrice }) => {
      return { amount: formatPrice(unitPrice), currency: unitPrice.currency };
    }),
    quantity: wire.count(({ quantity }) => quantity),
    left: wire.count(({ left }) => left),
    min_quantity: wire.count(({ minQuantity }) => minQuantity),
    multiple: wire.count(({ multiple }) => multiple),
    lead_time_days: wire.countOrNull(({ leadTimeDays }) => leadTimeDays),
    valid_until: wire.text(({ validUntil }) => validUntil),
  },
  "quote option",
);

/** A line with its answer; `line` counts from 1. */
type AnsweredLine = QuoteLine & {
  readonly line: number;
  readonly quoted: readonly Quote[];
  readonly noQuote: string | null;
};

function listAnswered(request: QuoteRequest): readonly AnsweredLine[] {
  return request.lines.map((asked, place) => {
    const line = place + 1;
    const noQuote = request.quote?.noQuote.get(line) ?? null;
    return { ...asked, line, quoted: listOptions(request, line), noQuote };
  });
}

const lines = wire.list<AnsweredLine>(
  {
    line: wire.count(({ line }) => line),
    part_number: wire.text(({ partNumber }) => partNumber),
    vendor: wire.textOrNull(({ vendor }) => vendor),
    condition: wire.textOrNull(({ condition }) => condition),
    certificate: wire.textOrNull(({ certificate }) => certificate),
    quantity: wire.countOrNull(({ quantity }) => quantity),
    unit_of_measure: wire.textOrNull(({ unitOfMeasure }) => unitOfMeasure),
    needed_by: wire.textOrNull(({ neededBy }) => neededBy),
    reason: wire.textOrNull(({ reason }) => reason),
    remark: wire.textOrNull(({ remark }) => remark),
    options: options(({ quoted }) => quoted),
    no_quote: wire.textOrNull(({ noQuote }) => noQuote),
  },
  "quote request line",
);

const messages = wire.list<QuoteMessage>(
  {
    author: wire.text(({ author }) => author),
    name: wire.text(({ authorName }) => authorName),
    text: wire.text(({ body }) => body),
    created_at: wire.time(({ createdAt }) => createdAt),
  },
  "quote request message",
);

const quoteRequest: Noun<QuoteRequest> = {
  name: "quote request",
  find: async (db, text) => (isUuid(text) ? selectQuoteRequest(db, text, null) : undefined),
  idOf: ({ requestId }) => requestId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/quote-requests/${id}`,
  wire: {
    ...summary,
    lines: lines(listAnswered),
    messages: messages((request) => request.messages),
  },
};

const answerText = Type.String({ maxLength: 500 });
const answerNumber = Type.Integer({ minimum: 0, maximum: 2 ** 48 });

const answerOption = Type.Object({
  offer_id: Type.Optional(answerNumber),
  part: Type.Optional(
    Type.Object({
      part_number: answerText,
      part_name: Type.Optional(answerText),
      manufacturer: Type.Optional(answerText),
      condition: answerText,
      unit_of_measure: answerText,
      certificate: Type.Optional(answerText),
    }),
  ),
  unit_price: Type.Object({
    amount: Type.String({ maxLength: 40, examples: ["21400.00"] }),
    currency: Type.String({ maxLength: 3, examples: ["USD"] }),
  }),
  quantity: answerNumber,
  min_quantity: Type.Optional(answerNumber),
  multiple: Type.Optional(answerNumber),
  lead_time_days: Type.Optional(answerNumber),
  valid_until: Type.String({ maxLength: 10, format: "date", examples: ["2027-01-31"] }),
});

const answerLine = Type.Object({
  line: answerNumber,
  options: Type.Optional(Type.Array(answerOption, { maxItems: maxOptions })),
  no_quote: Type.Optional(Type.String({ maxLength: maxQuoteReason })),
});

const answerBody = Type.Object({
  version: Type.Optional(
    Type.Integer({ description: "As you read it: a later one is a conflict." }),
  ),
  lines: Type.Optional(
    Type.Array(answerLine, {
      maxItems: maxQuoteLines,
      description: "All that is quoted; it replaces what was quoted before.",
    }),
  ),
  message: Type.Optional(Type.String({ maxLength: maxMessageLength })),
  accept: Type.Optional(
    Type.Boolean({ description: "Quote prices although they differ far from the list price." }),
  ),
});

function readAnswerLine({ line, options: sent = [], no_quote }: Static<typeof answerLine>) {
  return {
    line,
    noQuote: no_quote?.trim() ?? null,
    options: sent.map(
      ({ offer_id, part, unit_price, valid_until, ...terms }): WrittenOption => ({
        offerId: offer_id ?? null,
        part:
          part === undefined
            ? null
            : {
                partNumber: part.part_number.trim(),
                title: part.part_name?.trim() ?? "",
                manufacturer: part.manufacturer?.trim() ?? "",
                condition: part.condition,
                unitOfMeasure: part.unit_of_measure,
                certificate: part.certificate?.trim() ?? "",
              },
        amount: unit_price.amount,
        currency: unit_price.currency,
        quantity: terms.quantity,
        minQuantity: terms.min_quantity ?? 1,
        multiple: terms.multiple ?? 1,
        leadTimeDays: terms.lead_time_days ?? null,
        validUntil: valid_until,
      }),
    ),
  };
}

/** Every fault at its field: a price that is far from the list price can be accepted. */
function refuseAnswer(
  faults: readonly AnswerFault[],
  sent: readonly { readonly line: number }[],
): Failure {
  const details = faults.map(({ line, option, field, text, isQuestion }) => {
    const at = `lines[${sent.findIndex((one) => one.line === line)}]`;
    const path = option === null ? `${at}.${field}` : `${at}.options[${option - 1}].${field}`;
    const message = isQuestion ? `${text} To quote it anyway, send "accept": true.` : text;
    return { path, code: isQuestion ? "far_price" : "format", message };
  });
  return new Failure("VALIDATION_FAILED", { message: details[0]?.message ?? "", details });
}

type QuoteApiContext = Context & MailingContext & { readonly maxPriceMove: number };

const quoteRequestList: Listing<QuoteRequestSummary> = {
  name: "quote-request list",
  of: { name: "quote request", idOf: ({ requestId }) => requestId, wire: summary },
  surfaces: ["api"],
  about: "list quote requests, newest first",
  filter: Type.Object({
    state: Type.Optional(Type.Enum([...quoteRequestStates], { title: "State" })),
    account: accountFilter,
  }),
  columns: () => [],
  select: (db, { filter }, page) => {
    const { state, account = null } = filter as { state?: QuoteRequestState; account?: AccountId };
    return selectQuoteRequests(db, { accountId: account, states: state ? [state] : null }, page);
  },
};

const answer = verb<QuoteApiContext, QuoteRequest, typeof answerBody, KeyActor>({
  name: "quote-request answer",
  of: quoteRequest,
  surfaces: ["api"],
  about:
    "answer a quote request, or correct its quote until it is ordered; the buyer gets an e-mail",
  input: answerBody,
  async run(context, row, input, { actor, now }) {
    const seen = { requestId: row.requestId, version: input.version ?? row.version, actor };
    const written = {
      lines: (input.lines ?? []).map(readAnswerLine),
      message: input.message?.trim() || null,
      isAccepted: input.accept === true,
      limitPercent: context.maxPriceMove,
    };
    const outcome = await answerQuoteRequest(context, seen, written, now);
    switch (outcome.outcome) {
      case "unknown":
        return undefined;
      case "changed":
        return { done: "Sent." };
      case "empty":
        throw refuseParameter("lines", "required", "Send lines or a message.");
      case "refused":
        throw refuseAnswer(outcome.faults, input.lines ?? []);
      case "ordered":
        return { refused: "ordered", text: "The quote is ordered, so it cannot be corrected." };
      case "conflict":
        return { refused: "changed", text: "It changed in the meantime, or is withdrawn." };
    }
  },
});

export const quoteRequestOperations: readonly Operation<QuoteApiContext>[] = [
  listOperation(quoteRequestList),
  recordOperation(quoteRequest),
  verbOperation(answer),
];
