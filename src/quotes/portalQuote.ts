// A quote on the buyer's site: its options beside the lines that were asked for, and accepting them.
import { randomUUID } from "node:crypto";
import { listDraftOptions, newDraft } from "../catalog/portalAddBox.ts";
import { boundWords } from "../catalog/portalAddLine.ts";
import { renderShortCertificates } from "../catalog/sharedOffers.ts";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress, quoteAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { renderCellField, renderSelect } from "../kit/html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { formatMoney, multiplyPrice } from "../kit/price.ts";
import type { Fields } from "../kit/site/fields.ts";
import { type Answer, notFound, type PageStatus, redirect } from "../kit/site/visit.ts";
import { readGroupedQuantity } from "../orders/portalForm.ts";
import {
  type RepeatedForm,
  runOncePerForm,
  runOrderTransaction,
} from "../orders/runOrderTransaction.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { describeOrderTerms, roundUpQuantity } from "../prices/orderTerms.ts";
import { dateQuote, describeQuoteEnd, findQuoteTerms, type Quote } from "../prices/quote.ts";
import {
  type Acceptance,
  type AcceptedOption,
  type AcceptOutcome,
  type AcceptRefusal,
  acceptQuote,
} from "./acceptQuote.ts";
import { listOptions, type QuoteRequest } from "./quoteRequest.ts";

const optionField = (line: number) => `option-${line}`;
const quantityField = (line: number) => `quantity-${line}`;

function isInForce(quote: Quote, now: Date): boolean {
  return dateQuote(quote, utcDay(now)).status === "in_force";
}

/** The options of a line that can be accepted. */
function listOpen(request: QuoteRequest, line: number, now: Date): readonly Quote[] {
  return listOptions(request, line).filter((quote) => isInForce(quote, now));
}

/** Whether any option can be accepted. */
export function canAccept(request: QuoteRequest, now: Date): boolean {
  return request.lines.some((_, place) => listOpen(request, place + 1, now).length > 0);
}

/** The form as it is first shown: the first option of each line, for what was asked. */
export function fillAcceptance(
  request: QuoteRequest,
  current: string | undefined,
  now: Date,
): FormState {
  const values = request.lines.flatMap(({ quantity }, place) => {
    const line = place + 1;
    const [first] = listOpen(request, line, now);
    if (first === undefined) return [];
    const wanted = roundUpQuantity(quantity ?? first.quantity, findQuoteTerms(first));
    return [
      [optionField(line), String(first.option)],
      [quantityField(line), String(Math.min(first.left, wanted))],
    ];
  });
  return {
    ...freshForm({ ...Object.fromEntries(values), draft: current ?? newDraft }),
    prefix: "accept",
  };
}

function describeOption(quote: Quote, quantity: number | undefined, now: Date): Html {
  const { unitPrice, unitOfMeasure, condition, certificate, manufacturer, validUntil } = quote;
  const { partNumber, title, leadTimeDays, offerId, left } = quote;
  const end = describeQuoteEnd(dateQuote(quote, utcDay(now)));
  const delivery = leadTimeDays === null ? null : `lead time ${formatCount(leadTimeDays)} days`;
  const facts = [
    title,
    manufacturer,
    condition,
    renderShortCertificates(certificate),
    offerId === null ? "to order" : "from stock",
    delivery,
    describeOrderTerms(findQuoteTerms(quote)),
    `${formatCount(left)} of ${formatCount(quote.quantity)} left`,
  ].filter(Boolean);
  const total =
    quantity === undefined
      ? null
      : html` · ${formatCount(quantity)}: ${formatMoney(multiplyPrice(unitPrice, quantity))}`;
  return html`<strong>${formatMoney(unitPrice)}</strong> / ${unitOfMeasure}${total}
<span class="sub"><span class="pn">${partNumber}</span> · ${facts.join(" · ")}</span>
<span class="sub${end === null ? "" : " short"}">${end ?? html`Valid until ${renderDay(validUntil)}`}</span>`;
}

/** What is quoted for a line: with `state`, its options can be chosen. Null: nothing. */
export function renderOptions(
  request: QuoteRequest,
  line: number,
  state: FormState | null,
  now: Date,
): Content {
  const reason = request.quote?.noQuote.get(line);
  if (reason !== undefined)
    return html`${renderBadge("neutral", "No quote")}<span class="sub typed">${reason}</span>`;
  const options = listOptions(request, line);
  if (options.length === 0) return null;
  const name = optionField(line);
  const chosen = state?.value(name) ?? "";
  const quantity = readGroupedQuantity(state?.value(quantityField(line)) ?? "");
  const choices = options.map((quote) => {
    const described = describeOption(quote, quantity, now);
    if (state === null || !isInForce(quote, now)) return html`<div>${described}</div>`;
    const checked = chosen === String(quote.option) ? html` checked` : null;
    return html`<label class="sub"><input type="radio" name="${name}" value="${quote.option}"${checked}> ${described}</label>`;
  });
  if (state === null || listOpen(request, line, now).length === 0) return choices;
  const partNumber = request.lines[line - 1]?.partNumber ?? "";
  return html`${choices}<label class="sub"><input type="radio" name="${name}" value=""${
    chosen === "" ? html` checked` : null
  }> Don't order</label><div>Quantity ${renderCellField(state, {
    ...{ name: quantityField(line), label: `Quantity of ${partNumber} to order` },
    ...{ digits: true, maxLength: 9, width: 6 },
    unit: options[0]?.unitOfMeasure ?? "",
  })}</div>`;
}

function sumChosen(request: QuoteRequest, state: FormState, now: Date): string {
  const sums = new Map<string, bigint>();
  for (const [place] of request.lines.entries()) {
    const option = state.value(optionField(place + 1));
    const quote = listOpen(request, place + 1, now).find((one) => String(one.option) === option);
    const quantity = readGroupedQuantity(state.value(quantityField(place + 1)));
    if (quote === undefined || quantity === undefined) continue;
    const { minor, currency } = multiplyPrice(quote.unitPrice, quantity);
    sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  }
  const totals = [...sums].map(([currency, minor]) =>
    formatUnbrokenMoney({ minor, currency: currency as Quote["unitPrice"]["currency"] }),
  );
  return totals.join(" + ");
}

/** The form around the table of lines. */
export function renderAcceptance(
  request: QuoteRequest,
  {
    state,
    drafts,
    table,
    now,
  }: {
    readonly state: FormState;
    readonly drafts: readonly OrderSummary[];
    readonly table: Html;
    readonly now: Date;
  },
): Html {
  const draft = renderSelect(state, {
    name: "draft",
    label: "Add to",
    options: [...listDraftOptions(drafts), { value: newDraft, text: "New draft" }],
  });
  const total = sumChosen(request, state, now);
  return renderForm({
    action: quoteAddress(request.requestId, "/accept"),
    state,
    hidden: { form: randomUUID() },
    label: "Accept quote",
    body: html`${table}<p>Total of what is chosen: <strong>${total}</strong></p>\n${draft}`,
    button: { text: "Accept and add to draft", kind: "primary" },
  });
}

type ReadAcceptance = {
  readonly accepted: readonly AcceptedOption[];
  readonly faults: readonly FieldFault[];
};

function readAcceptance(form: Fields, { lines }: QuoteRequest): ReadAcceptance {
  const chosen = lines.flatMap(({ partNumber }, place) => {
    const line = place + 1;
    const option = form.text(optionField(line));
    if (!/^[1-9]\d{0,4}$/.test(option)) return [];
    const quantity = readGroupedQuantity(form.text(quantityField(line)));
    return [{ line, option: Number(option), quantity, partNumber }];
  });
  const faults = chosen.flatMap(({ line, quantity, partNumber }) =>
    quantity === undefined
      ? [{ field: quantityField(line), text: `${partNumber}: enter ${quantityRange}.` }]
      : [],
  );
  const accepted = chosen.flatMap(({ quantity, line, option }) =>
    quantity === undefined ? [] : [{ line, option, quantity }],
  );
  if (chosen.length === 0)
    return { accepted, faults: [{ field: "", text: "Choose at least one option." }] };
  return { accepted, faults };
}

type Refused = { readonly faults: readonly FieldFault[]; readonly status: 409 | 422 };

/** A fault of a line that was there before concerns the draft. */
function refuseLines(
  outcome: Extract<AcceptRefusal, { readonly outcome: "refused" }>,
  accepted: readonly AcceptedOption[],
): Refused {
  const faults = outcome.lines.flatMap(({ place, faults: found }) => {
    const line = accepted[place ?? -1]?.line;
    const field = line === undefined ? "draft" : quantityField(line);
    return found.map(({ message }) => ({ field, text: message }));
  });
  return { faults, status: 409 };
}

function describeRefusal(outcome: AcceptRefusal, accepted: readonly AcceptedOption[]): Refused {
  const of = (field: string, text: string): Refused => ({ faults: [{ field, text }], status: 409 });
  switch (outcome.outcome) {
    case "refused":
      return refuseLines(outcome, accepted);
    case "outside limits":
      return of("draft", boundWords[outcome.limit]);
    case "missing":
      return of(
        "",
        "The quote was corrected or withdrawn in the meantime. Check the options below.",
      );
    case "closed":
      return of("draft", "This order is no longer a draft. Choose another or a new draft.");
    case "empty":
      return of("", "Choose at least one option.");
  }
}

function accept(
  { db }: PortalContext,
  { form, signedIn, requestId, now }: Visit,
  acceptance: Acceptance,
): Promise<AcceptOutcome | RepeatedForm | "busy"> {
  return runOrderTransaction(db, (tx) =>
    runOncePerForm<AcceptOutcome>(tx, { signedIn, formId: form.text("form") }, (formId) =>
      acceptQuote(tx, { signedIn, requestId, now, formId }, acceptance),
    ),
  );
}

type ShowRefused = (
  context: PortalContext,
  visit: Visit,
  request: QuoteRequest,
  more: { readonly acceptance: FormState; readonly status: PageStatus },
) => Promise<Answer>;

/** Accepts the chosen options into a draft, or has the page shown with what is wrong. */
export function createAcceptHandler(show: ShowRefused): Handler<QuoteRequest> {
  return async (context, visit, request) => {
    const { form } = visit;
    const refuse = ({ faults, status }: Refused) => {
      const acceptance = { value: form.text, faults, prefix: "accept" };
      return show(context, visit, request, { acceptance, status });
    };
    const { accepted, faults } = readAcceptance(form, request);
    if (faults.length > 0) return refuse({ faults, status: 422 });
    const orderId = isUuid(form.text("draft")) ? form.text("draft") : null;
    const acceptance = { requestId: request.requestId, accepted, orderId };
    const outcome = await accept(context, visit, acceptance);
    if (outcome === "busy") {
      return refuse({ faults: [{ field: "", text: "Try again in a moment." }], status: 409 });
    }
    switch (outcome.outcome) {
      case "accepted":
        if (orderId === null) context.countOrder("placed", 1);
        return redirect(orderAddress(outcome.order.orderId, "?done=added"));
      case "repeated":
        return redirect(orderAddress(outcome.orderId, "?done=added"));
      case "unknown":
        return notFound;
      default:
        return refuse(describeRefusal(outcome, accepted));
    }
  };
}
