// Quote requests for the distributor's own systems.
import { Type } from "typebox";
import type { AccountId } from "../accounts/account.ts";
import { isUuid } from "../db/isUuid.ts";
import { type Operation, pageOperation, recordOperation, verbOperation } from "../kit/api.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { wire } from "../kit/wire.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import { replyToQuoteRequest } from "./changeQuoteRequest.ts";
import {
  maxMessageLength,
  type QuoteLine,
  type QuoteMessage,
  type QuoteRequest,
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

const lines = wire.list<QuoteLine>(
  {
    part_number: wire.text(({ partNumber }) => partNumber),
    vendor: wire.textOrNull(({ vendor }) => vendor),
    condition: wire.textOrNull(({ condition }) => condition),
    certificate: wire.textOrNull(({ certificate }) => certificate),
    quantity: wire.countOrNull(({ quantity }) => quantity),
    unit_of_measure: wire.textOrNull(({ unitOfMeasure }) => unitOfMeasure),
    needed_by: wire.textOrNull(({ neededBy }) => neededBy),
    reason: wire.text(({ reason }) => reason),
    remark: wire.textOrNull(({ remark }) => remark),
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
    lines: lines((request) => request.lines),
    messages: messages((request) => request.messages),
  },
};

export const quoteRequestOperations: readonly Operation<Context & MailingContext>[] = [
  pageOperation({
    of: { ...quoteRequest, idOf: ({ requestId }) => requestId, wire: summary },
    scope: "quotes:read",
    summary: "List quote requests, newest first",
    filter: Type.Object({
      state: Type.Optional(Type.Enum([...quoteRequestStates], { title: "State" })),
      account: Type.Optional(
        Type.String({ format: "uuid", title: "Account", fault: "account must be an account_id." }),
      ),
    }),
    find: ({ db }, { state, account }, page) => {
      const accountId = (account ?? null) as AccountId | null;
      const filter = { accountId, states: state === undefined ? null : [state] };
      return selectQuoteRequests(db, filter, page);
    },
  }),
  recordOperation("quotes:read", quoteRequest),
  verbOperation({
    of: quoteRequest,
    scope: "quotes:write",
    verb: "reply",
    summary: "Reply to a quote request; the buyer gets an e-mail",
    input: Type.Object({
      version: Type.Integer({ description: "As you read it: a later one is a conflict." }),
      text: Type.String({ minLength: 1, maxLength: maxMessageLength }),
    }),
    async run(context, { id, input: { version, text } }, { actor, now }) {
      const seen = { requestId: id, version, actor };
      const { outcome } = await replyToQuoteRequest(context, seen, text, now);
      if (outcome === "unknown") return undefined;
      if (outcome === "changed") return { at: id };
      return { refused: "changed", text: "It changed in the meantime, or is withdrawn." };
    },
  }),
];
