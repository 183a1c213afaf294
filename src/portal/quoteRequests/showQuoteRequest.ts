import type { OfferId } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import { isInStock } from "../../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { findOrderTerms } from "../../pricing/orderTerms.ts";
import { selectAgreementFor } from "../../pricing/queries.ts";
import { listPriceBreaks } from "../../pricing/unitPrice.ts";
import { hasCertificate } from "../../quickOrders/supply/wantedCertificate.ts";
import {
  type SeenQuoteRequest,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "../../quoteRequests/changeQuoteRequest.ts";
import type { QuoteLine, QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { acceptsCondition } from "../../reading/condition.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import { quoteAddress } from "../addresses.ts";
import { findBestOffer } from "../parts/bestOffer.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { nameDistributor } from "./nameDistributor.ts";
import { presentQuoteRequest } from "./presentQuoteRequest.ts";
import { readMessage } from "./readQuoteForm.ts";
import { texts } from "./texts.ts";

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

type Sent = { readonly request: QuoteRequest; readonly distributor: string };

const messages: Messages<Sent> = {
  sent: ({ request, distributor }) =>
    renderNotice(
      "good",
      `Quote request ${request.requestNumber} sent to ${distributor}. You get an e-mail with the reply.`,
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
    readonly status?: PageStatus;
  },
): Promise<Answer> {
  const { notice, form = freshForm(), status } = more;
  const page = presentQuoteRequest({
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

function readSeen({ form }: Visit, { requestId }: QuoteRequest): SeenQuoteRequest {
  return { requestId, version: readFormVersion(form) };
}

/** The current state, and what was typed: in its form or, if there is none now, in a notice. */
function answerConflict(
  context: PortalContext,
  visit: Visit,
  request: QuoteRequest,
  text: string,
): Promise<Answer> {
  const { title, answered, withdrawn } = texts.conflict;
  const isWithdrawn = request.state === "withdrawn";
  const lost = html`<p>${withdrawn}</p>
<p class="typed">${text}</p>`;
  const notice = renderNotice("fault", title, isWithdrawn ? lost : html`<p>${answered}</p>`);
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
  const { title, withdrawing } = texts.conflict;
  const notice = renderNotice("fault", title, html`<p>${withdrawing}</p>`);
  return answerRequest(context, visit, withdrawn.request, { notice, status: 409 });
};
