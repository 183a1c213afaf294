import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import {
  type SeenQuoteRequest,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "../../quoteRequests/changeQuoteRequest.ts";
import type { QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { quoteAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { nameDistributor } from "./nameDistributor.ts";
import { presentQuoteRequest } from "./presentQuoteRequest.ts";
import { readMessage } from "./readQuoteForm.ts";
import { texts } from "./texts.ts";
import { loadTodaysOffers } from "./todaysOffers.ts";

type Sent = { readonly request: QuoteRequest; readonly distributor: string };

const messages: Messages<Sent> = {
  sent: ({ request, distributor }) =>
    renderNotice("good", texts.done.sent(request.requestNumber, distributor)),
  written: texts.done.written,
  withdrawn: texts.done.withdrawn,
};

async function answerRequest(
  context: PortalContext,
  visit: Visit,
  request: QuoteRequest,
  more: {
    readonly notice: Html | null;
    readonly form?: FormState;
    readonly status?: 409 | 422 | 429;
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
  const refuse = (fault: readonly FieldFault[], status: 422 | 429) => {
    const state = { value: form.text, faults: fault };
    return answerRequest(context, visit, request, { notice: null, form: state, status });
  };
  if (text === "") return refuse([{ field: "message", text: texts.fault.noMessage }], 422);
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
      return refuse([{ field: "", text: describeWait(written.waitS) }], 429);
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
