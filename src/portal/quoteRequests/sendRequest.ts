// The form of a quote request, and its sending. The lines are loaded from what the form is for, so
// that nothing is requested which the account does not see.
import { randomUUID } from "node:crypto";
import { isUuid } from "../../db/isUuid.ts";
import { renderTextField } from "../../html/field.ts";
import { type FieldFault, type FormState, freshForm } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { maxQuoteLines } from "../../quoteRequests/quoteRequest.ts";
import { selectRequestOfForm } from "../../quoteRequests/quoteRequestQueries.ts";
import { requestQuote } from "../../quoteRequests/requestQuote.ts";
import { describeWait } from "../../signInPages/messages.ts";
import type { Fields } from "../../site/fields.ts";
import {
  answerPage,
  notFound,
  type PageStatus,
  redirect,
  type SitePage,
} from "../../site/visit.ts";
import { quoteAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { loadSource, maxPartNumber, readRows, type Source } from "./loadSource.ts";
import { nameDistributor } from "./nameDistributor.ts";
import { markRequested } from "./openRequests.ts";
import { renderQuoteFormPage } from "./quoteForm.ts";
import { fillQuoteForm, readQuoteForm, readShownKeys } from "./readQuoteForm.ts";
import { texts } from "./texts.ts";
import { findLineReason, type WantedLine } from "./wantedLines.ts";

function renderStart(): SitePage {
  const field = renderTextField(freshForm(), {
    name: "part",
    label: "Part number",
    hint: texts.start.partHint,
    maxLength: maxPartNumber,
    autocomplete: "off",
    focused: true,
    code: true,
  });
  return {
    title: texts.start.title,
    sentence: "For parts that the catalog doesn't have, or doesn't currently sell.",
    above: { href: "/quote-requests", text: texts.title },
    body: html`<form class="form" action="/quote-requests/new">
${field}<button class="button primary">Continue</button></form>
`,
  };
}

function presentForm(
  context: PortalContext,
  { signedIn }: Visit,
  { lines, hasMore, source, above }: Source,
  state: FormState,
): SitePage {
  const { user, account, viewedBy } = signedIn;
  const sender =
    viewedBy === undefined ? `Sent as ${user.name || user.email}, ${account.name}.` : null;
  const distributor = nameDistributor(context);
  return renderQuoteFormPage({ state, lines, hasMore, source, above, distributor, sender });
}

/**
 * The lines of a form, with the requests that some are already in. Of lines that a duplicate left
 * out, those are the last: there can be more than a form has.
 */
async function markSource(
  context: PortalContext,
  visit: Visit,
  source: Source,
  fields: Fields,
): Promise<Source> {
  const isChosen = ["offer", "part", "rows"].some((name) => fields.has(name));
  const marked = await markRequested(context, visit, source.lines, isChosen);
  const isRequested = (line: WantedLine) => Number(line.requested !== undefined);
  const lines = fields.has("left_out")
    ? marked.toSorted((one, other) => isRequested(one) - isRequested(other))
    : marked;
  const hasMore = source.hasMore || lines.length > maxQuoteLines;
  return { ...source, lines: lines.slice(0, maxQuoteLines), hasMore };
}

export const showQuoteForm: Handler = async (context, visit) => {
  const { query } = visit;
  const found = await loadSource(context, visit, query, readRows(query.text("rows")));
  if (found === undefined) return notFound;
  if (found === null) return answerPage(renderStart());
  if (found.soldAt !== null) return redirect(found.soldAt);
  const needed = found.lines.filter((one) => findLineReason(one, one.line.quantity) !== null);
  const lines = found.listId === null ? found.lines : needed;
  const source = await markSource(context, visit, { ...found, lines }, query);
  return answerPage(presentForm(context, visit, source, fillQuoteForm(source.lines)));
};

/** Sends the request, or shows the form with its faults and all that was typed. */
export const sendRequest: Handler = async (context, visit) => {
  const { form, signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const sentForm = isUuid(form.text("form")) ? form.text("form") : null;
  const known = sentForm && (await selectRequestOfForm(context.db, accountId, sentForm));
  if (known) return redirect(quoteAddress(known.requestId, "?done=sent"));
  const found = await loadSource(context, visit, form, readShownKeys(form));
  if (found === undefined || found === null) return notFound;
  const source = await markSource(context, visit, found, form);
  const refuse = (faults: readonly FieldFault[], status: PageStatus) => {
    const state = { value: form.text, faults, prefix: "quote" };
    return answerPage(presentForm(context, visit, source, state), status);
  };
  const { lines, message, faults } = readQuoteForm(form, source.lines, now);
  if (faults.length > 0) return refuse(faults, 422);
  const wanted = { formId: sentForm ?? randomUUID(), lines, message, listId: found.listId };
  const sent = await requestQuote(context, signedIn, wanted, now);
  if (sent.outcome === "too many") {
    return refuse([{ field: "", text: describeWait(sent.waitS) }], sent);
  }
  return redirect(quoteAddress(sent.requestId, "?done=sent"));
};
