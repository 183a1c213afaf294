import { selectAccount } from "../../accounts/queries.ts";
import { mailTo } from "../../components/mailTo.ts";
import {
  nameActor,
  renderNumber,
  renderStatus,
  renderUrgency,
} from "../../components/nameOrder.ts";
import {
  linesOnPage,
  readFrom,
  renderLinePager,
  renderLines,
} from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { toTimelineEvent } from "../../components/orderTimeline.ts";
import { utcDay } from "../../day.ts";
import type { Database } from "../../db/database.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { type OrderNote, selectNotes } from "../../orders/operators/noteQueries.ts";
import { selectOrderContact } from "../../orders/operators/operatorOrderQueries.ts";
import { selectShortOffers } from "../../orders/operators/shortfallQueries.ts";
import {
  endOfDraft,
  formatPoNumber,
  type StoredLine,
  type StoredOrder,
  sumByOffer,
} from "../../orders/order.ts";
import { findReference, listOpenChangeRequests, type OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { formatMoney } from "../../price.ts";
import type { UserId } from "../../signIn/signedIn.ts";
import { selectUser } from "../../signIn/userQueries.ts";
import { type Answer, answerPage, type SitePage } from "../../site/visit.ts";
import {
  explanationAddress,
  linkAccount,
  newDraftAddress,
  orderAddress,
  partAddress,
  requestAddress,
} from "../addresses.ts";
import { shortfallsPath } from "../catalog/showShortfalls.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts as draftTexts } from "../customerDrafts/texts.ts";
import {
  type RefusedForms,
  renderCancellation,
  renderCorrection,
  renderFulfilment,
  renderNoteForm,
} from "./refusedForms.ts";
import { texts } from "./texts.ts";

type OrderPageFacts = RefusedForms & {
  readonly order: StoredOrder;
  readonly accountName: string;
  /** The address of a person who can be asked about the order. */
  readonly contact: string | null;
  readonly timeline: readonly OrderEvent[];
  /** Newest first. */
  readonly notes: readonly OrderNote[];
  readonly notice: Html | null;
  readonly mayChange: boolean;
  readonly publicUrl: string;
  /** The index of the first line shown. */
  readonly from: number;
};

/** Whose notes an order has: those of who changed them last, or else of who created it. */
function nameNotes(timeline: readonly OrderEvent[]): string {
  const [first] = timeline;
  const author = timeline.findLast(({ details }) => details.notes !== undefined) ?? first;
  if (author?.actor !== "operator") return "Buyer's notes";
  return texts.order.notesFrom(nameActor(author, texts.order.unknown));
}

function renderFacts({ order, timeline }: OrderPageFacts): Html {
  const [first] = timeline;
  const isPlaced = first?.actor === "key";
  const confirmed = timeline.find(({ kind }) => kind === "confirmed");
  const fulfilled = timeline.find(({ kind }) => kind === "fulfilled");
  const request = renderCopyable(order.requestId, "the request ID");
  return renderDefinitions([
    { term: "Order number", value: renderCopyable(order.orderNumber, "the order number") },
    { term: "Order ID", value: renderCopyable(order.orderId, "the order ID") },
    { term: "Created by", value: nameActor(first, texts.order.unknown) },
    {
      term: "Confirmed by",
      value: confirmed ? texts.order.byAt(confirmed.actorName, renderMoment(confirmed.at)) : null,
    },
    {
      term: "Fulfilled by",
      value: fulfilled ? texts.order.byAt(fulfilled.actorName, renderMoment(fulfilled.at)) : null,
    },
    {
      term: "Request",
      value: isPlaced
        ? html`${request}
<a class="unprinted" href="${requestAddress(order.requestId)}">View request</a>`
        : request,
    },
    {
      term: "Ship to",
      value: order.shipTo === null ? null : html`<span class="typed">${order.shipTo}</span>`,
    },
    {
      term: nameNotes(timeline),
      value: order.notes === null ? null : html`<span class="typed">${order.notes}</span>`,
    },
  ]);
}

function renderNotes({ order, notes, mayChange, noting }: OrderPageFacts): Html {
  const listed = notes.map(({ at, operatorName, text }) => ({
    at,
    title: html`<span class="typed">${text}</span>`,
    note: operatorName,
  }));
  const none = html`<p class="quiet">No notes yet. Notes are not visible to buyers.</p>\n`;
  return renderCard({
    title: "Internal notes",
    body: html`${notes.length === 0 ? none : renderTimeline(listed)}${
      mayChange && html`<div class="unprinted">${renderNoteForm(order, noting)}</div>`
    }`,
  });
}

/** The forms that change the state of an order, or what it was fulfilled with. */
function renderChanges(shown: OrderPageFacts): Html | null {
  const { order, timeline, mayChange, fulfilling, correcting, cancelling } = shown;
  if (!mayChange) return null;
  if (order.status === "confirmed") {
    return html`${renderFulfilment(order, fulfilling)}${renderCancellation(order, cancelling)}`;
  }
  const reference = findReference(timeline);
  return order.status !== "fulfilled" || reference === undefined
    ? null
    : renderCorrection(order, reference, correcting);
}

/** Opens an e-mail whose subject names the order. */
function linkContact({ order, contact }: OrderPageFacts): Html | null {
  if (contact === null) return null;
  const { orderNumber, poNumber } = order;
  const subject = texts.order.mailSubject(orderNumber, poNumber && formatPoNumber(poNumber));
  return html`<a href="${mailTo(contact, subject)}">${contact}</a>`;
}

function renderSide(shown: OrderPageFacts): Html {
  const { order, accountName, timeline } = shown;
  const end = order.status === "draft" ? renderMoment(endOfDraft(order)) : null;
  const audit = `/console/audit?${new URLSearchParams({ kind: "order", subject: order.orderId })}`;
  const reference = findReference(timeline);
  return renderSummaryBox(
    "Order",
    html`${renderDefinitions([
      { term: texts.list.state, value: renderStatus(order.status) },
      { term: texts.list.confirmUntil, value: end },
      { term: texts.list.po, value: order.poNumber && renderNumber(order.poNumber) },
      { term: texts.list.account, value: linkAccount(order.accountId, accountName) },
      { term: "Contact", value: linkContact(shown) },
      { term: texts.list.lines, value: formatCount(order.lines.length), kind: "number" },
      { term: "Subtotal", value: formatMoney(order.subtotal), kind: "sum" },
      {
        term: texts.fulfilment.reference,
        value:
          reference === undefined
            ? null
            : renderCopyable(reference, texts.correction.referenceName),
      },
    ])}${renderChanges(shown)}
<p class="unprinted"><a
 href="${orderAddress(order.orderId, "/lines.csv")}">Download lines as CSV</a>,
<a href="${audit}">activity</a></p>
`,
  );
}

/** What to send to the customer for whom an operator drafted the order. */
function renderCustomerLink({ order, timeline, contact, publicUrl }: OrderPageFacts): Html | null {
  if (order.status !== "draft" || timeline[0]?.actor !== "operator") return null;
  const { link } = draftTexts;
  const { orderId, orderNumber } = order;
  const address = `${publicUrl}/orders/${orderId}`;
  const text = link.body(orderNumber, address);
  const subject = link.subject(orderNumber);
  const mail =
    contact &&
    html`<p><a href="${mailTo(contact, subject, text)}">${link.mail(contact)}</a></p>
`;
  return renderCard({
    title: link.title,
    body: html`<p>${renderCopyable(address, link.name)}</p>
<p class="quiet">${link.hint}</p>
${mail}`,
  });
}

function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, timeline, notice, from } = shown;
  const title = `Order ${order.orderNumber}`;
  const pager = renderLinePager(order, from, orderAddress(order.orderId));
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const to = from + linesOnPage;
  const priceAddress = ({ partNumber, quantity, pricedAt }: StoredLine) =>
    explanationAddress(order.accountId, partNumber, String(quantity), utcDay(pricedAt));
  const history = renderCard({ title: "History", body: renderTimeline(events) });
  return {
    title,
    above: { href: "/console/orders", text: texts.list.title },
    heading: html`${title} ${renderStatus(order.status)}${renderUrgency(order)}`,
    primary: renderOrderSteps(order.status) ?? undefined,
    body: html`${notice}${renderCard({
      title: texts.order.lines(order.lines.length),
      body: renderLines({ order, review: null, form: null, from, to, partAddress, priceAddress }),
    })}${pager}${renderNotes(shown)}${history}`,
    side: html`${renderSide(shown)}${renderCustomerLink(shown)}${renderCard({
      title: "Reference",
      body: renderFacts(shown),
    })}`,
  };
}

// The open change requests on the page of an order.
/** What was requested and by whom; those who have left have no address. Null if nothing is open. */
async function renderChangeRequests(
  db: Database,
  order: StoredOrder,
  timeline: readonly OrderEvent[],
  mayChange: boolean,
): Promise<Html | null> {
  const open = listOpenChangeRequests(timeline);
  if (open.length === 0) return null;
  const senders = new Set(open.flatMap(({ actorId }) => actorId ?? []));
  const users = await Promise.all([...senders].map((id) => selectUser(db, id as UserId)));
  const { orderId, orderNumber, poNumber, version } = order;
  const subject = texts.order.mailSubject(orderNumber, poNumber && formatPoNumber(poNumber));
  const requests = open.map(({ actorId, actorName, at, message }) => {
    const email = users.find((user) => user?.userId === actorId)?.email;
    const mail =
      email === undefined ? null : html`<a href="${mailTo(email, subject)}">${email}</a>`;
    return html`<p>${texts.changes.by(actorName ?? texts.order.unknown, mail, renderMoment(at))}</p>
<p class="typed">${message}</p>
`;
  });
  const form = renderForm({
    action: orderAddress(orderId, "/answered"),
    hidden: { version: String(version) },
    body: html`<p class="quiet">Reply to the buyer. To change lines, cancel the order and draft a new one.</p>
`,
    button: { text: "Mark as answered" },
  });
  const title = texts.changes.title(open.length);
  return renderNotice("short", title, html`${requests}${mayChange && form}`);
}

const shownNotes = 100;

const messages: Messages<StoredOrder> = {
  drafted: draftTexts.done.drafted,
  "drafted-already": ({ accountId }) =>
    renderNotice(
      "neutral",
      draftTexts.done.already,
      draftTexts.done.alreadyHint(newDraftAddress(accountId)),
    ),
  fulfilled: () =>
    renderNotice("good", "Order fulfilled.", html`<a href="/console/orders">Orders to fulfil</a>`),
  corrected: () => renderNotice("good", texts.correction.done),
  cancelled: () =>
    renderNotice(
      "good",
      "Order cancelled. Its stock is no longer allocated, and the buyer is notified.",
    ),
  repeated: () => renderNotice("good", "Already done. Nothing was changed twice."),
  answered: () => renderNotice("good", "Change request marked as answered."),
  noted: () => renderNotice("good", "Note added."),
};

/** Warns before fulfilling what may not be there. */
function renderShortOffers(short: Awaited<ReturnType<typeof selectShortOffers>>): Html | null {
  if (short.length === 0) return null;
  const points = short.map(({ partNumber, onHand, allocated }) => {
    const counts = `on hand ${formatCount(onHand)}, allocated ${formatCount(allocated)}`;
    return html`<li>${partNumber}: ${counts}</li>\n`;
  });
  return renderNotice(
    "short",
    texts.order.short,
    html`<ul>\n${points}</ul>\n<p><a href="${shortfallsPath}">All shortfalls</a></p>`,
  );
}

/** `more`: the forms that were refused, and why. */
export async function showOrder(
  { db, publicUrl }: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  more: RefusedForms & { readonly notice?: Html | null; readonly status?: 409 | 422 } = {},
): Promise<Answer> {
  const {
    status = 200,
    notice = renderMessage(messages, visit.query.text("done"), order),
    ...forms
  } = more;
  const [timeline, notes, account, contact, short] = await Promise.all([
    selectTimeline(db, order.orderId),
    selectNotes(db, order.orderId, shownNotes),
    selectAccount(db, order.accountId),
    selectOrderContact(db, order.orderId),
    order.status === "confirmed" ? selectShortOffers(db, [...sumByOffer(order.lines).keys()]) : [],
  ]);
  const mayChange = mayUse(operators, visit.signedIn);
  const requests = await renderChangeRequests(db, order, timeline, mayChange);
  const from = readFrom(visit.query.text("from"));
  const page = presentOrder({
    order,
    timeline,
    notes,
    notice: html`${notice}${requests}${renderShortOffers(short)}`,
    ...forms,
    accountName: account?.name ?? order.accountId,
    contact,
    publicUrl,
    mayChange,
    from: from < order.lines.length ? from : 0,
  });
  return answerPage(page, status);
}
