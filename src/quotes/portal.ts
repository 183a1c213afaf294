import { renderShortCertificates } from "../catalog/sharedOffers.ts";
// The quote requests of an account on its site.

import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { findBestOffer } from "../catalog/portalBestOffer.ts";
import { isInStock } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import { partAddress, quoteAddress, renderPartLink } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextArea } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButtonLink,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDay, renderMoment } from "../kit/html/moment.ts";
import {
  type Meaning,
  type Messages,
  renderBadge,
  renderMessage,
  renderNotice,
} from "../kit/html/notice.ts";
import { formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { type Row, renderRows, renderTable } from "../kit/html/table.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import { formatMoney, type Price } from "../kit/price.ts";
import { readFormVersion } from "../kit/site/fields.ts";
import {
  type Answer,
  answerPage,
  notFound,
  type PageStatus,
  redirect,
  type SitePage,
} from "../kit/site/visit.ts";
import { type OrderSummary, selectSummaries } from "../orders/summaryQueries.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { findOrderTerms, roundUpQuantity } from "../prices/orderTerms.ts";
import { selectAgreementFor } from "../prices/queries.ts";
import { listPriceBreaks } from "../prices/unitPrice.ts";
import { hasCertificate } from "../quickOrders/checkRows.ts";
import { acceptsCondition } from "../reading/condition.ts";
import { describeWait } from "../signIn/sharedMessages.ts";
import {
  type SeenQuoteRequest,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "./changeQuoteRequest.ts";
import { readMessage } from "./portalForm.ts";
import { nameDistributor, reasonWords } from "./portalLines.ts";
import {
  canAccept,
  createAcceptHandler,
  fillAcceptance,
  renderAcceptance,
  renderOptions,
} from "./portalQuote.ts";
import type {
  QuoteLine,
  QuoteMessage,
  QuoteRequest,
  QuoteRequestState,
  QuoteRequestSummary,
} from "./quoteRequest.ts";
import { selectQuoteRequests } from "./quoteRequestQueries.ts";

const stateWords: Readonly<Record<QuoteRequestState, readonly [Meaning, string]>> = {
  open: ["active", "Sent"],
  answered: ["good", "Answered"],
  accepted: ["good", "Accepted"],
  withdrawn: ["neutral", "Withdrawn"],
};

export function renderQuoteState(state: QuoteRequestState): Html {
  return renderBadge(...stateWords[state]);
}

function describeParts({ firstPart, lineCount }: QuoteRequestSummary): Content {
  const more = lineCount > 1 && html` + ${formatCount(lineCount - 1)} more`;
  return html`<span class="pn">${firstPart}</span>${more}`;
}

/** A table of requests, newest first. */
export function renderQuoteRows(requests: readonly QuoteRequestSummary[]): Html {
  return renderRows("Quote requests, newest first", requests, [
    {
      title: "Number",
      kind: "code",
      cell: ({ requestId, requestNumber }) =>
        html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`,
    },
    { title: "Parts", kind: "prose", cell: describeParts },
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: ({ state }) => renderQuoteState(state),
    },
    {
      title: "Sent",
      kind: "words",
      titled: true,
      cell: ({ createdAt }) => renderAge(createdAt),
    },
    { title: "Sent by", kind: "text", titled: true, cell: ({ buyerName }) => buyerName },
    {
      title: "Last change",
      kind: "words",
      titled: true,
      cell: ({ changedAt }) => renderAge(changedAt),
    },
  ]);
}

export const showQuoteRequests: Handler = async ({ db }, { signedIn, query }) => {
  const { accountId } = signedIn.account;
  const text = query.text("before");
  const after = isUuid(text) ? text : null;
  const found = await selectQuoteRequests(db, { accountId }, { after, limit: pageSize + 1 });
  const { rows, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }): string => requestId,
    addressOf: (before) => formatAddress("/quote-requests", { before }),
  });
  const empty = renderEmptyState(
    "No quote requests yet",
    html`<p>Where a part has no stock or no price, choose "Request quote" on the part page,
in <a href="/parts">search results</a>, or for the rows of a
<a href="/quick-order">quick order</a>. Replies appear here and arrive by e-mail.</p>`,
  );
  const list = html`<section class="card">
${renderQuoteRows(rows)}${pager && html`<footer>${pager}</footer>`}
</section>
`;
  return answerPage({
    title: "Quote requests",
    sentence: "Quotes you requested for parts without stock or price, and the replies.",
    primary: renderButtonLink("/quote-requests/new", "Request quote", "primary"),
    body: rows.length === 0 ? empty : list,
  });
};

type QuoteRequestPage = {
  readonly request: QuoteRequest;
  /** Of a quote that can be accepted, its form. */
  readonly acceptance: FormState | null;
  readonly drafts: readonly OrderSummary[];
  readonly now: Date;
  /** By line, the offer that is available now. */
  readonly today: readonly (LoadedOffer | undefined)[];
  readonly distributor: string;
  readonly notice: Html | null;
  /** The form of a message. */
  readonly form: FormState;
  /** For an operator who views the site as a buyer. */
  readonly isReadOnly: boolean;
};

function describeLine({ vendor, certificate, neededBy, remark, rowNumber }: QuoteLine): Content {
  const facts = [
    rowNumber === null ? null : `Row ${rowNumber} of the list`,
    vendor,
    renderShortCertificates(certificate),
  ].filter((fact) => fact !== null);
  const day = neededBy && html`<span class="sub">Needed by ${renderDay(neededBy)}</span>`;
  const words = remark && html`<span class="sub typed">${remark}</span>`;
  return html`<span class="sub">${facts.join(" · ")}</span>${day}${words}`;
}

/** The unit price at the quantity of a line, or at the smallest one; undefined: on request. */
function findPriceOf(line: QuoteLine, { offer, price, terms }: LoadedOffer): Price | undefined {
  const isCounted = line.unitOfMeasure === null || line.unitOfMeasure === offer.unitOfMeasure;
  const quantity = roundUpQuantity((isCounted ? line.quantity : null) ?? 1, terms);
  return price.findLast(({ minQuantity }) => minQuantity <= quantity)?.price;
}

/** What is available, at which price, and where to order it. */
function renderToday(line: QuoteLine, loaded: LoadedOffer | undefined): Content {
  if (loaded === undefined) return html`<span class="quiet">Not available now</span>`;
  const { partNumber } = line;
  const { stock, unitOfMeasure, condition } = loaded.offer;
  const amountInStock = `${formatCount(stock)} ${unitOfMeasure}, ${condition}`;
  if (loaded.price.length === 0) {
    return html`${renderBadge("short", amountInStock)}
<span class="sub">${reasonWords["no price"]}</span>`;
  }
  const own = findPriceOf(line, loaded);
  const text =
    own === undefined ? reasonWords["no price"] : `${formatMoney(own)} / ${unitOfMeasure}`;
  const amount = html`<strong>${text}</strong>`;
  return html`${renderBadge("good", amountInStock)}
<span class="sub">Your price: ${amount}</span>
<a class="button plain" href="${partAddress(loaded.offer.partNumber)}"
 aria-label="Order ${partNumber}">Order</a>`;
}

function renderLines({ request, today, acceptance, drafts, now }: QuoteRequestPage): Html {
  const rows = request.lines.map((line, place): Row => {
    const { partNumber, condition, quantity, unitOfMeasure, reason } = line;
    const unit = unitOfMeasure === null ? "" : ` ${unitOfMeasure}`;
    return {
      cells: [
        html`<span class="pn">${renderPartLink(partNumber)}</span>${describeLine(line)}`,
        condition,
        quantity === null ? "not stated" : `${formatCount(quantity)}${unit}`,
        reason && renderBadge("neutral", reasonWords[reason]),
        renderOptions(request, place + 1, acceptance, now) ?? renderToday(line, today[place]),
      ],
    };
  });
  const table = renderTable({
    caption: "Requested parts",
    columns: [
      { title: "Part", kind: "prose" },
      { title: "Condition", kind: "words", titled: true },
      { title: "Quantity", kind: "number" },
      { title: "Reason", kind: "words", titled: true },
      {
        title: request.quote === null ? "Available now" : "Quote",
        kind: "text",
        titled: true,
      },
    ],
    rows,
  });
  const body =
    acceptance === null
      ? table
      : renderAcceptance(request, { state: acceptance, drafts, table, now });
  return renderCard({ id: "quote", title: formatCounted(request.lines.length, "line"), body });
}

function nameAuthor({ author, authorName }: QuoteMessage, distributor: string): string {
  return author === "buyer" ? authorName : `${authorName} (${distributor})`;
}

function renderMessages({ request, distributor }: QuoteRequestPage): Html {
  const events = request.messages.map((message) => ({
    at: message.createdAt,
    title: html`<strong>${nameAuthor(message, distributor)}</strong><br>
<span class="typed">${message.body}</span>`,
  }));
  const none = html`<p class="quiet">No messages yet. The reply appears here and arrives by e-mail.</p>\n`;
  const body = events.length === 0 ? none : renderTimeline(events);
  return renderCard({ id: "messages", title: "Messages", body });
}

function versionOf({ version }: QuoteRequest): Readonly<Record<string, string>> {
  return { version: String(version) };
}

function renderMessageForm({ request, form }: QuoteRequestPage): Html {
  const field = renderTextArea(form, {
    name: "message",
    label: "Write a message",
    hint: "The distributor gets an e-mail.",
    rows: 4,
  });
  return renderForm({
    action: quoteAddress(request.requestId, "/messages"),
    state: form,
    hidden: versionOf(request),
    body: field,
    button: { text: "Send message", kind: "primary" },
  });
}

function renderWithdrawing(request: QuoteRequest): Html {
  const form = renderForm({
    action: quoteAddress(request.requestId, "/withdraw"),
    hidden: versionOf(request),
    body: html`<p>The distributor won't reply to it. You can send a new request.</p>\n`,
    button: { text: `Withdraw ${request.requestNumber}`, kind: "danger" },
  });
  return renderQuestion("Withdraw", "Withdraw this request?", form);
}

function renderSide({ request, isReadOnly }: QuoteRequestPage): Html {
  const { buyerName, state, listId, createdAt, changedAt } = request;
  const list = listId && html`From a <a href="/quick-order/${listId}">quick order</a>`;
  const facts = renderDefinitions([
    { term: "State", value: renderQuoteState(state) },
    { term: "Sent by", value: buyerName },
    { term: "Sent", value: renderMoment(createdAt) },
    { term: "Last change", value: renderMoment(changedAt) },
  ]);
  const isOpen = state !== "withdrawn" && !isReadOnly;
  return renderSummaryBox(
    "Quote request",
    html`${facts}${list && html`<p>${list}</p>\n`}${isOpen && renderWithdrawing(request)}`,
  );
}

function presentQuoteRequest(shown: QuoteRequestPage): SitePage {
  const { request, notice, isReadOnly } = shown;
  const { requestNumber, state, buyerName, createdAt } = request;
  const isOpen = state !== "withdrawn" && !isReadOnly;
  return {
    title: requestNumber,
    heading: html`${requestNumber} ${renderQuoteState(state)}`,
    sentence: html`Sent by ${buyerName}, ${renderMoment(createdAt)}.`,
    above: { href: "/quote-requests", text: "Quote requests" },
    body: html`${[
      notice,
      request.quote === null ? null : renderLines(shown),
      renderMessages(shown),
      isOpen ? renderMessageForm(shown) : null,
      request.quote === null ? renderLines(shown) : null,
    ]}`,
    side: renderSide(shown),
  };
}

// What is available today of the lines of a quote request, at the account's prices.
/** In stock at a price on request, in the order of conditions. */
function findUnpriced(offers: readonly LoadedOffer[]): LoadedOffer | undefined {
  return offers.find(({ offer, price }) => isInStock(offer) && price.length === 0);
}

/**
 * For each line, the offer that was requested, if it can be ordered now; of a line without one, the
 * best offer of its part number in a condition and with a certificate that it accepts. If none can
 * be ordered, one that is in stock without a price.
 */
async function loadTodaysOffers(
  { db, replica }: PortalContext,
  { signedIn, now }: Visit,
  lines: readonly QuoteLine[],
): Promise<readonly (LoadedOffer | undefined)[]> {
  const day = utcDay(now);
  const found = replica.read((view) => {
    const ids = lines.flatMap(({ offerId }) => offerId ?? []);
    const named = selectListedOffers(view, ids, day);
    const byId = new Map<OfferId | null, (typeof named)[number]>(
      named.map((offer) => [offer.offerId, offer]),
    );
    return lines.map(({ offerId, partNumber, condition, certificate }) => {
      const own = byId.get(offerId);
      if (own !== undefined) return [own];
      const offers = selectOffersOfPart(view, partNumberKey(partNumber), day);
      return offers.filter(
        (offer) =>
          acceptsCondition(condition, offer.condition) && hasCertificate(offer, certificate),
      );
    });
  });
  const agreement = await selectAgreementFor(db, signedIn.account.accountId, found.flat(), day);
  return found.map((offers) => {
    const loaded = offers.map((offer) => ({
      offer,
      price: listPriceBreaks(offer, agreement),
      terms: findOrderTerms(offer, agreement),
    }));
    return findBestOffer(loaded) ?? findUnpriced(loaded);
  });
}

/** More drafts are found on the orders page. */
const maxDrafts = 20;

type Sent = { readonly request: QuoteRequest; readonly distributor: string };

const messages: Messages<Sent> = {
  sent: ({ request, distributor }) =>
    renderNotice(
      "good",
      `Quote request ${request.requestNumber} sent to ${distributor}. We'll e-mail you the reply.`,
    ),
  written: "Message sent.",
  withdrawn: "Quote request withdrawn.",
};

async function answerRequest(
  context: PortalContext,
  visit: Visit,
  request: QuoteRequest,
  more: {
    readonly notice: Html | null;
    readonly form?: FormState;
    readonly acceptance?: FormState;
    readonly status?: PageStatus;
  },
): Promise<Answer> {
  const { notice, form = freshForm(), status } = more;
  const { signedIn, now } = visit;
  const isOpen = signedIn.viewedBy === undefined && canAccept(request, now);
  const { accountId } = signedIn.account;
  const listed = { accountId, status: "draft", before: null, limit: maxDrafts } as const;
  const drafts = isOpen ? await selectSummaries(context.db, listed) : [];
  const usual = fillAcceptance(request, signedIn.draft?.orderId, now);
  const page = presentQuoteRequest({
    acceptance: isOpen ? (more.acceptance ?? usual) : null,
    drafts,
    now,
    request,
    today: await loadTodaysOffers(context, visit, request.lines),
    distributor: nameDistributor(context),
    notice,
    form,
    isReadOnly: visit.signedIn.viewedBy !== undefined,
  });
  return answerPage(page, status);
}

export const showQuoteRequest: Handler<QuoteRequest> = (context, visit, request) => {
  const sent = { request, distributor: nameDistributor(context) };
  const notice = renderMessage(messages, visit.query.text("done"), sent);
  return answerRequest(context, visit, request, { notice });
};

export const acceptOptions = createAcceptHandler((context, visit, request, more) =>
  answerRequest(context, visit, request, { ...more, notice: null }),
);

function readSeen({ form }: Visit, { requestId }: QuoteRequest): SeenQuoteRequest {
  return { requestId, version: readFormVersion(form) };
}

const changedTitle = "This request changed in the meantime";

/** The current state, and what was typed: in its form or, if there is none now, in a notice. */
function answerConflict(
  context: PortalContext,
  visit: Visit,
  request: QuoteRequest,
  text: string,
): Promise<Answer> {
  const isWithdrawn = request.state === "withdrawn";
  const lost = html`<p>It was withdrawn, so your message was not sent:</p>
<p class="typed">${text}</p>`;
  const check = html`<p>Check the latest messages, then send yours again.</p>`;
  const notice = renderNotice("fault", changedTitle, isWithdrawn ? lost : check);
  const form = { value: visit.form.text, faults: [] };
  return answerRequest(context, visit, request, { notice, form, status: 409 });
}

/** Whether the conflict is this very message, which was sent twice. */
function isRepeated({ messages, version }: QuoteRequest, seen: SeenQuoteRequest, text: string) {
  const last = messages.at(-1);
  return version === seen.version + 1 && last?.author === "buyer" && last.body === text;
}

export const writeMessage: Handler<QuoteRequest> = async (context, visit, request) => {
  const { form, signedIn, now } = visit;
  const { message: text, faults } = readMessage(form);
  const refuse = (fault: readonly FieldFault[], status: PageStatus) => {
    const state = { value: form.text, faults: fault };
    return answerRequest(context, visit, request, { notice: null, form: state, status });
  };
  if (text === "") return refuse([{ field: "message", text: "Enter a message." }], 422);
  if (faults.length > 0) return refuse(faults, 422);
  const seen = readSeen(visit, request);
  const written = await writeOnQuoteRequest(context, signedIn, seen, { text, now });
  const done = redirect(quoteAddress(request.requestId, "?done=written#messages"));
  switch (written.outcome) {
    case "changed":
      return done;
    case "unknown":
      return notFound;
    case "too many":
      return refuse([{ field: "", text: describeWait(written.waitS) }], written);
    case "conflict":
      return isRepeated(written.request, seen, text)
        ? done
        : answerConflict(context, visit, written.request, text);
  }
};

export const withdrawRequest: Handler<QuoteRequest> = async (context, visit, request) => {
  const { signedIn, now } = visit;
  const seen = readSeen(visit, request);
  const withdrawn = await withdrawQuoteRequest(context, signedIn, seen, now);
  const done = redirect(quoteAddress(request.requestId, "?done=withdrawn"));
  if (withdrawn.outcome === "unknown") return notFound;
  if (withdrawn.outcome === "changed" || withdrawn.request.state === "withdrawn") return done;
  const check = html`<p>Check the latest messages, then withdraw it again.</p>`;
  const notice = renderNotice("fault", changedTitle, check);
  return answerRequest(context, visit, withdrawn.request, { notice, status: 409 });
};
