import {
  nameActor,
  nameOrder,
  renderStatus,
  renderUrgency,
  titleOrderInFull,
} from "../../components/nameOrder.ts";
import { linesOnPage, renderLinePager, renderLines } from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { toTimelineEvent } from "../../components/orderTimeline.ts";
import { formatCount, formatUnbrokenMoney } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { type Definition, renderDefinitions } from "../../html/definitions.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDayAt, renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import type { Money } from "../../money.ts";
import type { DraftReview, ReviewedLine } from "../../orders/drafts/reviewDraft.ts";
import { formatPoNumber, priceLifeDays, type StoredOrder } from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { formatMoney, multiplyPrice, savedPercent } from "../../price.ts";
import { maxQuoteLines } from "../../quoteRequests/quoteRequest.ts";
import type { SitePage } from "../../site/visit.ts";
import { newQuoteAddress, orderAddress, partAddress } from "../addresses.ts";
import { linkMail } from "../mailLink.ts";
import { type AddForm, draftForm, renderAddForm } from "./addForm.ts";
import { renderChangedElsewhere } from "./changedElsewhere.ts";
import { renderChangeRequest, takesChangeRequests } from "./changes/renderChangeRequest.ts";
import { renderDuplicateForm } from "./duplicateForm.ts";
import { orderFields, renderOrderFields, repeatShown, type UsedTexts } from "./orderFields.ts";
import type { SamePurchase } from "./samePurchase.ts";
import { texts } from "./texts.ts";
import { formOfDraft } from "./typedDraft.ts";

// What an order says: who ordered it when, how it was shipped, and whom to ask about it.

type Contact = {
  readonly order: StoredOrder;
  readonly accountName: string;
  readonly supportEmail: string;
};
type Told = { readonly order: StoredOrder; readonly timeline: readonly OrderEvent[] };

function describeCreator([first]: readonly OrderEvent[]): string {
  return nameActor(first, texts.reference.unknown);
}

/** Who ordered it when; for an order that was never confirmed, who created it. */
function describeOrigin({ order, timeline }: Told): Html {
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  return confirmed === undefined
    ? texts.order.created(describeCreator(timeline), renderMoment(order.createdAt))
    : texts.order.ordered(
        nameActor(confirmed, texts.reference.unknown),
        renderMoment(confirmed.at),
      );
}

/** When the first line of the draft loses its price. */
function pricesHoldUntil({ lines }: StoredOrder): Date {
  const first = Math.min(...lines.map(({ pricedAt }) => pricedAt.getTime()));
  return new Date(first + priceLifeDays * 86_400_000);
}

/** The sentence below the heading, which on paper names the customer, as that of the PDF does. */
function describeOrder(told: Told & Pick<Contact, "accountName">): Html {
  const { order, accountName } = told;
  const customer = html`<span class="printed">${accountName} · </span>`;
  const until =
    order.status === "draft" && html` ${texts.order.until(renderDayAt(pricesHoldUntil(order)))}`;
  return html`${customer}${describeOrigin(told)}${until}`;
}

/** When the order was fulfilled, with the distributor's reference; null before that. */
function renderShipment({ timeline }: Told): Html | null {
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  if (fulfilled === undefined) return null;
  const reference = findReference(timeline);
  return renderNotice(
    "good",
    texts.shipment.title(renderMoment(fulfilled.at)),
    reference === undefined ? undefined : html`<p>${texts.shipment.reference(reference)}</p>`,
  );
}

/** Units of different measures are not added: "25 FT, 780 EA". */
function sumUnits({ lines }: StoredOrder): string {
  const sums = new Map<string, number>();
  for (const { quantity, unitOfMeasure: unit } of lines) {
    sums.set(unit, (sums.get(unit) ?? 0) + quantity);
  }
  return [...sums].map(([unit, sum]) => `${formatCount(sum)} ${unit}`).join(", ");
}

/**
 * Whom to ask about an order that can no longer be changed here, also to cancel it; null for other
 * orders. The subject identifies the order.
 */
function renderContact({ order, accountName, supportEmail }: Contact): Html | null {
  if (order.status !== "confirmed" && order.status !== "fulfilled") return null;
  const { orderNumber, poNumber } = order;
  const names = [
    orderNumber,
    ...(poNumber === null ? [] : [formatPoNumber(poNumber)]),
    accountName,
  ];
  const sentence = texts.contact[order.status](linkMail(supportEmail, names.join(", ")));
  return html`<p class="unprinted">${sentence}</p>
`;
}

/** What an order's page shows. `form` is the state of a refused form. */
export type OrderPageFacts = {
  readonly order: StoredOrder;
  readonly accountName: string;
  /** Null unless the order is a draft. */
  readonly review: DraftReview | null;
  readonly timeline: readonly OrderEvent[];
  readonly notice?: Html | null;
  readonly form?: FormState;
  readonly adding?: AddForm;
  /** A refused change request. */
  readonly changing?: FormState;
  /** What a duplicate is a copy of. */
  readonly copied: Html | null;
  /** The lines that a duplicate was created without. */
  readonly leftOut: Html | null;
  readonly purchase: SamePurchase;
  /** Addresses that were used before; none unless the order is a draft. */
  readonly used: UsedTexts;
  readonly from: number;
  /** For an operator who views the site as a buyer. */
  readonly isReadOnly: boolean;
  readonly supportEmail: string;
};

/** A request for a quote for the lines without a price or enough stock; null if there are none. */
function renderQuoteLink({ draft, lines }: DraftReview): Content {
  const needsQuote = ({ faults }: ReviewedLine) =>
    faults.some(({ code }) => code === "PRICE_ON_REQUEST" || code === "INSUFFICIENT_STOCK");
  const wanted = lines
    .flatMap((line, place) => (needsQuote(line) ? (draft.lines[place] ?? []) : []))
    .slice(0, maxQuoteLines);
  if (wanted.length === 0) return null;
  const text = texts.attention.quote(wanted.length);
  return html`<p><a href="${newQuoteAddress(wanted, draft.orderId)}">${text}</a></p>\n`;
}

/** With the id of the draft's form, its buttons save what was typed into it. */
export function renderChangeNotices(review: DraftReview, form?: string): Html {
  const { draft, blocked, movedPrices, repriced } = review;
  const { orderId, version } = draft;
  const post = (under: string, text: string) => {
    const action = orderAddress(orderId, under);
    return form === undefined
      ? renderForm({ action, hidden: { version: String(version) }, button: { text } })
      : renderActions(renderButton({ text, action, form }));
  };
  const blockedNotice =
    blocked === 0
      ? null
      : renderNotice(
          "short",
          texts.attention.title(blocked),
          html`<p>${texts.attention.hint}</p>
${renderQuoteLink(review)}${post("/fit", texts.attention.fit)}`,
        );
  const movedNotice =
    movedPrices === 0
      ? null
      : renderNotice(
          "neutral",
          texts.moved.title(movedPrices),
          html`<p>${texts.moved.hint(renderDayAt(pricesHoldUntil(draft)))}</p>
${post("/reprice", texts.moved.reprice)}`,
        );
  const repricedNotice =
    repriced === 0
      ? null
      : renderNotice("short", texts.repriced.title(repriced), texts.repriced.hint(priceLifeDays));
  return html`${blockedNotice}${repricedNotice}${movedNotice}`;
}

/** What is written to an order; its PO number is in its title. */
function describeTexts(order: StoredOrder): Definition[] {
  return orderFields.flatMap(({ of, label }) => {
    const text = of === "poNumber" ? null : order[of];
    return text === null ? [] : [{ term: label, value: html`<span class="typed">${text}</span>` }];
  });
}

function renderFacts({ order, accountName, timeline }: OrderPageFacts): Html {
  const facts = renderDefinitions([
    {
      term: texts.reference.number,
      value: renderCopyable(order.orderNumber, texts.reference.numberName),
    },
    { term: texts.reference.account, value: accountName },
    { term: texts.reference.id, value: renderCopyable(order.orderId, texts.reference.idName) },
    { term: texts.reference.createdBy, value: describeCreator(timeline) },
    {
      term: texts.reference.request,
      value: renderCopyable(order.requestId, texts.reference.requestName),
    },
    ...(order.status === "draft" ? [] : describeTexts(order)),
  ]);
  return renderCard({ title: texts.reference.title, body: facts });
}

function renderFiles({ orderId, status }: StoredOrder): Html {
  const pdf = orderAddress(orderId, "/quote.pdf");
  const csv = orderAddress(orderId, "/lines.csv");
  const files = status === "draft" ? texts.files.quote(pdf, csv) : texts.files.order(pdf, csv);
  return html`<p class="unprinted files">${renderIcon("download")} ${files}</p>
`;
}

/** One more click is enough: a discarded draft can be duplicated. */
function renderDiscard(order: StoredOrder): Html {
  const form = renderForm({
    action: orderAddress(order.orderId, "/discard"),
    hidden: { version: String(order.version) },
    button: { text: texts.discard.button(nameOrder(order)), kind: "danger" },
  });
  const title = texts.discard.hint;
  return renderQuestion(texts.discard.title, title, form);
}

/** What the account saves against the list prices; null if it is tiny, or if some are unknown. */
function findSaving({ lines, subtotal }: StoredOrder): Money | null {
  const { currency } = subtotal;
  const listed = lines.flatMap(({ listPrice, unitPrice, quantity }) => {
    return listPrice?.currency === currency ? [{ listPrice, unitPrice, quantity }] : [];
  });
  if (listed.length < lines.length) return null;
  const totals = listed.map(({ listPrice, quantity }) => multiplyPrice(listPrice, quantity).minor);
  const list = { minor: totals.reduce((sum, one) => sum + one, 0n), currency };
  const isNotable = listed.some((line) => savedPercent(line.listPrice, line.unitPrice) !== null);
  if (!isNotable || savedPercent(list, subtotal) === null) return null;
  return { minor: list.minor - subtotal.minor, currency };
}

function countLines({ lines }: StoredOrder): string {
  return texts.order.lines(lines.length);
}

/** How the buyer reaches the distributor about an order that can no longer be changed here. */
function renderQuestions(shown: OrderPageFacts): Html | null {
  const { order, timeline, changing, isReadOnly } = shown;
  if (changing === undefined && !takesChangeRequests(order, timeline)) return renderContact(shown);
  return isReadOnly ? null : renderChangeRequest(order, changing);
}

function renderSide(shown: OrderPageFacts, confirming: Html | null): Html {
  const { order, review } = shown;
  const subtotal = review?.subtotal ?? order.subtotal;
  const saving = findSaving(order);
  const body = html`${renderDefinitions([
    { term: texts.order.lineCount, value: formatCount(order.lines.length), kind: "number" },
    { term: texts.order.units, value: sumUnits(order), kind: "number" },
    {
      term: texts.order.saving,
      value: saving && html`<span class="saving">${formatMoney(saving)}</span>`,
      kind: "number",
    },
    { term: texts.order.subtotal, value: formatMoney(subtotal), kind: "sum" },
  ])}${[
    shown.purchase.requests,
    confirming,
    renderFiles(order),
    renderQuestions(shown),
    order.status === "draft" ? renderDiscard(order) : null,
  ]}`;
  return renderSummaryBox(texts.order.summary, body);
}

function renderDraftForm(shown: OrderPageFacts, form: FormState): Html {
  const { order, review, from } = shown;
  const save = renderActions(renderButton({ text: texts.order.save, name: "save", value: "yes" }));
  const action = orderAddress(order.orderId);
  const details = html`<div class="fields">${renderOrderFields(form, shown.used, action)}</div>
`;
  const body = html`${renderFaults(form)}${renderCard({
    title: countLines(order),
    body: renderLines({ order, review, form, from, to: from + linesOnPage, partAddress }),
  })}${renderCard({ title: texts.order.details, body: details, foot: save })}`;
  const place = { version: String(order.version), from: String(from + 1) };
  const hidden = { ...place, ...repeatShown(order) };
  return renderForm({ action, id: draftForm, guarded: true, hidden, body });
}

/** Enter in a field presses the first button of a form, which must save. */
const enterButton = html`<button form="${draftForm}" name="save" value="yes" hidden></button>
`;

/** Saves what was typed, then shows the review. In a view as a buyer, nobody can confirm. */
function renderReviewButton({ isReadOnly }: OrderPageFacts): Html | null {
  if (isReadOnly) return null;
  const text = texts.order.review;
  const button = { text, kind: "primary", name: "review", value: "yes", form: draftForm } as const;
  return renderButton(button);
}

export function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, review, timeline, notice, from, isReadOnly, purchase } = shown;
  const form = shown.form ?? formOfDraft(order);
  const address = orderAddress(order.orderId);
  const pager = renderLinePager(order, from, address);
  const shownLines = { from, to: from + linesOnPage };
  const lines =
    order.status === "draft"
      ? html`${renderDraftForm(shown, form)}${pager}
${renderAddForm(order, shown.adding)}`
      : html`${renderCard({
          title: countLines(order),
          body: renderLines({ order, review, form: null, ...shownLines, partAddress }),
        })}${pager}`;
  const confirming = renderReviewButton(shown);
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const changes =
    review &&
    html`${[
      renderChangeNotices(review, draftForm),
      renderChangedElsewhere(review, shownLines, address),
    ]}`;
  return {
    title: titleOrderInFull(order),
    heading: html`${titleOrderInFull(order)} ${renderStatus(order.status)}${renderUrgency(order)}`,
    sentence: describeOrder(shown),
    above: { href: "/orders", text: texts.list.title },
    primary: html`${renderOrderSteps(order.status)}${
      isReadOnly ? null : renderDuplicateForm(order, { text: texts.order.duplicate })
    }`,
    body: html`${[
      order.status === "draft" ? enterButton : null,
      notice,
      purchase.drafts,
      renderShipment(shown),
      shown.copied,
      shown.leftOut,
      changes,
      lines,
      renderCard({ title: texts.order.history, body: renderTimeline(events) }),
    ]}`,
    side: html`${renderSide(shown, order.status === "draft" ? confirming : null)}${renderFacts(
      shown,
    )}`,
    bottomBar:
      order.status === "draft"
        ? html`<span><span class="sub">${countLines(order)}</span>
<strong>${formatUnbrokenMoney(review?.subtotal ?? order.subtotal)}</strong></span>${confirming}`
        : undefined,
  };
}
