// Quote requests in the API of buyers: asking, following the answers, and accepting them.
import { hash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import Type from "typebox";
import type { Caller } from "../../accounts/account.ts";
import { selectAccount } from "../../accounts/queries.ts";
import type { Offer } from "../../catalog/offer.ts";
import type { OpenedPartId } from "../../catalog/partId.ts";
import { selectOffers } from "../../catalog/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { lineCodes, quoteCodes } from "../../kit/contract/errorAnswer.ts";
import { documentedAs } from "../../kit/contract/fields.ts";
import { limits, storedLimits } from "../../kit/contract/limits.ts";
import { OrderAnswer } from "../../kit/contract/orders.ts";
import {
  QuoteAcceptance,
  QuoteRequestAnswer,
  QuoteRequestBody,
  QuoteRequestListAnswer,
  QuoteRequestListQuery,
  type QuoteRequest as WireQuoteRequest,
} from "../../kit/contract/quotes.ts";
import { utcDay } from "../../kit/day.ts";
import { type ErrorCode, Failure, type FaultDetail } from "../../kit/errors.ts";
import { toWirePrice } from "../../kit/price.ts";
import { firstNeededDay, trimRemark } from "../../orders/lineInstructions.ts";
import {
  type CommitWindow,
  createOncePerKey,
  findOldestMint,
  findPartIdFault,
  findPassedDay,
  openCommitWindow,
} from "../../orders/placeOrder.ts";
import type { OrderPlace } from "../../orders/recordQueries.ts";
import { type AcceptOutcome, type AcceptRefusal, acceptQuote } from "../../quotes/acceptQuote.ts";
import {
  listOptions,
  type QuoteLine,
  type QuoteRequest,
  type QuoteRequestId,
  type QuoteRequestState,
} from "../../quotes/quoteRequest.ts";
import {
  loadQuoteRequests,
  selectQuoteRequests,
  selectRequestOfForm,
} from "../../quotes/quoteRequestQueries.ts";
import { type RequestQuoteOutcome, requestQuote } from "../../quotes/requestQuote.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { answerInTime } from "./answerInTime.ts";
import { answerList, readRows } from "./answerList.ts";
import type { ApiContext } from "./apiContext.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { describeIdempotencyKey, describeUnknown, readIdempotencyKey } from "./idempotencyKey.ts";
import { makeValidationFailure } from "./openApiErrorExamples.ts";
import { openApiExamples } from "./openApiExamples.ts";
import { answerPlaced } from "./orderHandler.ts";

const params = Type.Object({
  quote_request_id: documentedAs(
    Type.String({
      description: "`quote_request_id` of a quote request of this account.",
      examples: ["01a1fe69-f7c0-7d20-8e4b-3f6a91c2d706"],
    }),
    { maxLength: storedLimits.idLength },
  ),
});
type Params = { readonly quote_request_id: string };

const tags = ["Quotes"];

const describeCreation = {
  operationId: "requestQuote",
  tags,
  summary: "Request a quote",
  description: `\
Asks the distributor for prices. The answer has options to accept, and is read here or on the web \
site.

- A line has a \`part_id\` of a lookup, or a \`part_number\` as you write it, which need not be in \
the catalog.
- With an \`Idempotency-Key\`, the same request can be repeated safely: it returns the quote \
request as it is then, with \`Idempotent-Replayed: true\`.
- An account can send 100 requests per day.`,
  body: QuoteRequestBody,
  documented: {
    requestHeaders: describeIdempotencyKey("RFQ-4713"),
    requestBody: describeRequestBody(QuoteRequestBody, openApiExamples.quoteRequests),
    responses: describeAnswers(
      "requestQuote",
      {
        status: 201,
        description: "The quote request.",
        schema: QuoteRequestAnswer,
        examples: openApiExamples.quoteRequestAnswers,
        headers: ["Location", "Idempotent-Replayed"],
      },
      makeValidationFailure("minimum", "/lines/0/quantity", { limit: 1 }),
    ),
  },
};

const describeList = {
  operationId: "listQuoteRequests",
  tags,
  summary: "List quote requests",
  description: `\
Lists the quote requests of the key's account like its orders: newest first, or with \
\`updated_since\` in the order of their changes. An answer, a correction, a message and an acceptance \
change a quote request.`,
  querystring: QuoteRequestListQuery,
  documented: {
    responses: describeAnswers(
      "listQuoteRequests",
      {
        status: 200,
        description: "A page of quote requests; an empty array if there are none.",
        schema: QuoteRequestListAnswer,
        examples: openApiExamples.quoteRequestLists,
      },
      makeValidationFailure("pattern", "/limit"),
    ),
  },
};

const describeReading = {
  operationId: "readQuoteRequest",
  tags,
  summary: "Get a quote request",
  description: `\
Returns one quote request of the account as it is now. One of another account returns 404 \
\`NOT_FOUND\`, exactly like one that does not exist.`,
  params,
  documented: {
    responses: describeAnswers("readQuoteRequest", {
      status: 200,
      description: "The quote request.",
      schema: QuoteRequestAnswer,
      examples: openApiExamples.answeredQuotes,
    }),
  },
};

const describeAccepting = {
  operationId: "acceptQuote",
  tags,
  summary: "Accept a quote",
  description: `\
Creates a draft order with lines at the quoted prices, which a buyer confirms on the web site.

- All or nothing: if one option cannot be ordered, no order is created, and \`details\` lists every \
fault. An option that has ended, was corrected or is used up gets 409.
- An option can be accepted in parts, up to its quantity over all drafts and orders of the account. \
A draft that is discarded gives its quantity back.
- A corrected option has another number. The price of a number never changes.
- Without \`po_number\`, the order has that of the quote request.
- The response and the \`Idempotency-Key\` are those of placing an order.`,
  params,
  body: QuoteAcceptance,
  documented: {
    requestHeaders: describeIdempotencyKey("PO-4714-2026-11-21"),
    requestBody: describeRequestBody(QuoteAcceptance, openApiExamples.acceptances),
    responses: describeAnswers(
      "acceptQuote",
      {
        status: 201,
        description: "The draft order. A repeated request returns the first response.",
        schema: OrderAnswer,
        examples: openApiExamples.acceptedOrders,
        headers: ["Location", "Idempotent-Replayed"],
      },
      makeValidationFailure("minimum", "/lines/0/quantity", { limit: 1 }),
    ),
  },
};

function toWireRequest(request: QuoteRequest): WireQuoteRequest {
  return {
    quote_request_id: request.requestId,
    quote_request_number: request.requestNumber,
    status: request.state,
    po_number: request.poNumber,
    lines: request.lines.map((asked, place) => ({
      line: place + 1,
      part_number: asked.partNumber,
      quantity: asked.quantity,
      condition: asked.condition,
      certificate: asked.certificate,
      needed_by: asked.neededBy,
      remark: asked.remark,
      options: listOptions(request, place + 1).map((quote) => ({
        option: quote.option,
        part_number: quote.partNumber,
        part_name: quote.title,
        manufacturer: quote.manufacturer,
        condition: quote.condition,
        unit_of_measure: quote.unitOfMeasure,
        certificate: quote.certificate,
        unit_price: toWirePrice(quote.unitPrice),
        quantity: quote.quantity,
        left: quote.left,
        min_quantity: quote.minQuantity,
        multiple: quote.multiple,
        lead_time_days: quote.leadTimeDays,
        valid_until: quote.validUntil,
      })),
      no_quote: request.quote?.noQuote.get(place + 1) ?? null,
    })),
    messages: request.messages
      .slice(-limits.quoteMessages)
      .map(({ author, authorName: name, body: text, createdAt }) => {
        const by = author === "buyer" ? author : "distributor";
        return { author: by, name, text, created_at: createdAt.toISOString() };
      }),
    created_at: request.createdAt.toISOString(),
    updated_at: new Date(Number(BigInt(request.stampedMicros) / 1000n)).toISOString(),
  };
}

const none = (): Failure =>
  new Failure("NOT_FOUND", { message: "This account has no such quote request." });

async function selectPage(
  { db }: ApiContext,
  { accountId }: Caller,
  states: readonly QuoteRequestState[] | null,
  page: { readonly place: OrderPlace; readonly limit: number },
) {
  const found = await selectQuoteRequests(db, { accountId, states }, page);
  const loaded = await loadQuoteRequests(db, found);
  return loaded.map((one) => {
    return { ...one, orderId: one.requestId, changedMicros: BigInt(one.stampedMicros) };
  });
}

function createListHandler(context: ApiContext) {
  return (
    request: FastifyRequest<{ Querystring: QuoteRequestListQuery }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { status } = request.query;
    const states = status === undefined ? null : [status];
    return answerList(context, request, reply, {
      name: "quote_requests",
      select: (page) => selectPage(context, request.caller, states, page),
      write: toWireRequest,
    });
  };
}

/** The quote request of the caller's account. */
async function read(
  context: ApiContext,
  request: FastifyRequest,
  requestId: string,
): Promise<QuoteRequest> {
  const { accountId } = request.caller;
  const select = async () =>
    loadQuoteRequests(
      context.db,
      await selectQuoteRequests(context.db, { requestId, accountId }, { limit: 1 }),
    );
  const [found] = isUuid(requestId) ? await readRows(context, request, select) : [];
  if (found === undefined) throw none();
  return found;
}

function send(reply: FastifyReply, found: QuoteRequest): FastifyReply {
  const text = JSON.stringify({ success: true, quote_request: toWireRequest(found) });
  return reply.header("content-type", jsonAnswerType).send(text);
}

/** A line as it was sent, with what its `part_id` opens to. */
type SentLine = QuoteRequestBody["lines"][number] & { readonly opened: OpenedPartId | undefined };

function toQuoteLine(line: SentLine, offer: Offer | undefined): QuoteLine {
  const { part_number: partNumber = null, quantity, condition, certificate, needed_by } = line;
  return {
    reason: null,
    offerId: offer?.offerId ?? null,
    partNumber: offer?.partNumber ?? partNumber?.trim() ?? "",
    vendor: offer?.vendor ?? null,
    condition: condition?.trim() || offer?.condition || null,
    certificate: certificate?.trim() || offer?.certificate || null,
    quantity,
    unitOfMeasure: offer?.unitOfMeasure ?? null,
    neededBy: needed_by ?? null,
    remark: trimRemark(line.remark ?? ""),
    rowNumber: null,
  };
}

/** What is wrong with the form of a line. */
function checkForm(line: SentLine, index: number, firstDay: string): FaultDetail[] {
  const path = `lines[${index}]`;
  const isNamed = (line.part_number?.trim() ?? "") !== "";
  const passed = findPassedDay(line.needed_by ?? null, `${path}.needed_by`, firstDay);
  if (isNamed !== (line.part_id != null)) return passed;
  const message = `${path} must have either part_id or part_number.`;
  return [{ path, code: "required", message }, ...passed];
}

/** The same body has the same hash, whenever its parts were looked up. */
function hashBody({ po_number, notes }: QuoteRequestBody, lines: readonly SentLine[]): Buffer {
  const written = lines.map(({ opened, part_id, ...line }) => {
    const part = opened?.offerId ?? part_id ?? null;
    const { part_number, quantity, condition, certificate, needed_by, remark } = line;
    return [part, part_number ?? null, quantity, condition, certificate, needed_by, remark];
  });
  return hash("sha256", JSON.stringify([written, po_number ?? null, notes ?? null]), "buffer");
}

/** An Idempotency-Key as the id of a form, which makes one request. */
function toFormId(idempotencyKey: string | null): string {
  if (idempotencyKey === null) return randomUUID();
  const digits = hash("sha256", `quote request ${idempotencyKey}`, "hex").slice(0, 32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

type Known = Extract<RequestQuoteOutcome, { readonly outcome: "requested" | "repeated" }>;

/** What a repeated request gets: the request of its key, if it has the same body. */
function checkRepeated(
  { requestId, requestHash }: Pick<Known, "requestId" | "requestHash">,
  sent: Buffer,
): QuoteRequestId {
  if (requestHash?.equals(sent)) return requestId;
  const code = "IDEMPOTENCY_KEY_REUSED";
  const message = `This Idempotency-Key belongs to quote request ${requestId}, which differs.`;
  throw new Failure(code, {
    message,
    details: [{ path: "", code, message, quote_request_id: requestId }],
  });
}

/** A request as it was sent, and what its `part_id`s open to. */
type Sent = {
  readonly caller: Caller;
  readonly body: QuoteRequestBody;
  readonly lines: readonly SentLine[];
  readonly requestHash: Buffer;
  readonly formId: string;
  readonly now: Date;
};

/** The lines to be quoted, with the offers of their `part_id`s. Throws a Failure with every fault. */
async function loadLines(context: ApiContext, { lines, now }: Sent): Promise<readonly QuoteLine[]> {
  const form = lines.flatMap((line, index) => checkForm(line, index, firstNeededDay(now)));
  if (form.length > 0) throw new Failure("VALIDATION_FAILED", { details: form });
  const ids = lines.flatMap(({ opened }) => opened?.offerId ?? []);
  const found = await selectOffers(context.db, ids, utcDay(now));
  const offers = lines.map(({ opened }) =>
    found.find(({ offerId }) => offerId === opened?.offerId),
  );
  const unknown = lines.map(({ part_id, opened }, index) => {
    if (part_id == null) return undefined;
    const path = `lines[${index}].part_id`;
    return findPartIdFault(offers[index] && opened, path, findOldestMint(context, now));
  });
  const faults = unknown.flatMap((fault) => fault ?? []);
  if (faults.length > 0) throw refuse(faults);
  return lines.map((line, index) => toQuoteLine(line, offers[index]));
}

/** Stores a request once per `formId`. */
async function storeRequest(
  context: ApiContext,
  sent: Sent,
  { enter }: CommitWindow,
): Promise<{ readonly requestId: QuoteRequestId; readonly isRepeated: boolean }> {
  const { db } = context;
  const { caller, body, requestHash, formId, now } = sent;
  const known = await selectRequestOfForm(db, caller.accountId, formId);
  if (known !== undefined) {
    return { requestId: checkRepeated(known, requestHash), isRepeated: true };
  }
  const lines = await loadLines(context, sent);
  const account = await selectAccount(db, caller.accountId);
  if (account === undefined) throw new Error("The account of a key does not exist.");
  const { name: buyerName, email: buyerEmail } = account;
  const by = { accountName: buyerName, userId: null, requestHash, buyerName, buyerEmail };
  const wanted = {
    ...{ formId, lines, listId: null },
    message: body.notes?.trim() || null,
    poNumber: body.po_number || null,
  };
  const stored = await requestQuote(context, { ...caller, ...by }, wanted, now, enter);
  if (stored.outcome === "too many") {
    const message = "The account has sent too many quote requests today.";
    throw new Failure("RATE_LIMITED", { message, retryAfterS: stored.waitS });
  }
  const requestId = checkRepeated(stored, requestHash);
  return { requestId, isRepeated: stored.outcome === "repeated" };
}

function createRequestHandler(context: ApiContext, prefix: string) {
  return async (
    request: FastifyRequest<{ Body: QuoteRequestBody }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { caller, body } = request;
    request.logDetails = { poNumber: body.po_number ?? null };
    const lines = body.lines.map((line): SentLine => {
      const { part_id: partId } = line;
      const opened = partId == null ? undefined : context.partIds.open(caller.accountId, partId);
      return { ...line, opened };
    });
    const idempotencyKey = readIdempotencyKey(request);
    const requestHash = hashBody(body, lines);
    const formId = toFormId(idempotencyKey);
    const sent = { caller, body, lines, requestHash, formId, now: context.clock() };
    const window = openCommitWindow();
    const store = () => storeRequest(context, sent, window);
    const writing = { window, unknownMessage: describeUnknown(idempotencyKey, "/quote-requests") };
    const stored = await answerInTime(readWait(request.raw), "UNAVAILABLE", store, writing);
    if (stored.isRepeated) reply.header("idempotent-replayed", "true");
    reply.code(201).header("location", `${prefix}/quote-requests/${stored.requestId}`);
    return send(reply, await read(context, request, stored.requestId));
  };
}

const refusals: readonly ErrorCode[] = [...quoteCodes, ...lineCodes];

/** The error of the first code that occurs. */
function refuse(details: readonly FaultDetail[]): Failure {
  const code = refusals.find((one) => details.some((fault) => fault.code === one));
  return new Failure(code ?? "VALIDATION_FAILED", { details });
}

const limitWords = {
  "no lines": "Send at least one line.",
  "too many lines": "The order would have too many lines.",
  quantity: "The lines of an option have too large a quantity together.",
} as const;

/** The faults of an acceptance at the lines of its body. */
function listFaults(outcome: AcceptRefusal, { lines }: QuoteAcceptance): readonly FaultDetail[] {
  switch (outcome.outcome) {
    case "refused":
      return outcome.lines.flatMap(({ place, faults }) =>
        faults.map(({ path, ...fault }) => {
          const field = path.endsWith(".quantity") ? "quantity" : "option";
          return { path: `lines[${place ?? 0}].${field}`, ...fault };
        }),
      );
    case "missing": {
      const { line = 0, option = 0 } = lines[outcome.place] ?? {};
      const message = `Option ${option} of line ${line} is not quoted: it was corrected or withdrawn.`;
      return [{ path: `lines[${outcome.place}].option`, code: "QUOTE_CORRECTED", message, line }];
    }
    case "outside limits":
      return [{ path: "lines", code: "maximum", message: limitWords[outcome.limit] }];
    default:
      return [{ path: "lines", code: "minItems", message: "Send at least one line." }];
  }
}

function createAcceptHandler(context: ApiContext, prefix: string) {
  return (
    request: FastifyRequest<{ Body: QuoteAcceptance; Params: Params }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { caller, body } = request;
    const { lines, po_number, notes } = body;
    const requestId = request.params.quote_request_id;
    if (!isUuid(requestId)) throw none();
    request.logDetails = { poNumber: po_number ?? null };
    const texts = { ...(po_number && { poNumber: po_number }), notes: notes ?? null };
    const written = JSON.stringify([
      requestId,
      lines.map(({ line, option, quantity }) => [line, option, quantity]),
      ...[po_number ?? null, notes ?? null],
    ]);
    const by = {
      ...caller,
      requestId: request.id,
      idempotencyKey: readIdempotencyKey(request),
      requestHash: hash("sha256", written, "buffer"),
      request: null,
      now: context.clock(),
    };
    return answerPlaced(context, request, reply, {
      prefix,
      idempotencyKey: by.idempotencyKey,
      place: (window) =>
        createOncePerKey(context.db, by, window, async (tx) => {
          const acceptance = { requestId, accepted: lines, orderId: null, texts };
          const accepted: AcceptOutcome = await acceptQuote(tx, by, acceptance);
          if (accepted.outcome === "accepted") return accepted.order;
          throw accepted.outcome === "unknown" ? none() : refuse(listFaults(accepted, body));
        }),
    });
  };
}

/** The addresses under each prefix. */
export const quoteOperations = [
  { method: "GET", path: "/quote-requests" },
  { method: "POST", path: "/quote-requests" },
  { method: "GET", path: "/quote-requests/:quote_request_id" },
  { method: "POST", path: "/quote-requests/:quote_request_id/accept" },
] as const;

type Registration = {
  readonly prefix: string;
  readonly hide: boolean;
  readonly hooks: { readonly onRequest: onRequestHookHandler };
};

export function registerQuotes(
  server: FastifyInstance,
  context: ApiContext,
  { prefix, hide, hooks }: Registration,
): void {
  const list = `${prefix}/quote-requests`;
  const one = `${list}/:quote_request_id`;
  server.get<{ Querystring: QuoteRequestListQuery }>(
    list,
    { schema: { ...describeList, hide }, ...hooks },
    createListHandler(context),
  );
  server.post<{ Body: QuoteRequestBody }>(
    list,
    { schema: { ...describeCreation, hide }, ...hooks },
    createRequestHandler(context, prefix),
  );
  server.get<{ Params: Params }>(
    one,
    { schema: { ...describeReading, hide }, ...hooks },
    async (request, reply) =>
      send(reply, await read(context, request, request.params.quote_request_id)),
  );
  server.post<{ Body: QuoteAcceptance; Params: Params }>(
    `${one}/accept`,
    { schema: { ...describeAccepting, hide }, ...hooks },
    createAcceptHandler(context, prefix),
  );
}
