import { randomUUID } from "node:crypto";
import { isUuid } from "../db/isUuid.ts";
import {
  newQuoteAddress,
  orderAddress,
  partAddress,
  partQuoteAddress,
  quoteAddress,
} from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { linkMail } from "../home/portalMailLink.ts";
import { limits } from "../kit/contract/limits.ts";
import { formatCount, formatCounted, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCopyable } from "../kit/html/codeBlock.ts";
import { type Definition, renderDefinitions } from "../kit/html/definitions.ts";
import { renderTextArea } from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderDayAt, renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderToast } from "../kit/html/notice.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import type { Money } from "../kit/money.ts";
import { formatMoney, isSamePrice, multiplyPrice, savedPercent } from "../kit/price.ts";
import { type Answer, answerPage, type SitePage } from "../kit/site/visit.ts";
import { countAddedRows, selectOtherDrafts } from "../quickOrders/rowQueries.ts";
import { maxQuoteLines } from "../quotes/quoteRequest.ts";
import { type DraftReview, loadDraftReview, type ReviewedLine } from "./drafts/reviewDraft.ts";
import { endOfPrices, formatPoNumber, priceLifeDays, type StoredOrder } from "./order.ts";
import { findReference, listChangeRequests, type OrderEvent } from "./orderEvent.ts";
import { renderCopiedFrom, renderDuplicateForm, renderLeftOut } from "./portalCopy.ts";
import {
  type AddForm,
  draftForm,
  formOfDraft,
  loadUsedAddresses,
  renderAddForm,
  repeatShown,
} from "./portalForm.ts";
import { selectTimeline } from "./queries.ts";
import { maxChangeRequests } from "./requestChange.ts";
import {
  linesOnPage,
  orderFields,
  readFrom,
  renderLinePager,
  renderLines,
  renderOrderFields,
} from "./sharedLines.ts";
import {
  nameActor,
  nameOrder,
  renderOrderSteps,
  renderStatus,
  renderUrgency,
  titleOrderInFull,
  toTimelineEvent,
} from "./sharedOrders.ts";
import type { NamedOrder } from "./summaryQueries.ts";

const maxLinks = 20;

function isChanged({ before, after }: ReviewedLine): boolean {
  return after === null || !isSamePrice(after.unitPrice, before.unitPrice);
}

/** A link to a line by its number. */
export function renderLineLink(number: number, address: string, text: string): Html {
  return html`<a href="${address}?from=${number}#line-${number}"
 aria-label="Line ${number}">${text}</a>`;
}

/** Links to lines by their numbers, the first of them if they are many. */
export function renderLineLinks(numbers: readonly number[], address: string): Html {
  const links = numbers
    .slice(0, maxLinks)
    .map((number) => html` ${renderLineLink(number, address, String(number))}`);
  const more = numbers.length - maxLinks;
  return html`${links}${more > 0 && ` and ${formatCount(more)} more`}`;
}

/**
 * Links to the changed or blocked lines on other pages of the order, outside `from` to before `to`;
 * null if there are none. `address` is the page's.
 */
export function renderChangedElsewhere(
  review: DraftReview,
  { from, to }: { readonly from: number; readonly to: number },
  address: string,
): Content {
  const numbers = review.lines.flatMap((line, place) =>
    isChanged(line) && (place < from || place >= to) ? [place + 1] : [],
  );
  if (numbers.length === 0) return null;
  return html`<p>Changed lines on other pages:${renderLineLinks(numbers, address)}</p>\n`;
}

/** Whether a buyer can request a change of the order on its page. */
function takesChangeRequests(order: StoredOrder, timeline: readonly OrderEvent[]): boolean {
  return order.status === "confirmed" && listChangeRequests(timeline).length < maxChangeRequests;
}

/** The form that requests a change; `refused` is its state if it was sent and refused. */
function renderChangeRequest({ orderId }: StoredOrder, refused?: FormState): Html {
  const state = refused ?? { ...freshForm(), prefix: "change" };
  const form = renderForm({
    action: orderAddress(orderId, "/change"),
    hidden: { form: randomUUID() },
    label: "Request a change",
    body: html`${renderFaults(state)}${renderTextArea(state, {
      name: "message",
      label: "Message",
      hint: "You can also ask to cancel the order. Nothing changes until the distributor replies.",
      rows: 4,
    })}`,
    button: { text: "Send change request", kind: "primary" },
  });
  return renderQuestion("Request a change", "What should change?", form, state);
}

// What an order says: who ordered it when, how it was shipped, and whom to ask about it.

type Contact = {
  readonly order: StoredOrder;
  readonly accountName: string;
  readonly supportEmail: string;
};
type Told = { readonly order: StoredOrder; readonly timeline: readonly OrderEvent[] };

function describeCreator([first]: readonly OrderEvent[]): string {
  return nameActor(first, "unknown");
}

/** Who ordered it when; for an order that was never confirmed, who created it. */
function describeOrigin({ order, timeline }: Told): Html {
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  return confirmed === undefined
    ? html`Created by ${describeCreator(timeline)}, ${renderMoment(order.createdAt)}`
    : html`Ordered by ${nameActor(confirmed, "unknown")}, ${renderMoment(confirmed.at)}`;
}

/** The sentence below the heading, which on paper names the customer, as that of the PDF does. */
function describeOrder(told: Told & Pick<Contact, "accountName"> & { readonly now: Date }): Html {
  const { order, accountName, now } = told;
  const customer = html`<span class="printed">${accountName} · </span>`;
  const end = endOfPrices(order);
  const until =
    order.status === "draft" &&
    (end < now
      ? html` · prices expired ${renderDayAt(end)}; today's prices apply`
      : html` · prices valid until ${renderDayAt(end)}`);
  return html`${customer}${describeOrigin(told)}${until}`;
}

/** When the order was fulfilled, with the distributor's reference; null before that. */
function renderShipment({ timeline }: Told): Html | null {
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  if (fulfilled === undefined) return null;
  const reference = findReference(timeline);
  return renderNotice(
    "good",
    html`Shipped ${renderMoment(fulfilled.at)}`,
    reference === undefined ? undefined : html`<p>Delivery reference: ${reference}</p>`,
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
  const before =
    order.status === "confirmed"
      ? "To change or cancel this order, write"
      : "Questions about this order? Write";
  const sentence = html`${before} to ${linkMail(supportEmail, names.join(", "))}.`;
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
  /** Addresses that were used before; none unless the order is a draft. */
  readonly used: readonly string[];
  readonly from: number;
  /** For an operator who views the site as a buyer. */
  readonly isReadOnly: boolean;
  readonly supportEmail: string;
  readonly now: Date;
};

/** A request for a quote for the lines without a price or enough stock; null if there are none. */
function renderQuoteLink({ draft, lines }: DraftReview): Content {
  const needsQuote = ({ faults }: ReviewedLine) =>
    faults.some(({ code }) => code === "PRICE_ON_REQUEST" || code === "INSUFFICIENT_STOCK");
  const blocked = lines.flatMap((line, place) =>
    needsQuote(line) ? (draft.lines[place] ?? []) : [],
  );
  const wanted = blocked
    .flatMap(({ offerId, quantity }) => (offerId === null ? [] : { offerId, quantity }))
    .slice(0, maxQuoteLines);
  const ended = blocked.find(({ offerId }) => offerId === null);
  const links = [
    ...(wanted.length === 0
      ? []
      : [
          {
            href: newQuoteAddress(wanted, draft.orderId),
            text: `Request a quote for ${formatCounted(wanted.length, "line")}`,
          },
        ]),
    ...(ended === undefined
      ? []
      : [
          {
            href: partQuoteAddress(ended.partNumber),
            text: `Request a new quote for ${ended.partNumber}`,
          },
        ]),
  ];
  return html`${links.map(({ href, text }) => html`<p><a href="${href}">${text}</a></p>\n`)}`;
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
          `${formatCounted(blocked, "line needs", "lines need")} attention`,
          html`<p>The marked lines can't be ordered as entered. Change or remove them, or reduce all quantities to the available stock. Lines without stock or price are then removed.</p>
${renderQuoteLink(review)}${post("/fit", "Reduce to available stock")}`,
        );
  const movedNotice =
    movedPrices === 0
      ? null
      : renderNotice(
          "neutral",
          `${formatCounted(movedPrices, "price")} changed since this draft was created`,
          html`<p>The draft keeps its prices until ${renderDayAt(endOfPrices(draft))}.</p>
${post("/reprice", "Update to today's prices")}`,
        );
  const repricedNotice =
    repriced === 0
      ? null
      : renderNotice(
          "short",
          `${formatCounted(repriced, "price has", "prices have")} changed`,
          `Drafts keep prices above 0 for ${priceLifeDays} days. After that, today's prices apply.`,
        );
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
      term: "Order number",
      value: renderCopyable(order.orderNumber, "the order number"),
    },
    { term: "Account", value: accountName },
    { term: "Order ID", value: renderCopyable(order.orderId, "the order ID") },
    { term: "Created by", value: describeCreator(timeline) },
    {
      term: "Request",
      value: renderCopyable(order.requestId, "the request ID"),
    },
    ...(order.status === "draft" ? [] : describeTexts(order)),
  ]);
  return renderCard({ title: "Reference", body: facts });
}

function renderFiles({ orderId, status }: StoredOrder): Html {
  const pdf = orderAddress(orderId, "/quote.pdf");
  const csv = orderAddress(orderId, "/lines.csv");
  const files =
    status === "draft"
      ? html`Quote as PDF:
<a href="${pdf}">A4</a>, <a href="${pdf}?paper=letter">Letter</a> · Lines:
<a href="${csv}">CSV</a>`
      : html`Order as PDF:
<a href="${pdf}">A4</a>, <a href="${pdf}?paper=letter">Letter</a> · Lines:
<a href="${csv}">CSV</a>`;
  return html`<p class="unprinted files">${renderIcon("download")} ${files}</p>
`;
}

/** One more click is enough: a discarded draft can be duplicated. */
function renderDiscard(order: StoredOrder): Html {
  const form = renderForm({
    action: orderAddress(order.orderId, "/discard"),
    hidden: { version: String(order.version) },
    button: { text: `Discard ${nameOrder(order)}`, kind: "danger" },
  });
  const title = "You can't confirm a discarded draft, but you can duplicate it.";
  return renderQuestion("Discard draft", title, form);
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
  return formatCounted(lines.length, "line");
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
    { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
    { term: "Units", value: sumUnits(order), kind: "number" },
    {
      term: "You save",
      value: saving && html`<span class="saving">${formatMoney(saving)}</span>`,
      kind: "number",
    },
    { term: "Subtotal", value: formatMoney(subtotal), kind: "sum" },
  ])}${[
    confirming,
    renderFiles(order),
    renderQuestions(shown),
    order.status === "draft" ? renderDiscard(order) : null,
  ]}`;
  return renderSummaryBox("Summary", body);
}

function renderDraftForm(shown: OrderPageFacts, form: FormState): Html {
  const { order, review, from } = shown;
  const save = renderActions(renderButton({ text: "Save changes", name: "save", value: "yes" }));
  const action = orderAddress(order.orderId);
  const details = html`<div class="fields">${renderOrderFields(form, shown.used, action)}</div>
`;
  const body = html`${renderFaults(form)}${renderCard({
    title: countLines(order),
    body: renderLines({
      order,
      review,
      form,
      from,
      to: from + linesOnPage,
      partAddress,
      quoteAddress,
    }),
  })}${renderCard({ title: "Order details", body: details, foot: save })}`;
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
  const text = "Review and confirm";
  const button = { text, kind: "primary", name: "review", value: "yes", form: draftForm } as const;
  return renderButton(button);
}

function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, review, timeline, notice, from, isReadOnly } = shown;
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
          body: renderLines({
            order,
            review,
            form: null,
            ...shownLines,
            partAddress,
            quoteAddress,
          }),
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
    above: { href: "/orders", text: "Orders" },
    primary: html`${renderOrderSteps(order.status)}${
      isReadOnly ? null : renderDuplicateForm(order, { text: "Duplicate order" })
    }`,
    body: html`${[
      order.status === "draft" ? enterButton : null,
      notice,
      renderShipment(shown),
      shown.copied,
      shown.leftOut,
      changes,
      lines,
      renderCard({ title: "History", body: renderTimeline(events) }),
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

// What became of the rows of a list that were added to a draft, as its page says it.

/** Names a draft, and says so if it is the one to which the person adds parts. */
function nameDraft({ signedIn }: Visit, order: StoredOrder): string {
  const name = nameOrder(order);
  return signedIn.draft?.orderId === order.orderId ? `${name}, now your current draft` : name;
}

function renderOthers(others: readonly NamedOrder[]): Html | null {
  if (others.length === 0) return null;
  const links = others.map(
    ({ orderId, orderNumber }, at) =>
      html`${at === 0 ? null : ", "}<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  );
  return html`<p>A draft has one currency and up to ${limits.orderLines} lines. The other rows are in
${links}.</p>\n`;
}

/** The rows of the list in the address that were added to the draft; null if there are none. */
async function renderAddedRows(
  { db }: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Html | null> {
  const listId = visit.query.text("list");
  if (!isUuid(listId) || order.status !== "draft") return null;
  const { accountId } = visit.signedIn.account;
  const count = await countAddedRows(db, accountId, listId, order.orderId);
  if (count === 0) return null;
  const title = `${formatCounted(count, "row")} added to ${nameDraft(visit, order)}.`;
  const others = await selectOtherDrafts(db, accountId, listId, order.orderId);
  return renderNotice("good", title, renderOthers(others) ?? undefined);
}

const messages: Messages<string> = {
  saved: "Changes saved.",
  unchanged: "No changes.",
  added: "Part added.",
  removed: "Removed from the draft.",
  repriced: "Prices updated.",
  fitted: "Quantities reduced to available stock.",
  discarded: "Draft discarded.",
  confirmed: (order) => renderToast(`Thank you for your ${order}. Its stock is allocated.`),
  already: () => renderNotice("neutral", "This order was already confirmed. Nothing changed."),
  requested: () =>
    renderNotice(
      "good",
      "Change request sent",
      "The distributor replies by e-mail or phone. The order has not changed yet.",
    ),
};

/** Answers with the page of an order; `more` shows a refused form or what happened. */
export async function answerOrder(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  more: Pick<OrderPageFacts, "notice" | "form" | "adding" | "changing"> & {
    readonly status?: 409 | 422;
  },
): Promise<Answer> {
  const { db, supportEmail } = context;
  const { query, form, now, signedIn } = visit;
  const { status = 200, ...shown } = more;
  const first = readFrom(query.text("from") || form.text("from"));
  const isDraft = order.status === "draft";
  const [timeline, review, used] = await Promise.all([
    selectTimeline(db, order.orderId),
    isDraft ? loadDraftReview(db, order, now) : null,
    isDraft ? loadUsedAddresses(db, order) : [],
  ]);
  const from = first < order.lines.length ? first : 0;
  const isReadOnly = signedIn.viewedBy !== undefined;
  const leftOut = isReadOnly ? null : await renderLeftOut(context, visit, order, timeline);
  const copied = renderCopiedFrom(visit, order, timeline);
  const facts = {
    ...shown,
    copied,
    leftOut,
    used,
    from,
    order,
    review,
    timeline,
    isReadOnly,
    supportEmail,
    now,
  };
  const { name: accountName } = signedIn.account;
  return answerPage(presentOrder({ ...facts, accountName }), status);
}

export const showOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { query } = visit;
  const notice =
    renderMessage(messages, query.text("done"), nameDraft(visit, order)) ??
    (await renderAddedRows(context, visit, order));
  return answerOrder(context, visit, order, { notice });
};
