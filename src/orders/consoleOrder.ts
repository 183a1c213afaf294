import { selectAccount } from "../accounts/queries.ts";
import { operatorActor } from "../audit/actor.ts";
import { shortfallsPath } from "../catalog/consoleShortfalls.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import {
  explanationAddress,
  linkAccount,
  newDraftAddress,
  orderAddress,
  partAddress,
  quoteRequestAddress,
  requestAddress,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { mayUse, operators } from "../kit/access.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCopyable } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderTextArea, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { mailTo } from "../kit/html/mailTo.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import { findTypedNameFault, renderQuestion, renderTypedName } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTimeline } from "../kit/html/timeline.ts";
import { formatMoney } from "../kit/price.ts";
import { type Fields, readFormVersion } from "../kit/site/fields.ts";
import type { Load } from "../kit/site/routes.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import type { SignedInOperator, UserId } from "../signIn/signedIn.ts";
import { selectUser } from "../signIn/userQueries.ts";
import type { OrderEnd } from "./endOrder.ts";
import {
  addOrderNote,
  answerChangeRequests,
  correctReference,
  endByOperator,
  maxNoteLength,
  type OperatorOutcome,
} from "./operatorChanges.ts";
import {
  type OrderNote,
  selectNotes,
  selectOrderContact,
  selectShortOffers,
} from "./operatorQueries.ts";
import {
  endOfDraft,
  formatPoNumber,
  type StoredLine,
  type StoredOrder,
  shortOrderName,
  sumByOffer,
} from "./order.ts";
import { findReference, listOpenChangeRequests, type OrderEvent } from "./orderEvent.ts";
import { selectOrder, selectTimeline } from "./queries.ts";
import { linesOnPage, readFrom, renderLinePager, renderLines } from "./sharedLines.ts";
import {
  nameActor,
  nameOrder,
  renderNumber,
  renderOrderSteps,
  renderStatus,
  renderUrgency,
  statusWords,
  toTimelineEvent,
} from "./sharedOrders.ts";
import { awaitReplicated } from "./summaryQueries.ts";

// The forms on the page of an order.

/** `:order` of any account. */
export const loadOrder: Load<ConsoleContext, SignedInOperator, StoredOrder> = async (
  { db },
  visit,
) => {
  const id = visit.param("order");
  const found = isUuid(id) ? await selectOrder(db, null, id) : undefined;
  if (found !== undefined) await awaitReplicated(db, [found]);
  return found;
};

/** In characters. */
export const endBounds = { reference: 100, reason: 500 } as const;

/** The forms of the page, by the prefixes of their fields. */
type FormName = "fulfil" | "correct" | "cancel" | "note";

/** A form that was refused, as it was sent. */
type Refused = FormState & { readonly prefix: FormName };

/** A form as it was refused, or else as it begins. */
function stateOf(
  refused: Refused | undefined,
  prefix: FormName,
  values: Readonly<Record<string, string>> = {},
): FormState {
  return refused?.prefix === prefix ? refused : { ...freshForm(values), prefix };
}

function renderReferenceField(state: FormState, hint: string): Html {
  const field = { name: "reference", label: "Delivery reference", code: true } as const;
  const maxLength = endBounds.reference;
  return renderTextField(state, { ...field, hint, maxLength, autocomplete: "off" });
}

/** The forms that change the state of an order, or what it was fulfilled with. */
function renderChanges({ order, timeline, mayChange, refused }: OrderPageFacts): Html | null {
  const reference = findReference(timeline);
  if (!mayChange) return null;
  const hidden = { version: String(order.version) };
  const address = (under: string) => orderAddress(order.orderId, under);
  if (order.status === "fulfilled" && reference !== undefined) {
    const state = stateOf(refused, "correct", { reference });
    const hint = "The buyer sees the new reference, and the earlier one in the history.";
    const form = renderForm({
      action: address("/reference"),
      hidden,
      label: "Correct reference",
      body: html`${renderFaults(state)}<p class="quiet">The order stays fulfilled, because the buyer may have recorded the receipt. If it hasn't shipped yet, enter the delivery reference once it has.</p>
${renderReferenceField(state, hint)}`,
      button: { text: "Save reference", kind: "primary" },
    });
    return renderQuestion("Correct reference", "Correct the delivery reference", form, state);
  }
  if (order.status !== "confirmed") return null;
  const fulfilling = stateOf(refused, "fulfil");
  const hint = "Air waybill, tracking or packing slip number. Visible to the buyer.";
  const fulfilment = renderForm({
    action: address("/fulfil"),
    hidden,
    label: "Fulfil order",
    body: html`${renderFaults(fulfilling)}${renderReferenceField(fulfilling, hint)}`,
    button: { text: `Fulfil ${nameOrder(order)}`, kind: "primary" },
  });
  // Cancelling cannot be undone, so the name of the order must be typed.
  const cancelling = stateOf(refused, "cancel");
  const cancellation = renderForm({
    action: address("/cancel"),
    hidden,
    label: "Cancel order",
    body: html`${renderFaults(cancelling)}${renderTextField(cancelling, {
      name: "reason",
      label: "Reason",
      hint: "Sent to the buyer and shown on the order.",
      maxLength: endBounds.reason,
      autocomplete: "off",
    })}${renderTypedName(cancelling, shortOrderName(order))}`,
    button: { text: `Cancel ${nameOrder(order)}`, kind: "danger" },
  });
  return html`${fulfilment}${
    refused?.prefix === "cancel"
      ? cancellation
      : renderQuestion("Cancel order", "Cancelling cannot be undone.", cancellation)
  }`;
}

type OrderPageFacts = {
  readonly refused: Refused | undefined;
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
  return `Notes from ${nameActor(author, "Unknown")}`;
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
    { term: "Created by", value: nameActor(first, "Unknown") },
    {
      term: "Confirmed by",
      value: confirmed ? html`${confirmed.actorName}, ${renderMoment(confirmed.at)}` : null,
    },
    {
      term: "Fulfilled by",
      value: fulfilled ? html`${fulfilled.actorName}, ${renderMoment(fulfilled.at)}` : null,
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

function renderNotes({ order, notes, mayChange, refused }: OrderPageFacts): Html {
  const listed = notes.map(({ at, operatorName, text }) => ({
    at,
    title: html`<span class="typed">${text}</span>`,
    note: operatorName,
  }));
  const none = html`<p class="quiet">No notes yet. Notes are not visible to buyers.</p>\n`;
  const state = stateOf(refused, "note");
  const form = renderForm({
    action: orderAddress(order.orderId, "/notes"),
    label: "Add note",
    body: html`${renderFaults(state)}${renderTextArea(state, {
      name: "text",
      label: "New note",
      hint: "Only visible to operators. Notes cannot be edited or deleted.",
      rows: 2,
      maxLength: maxNoteLength,
    })}`,
    button: { text: "Add note" },
  });
  return renderCard({
    title: "Internal notes",
    body: html`${notes.length === 0 ? none : renderTimeline(listed)}${
      mayChange && html`<div class="unprinted">${form}</div>`
    }`,
  });
}

/** The subject of an e-mail about an order. */
function nameInMail({ orderNumber, poNumber }: StoredOrder): string {
  return poNumber === null
    ? `Order ${orderNumber}`
    : `Order ${orderNumber} (${formatPoNumber(poNumber)})`;
}

/** Opens an e-mail whose subject names the order. */
function linkContact({ order, contact }: OrderPageFacts): Html | null {
  if (contact === null) return null;
  const subject = nameInMail(order);
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
      { term: "State", value: renderStatus(order.status) },
      { term: "Confirm until", value: end },
      { term: "PO", value: order.poNumber && renderNumber(order.poNumber) },
      { term: "Account", value: linkAccount(order.accountId, accountName) },
      { term: "Contact", value: linkContact(shown) },
      { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
      { term: "Subtotal", value: formatMoney(order.subtotal), kind: "sum" },
      {
        term: "Delivery reference",
        value: reference === undefined ? null : renderCopyable(reference, "the delivery reference"),
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
  const { orderId, orderNumber } = order;
  const address = `${publicUrl}/orders/${orderId}`;
  const subject = `Order ${orderNumber} to confirm`;
  const text = `We drafted order ${orderNumber} for you. Please review and confirm it:\n\n${address}\n`;
  const mail =
    contact &&
    html`<p><a href="${mailTo(contact, subject, text)}">Write to ${contact}</a></p>
`;
  return renderCard({
    title: "Link for the customer",
    body: html`<p>${renderCopyable(address, "the link for the customer")}</p>
<p class="quiet">Only the customer's people can open it, and confirm the draft.</p>
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
    above: { href: "/console/orders", text: "Orders" },
    heading: html`${title} ${renderStatus(order.status)}${renderUrgency(order)}`,
    primary: renderOrderSteps(order.status) ?? undefined,
    body: html`${notice}${renderCard({
      title: formatCounted(order.lines.length, "line"),
      body: renderLines({
        ...{ order, review: null, form: null, from, to },
        ...{ partAddress, priceAddress, quoteAddress: quoteRequestAddress },
      }),
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
  const { orderId, version } = order;
  const subject = nameInMail(order);
  const requests = open.map(({ actorId, actorName, at, message }) => {
    const email = users.find((user) => user?.userId === actorId)?.email;
    const mail =
      email === undefined ? null : html`<a href="${mailTo(email, subject)}">${email}</a>`;
    return html`<p>${html`${actorName ?? "Unknown"}${mail && html`, ${mail}`}, ${renderMoment(at)}`}</p>
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
  const title =
    open.length === 1 ? "Change requested" : `${formatCount(open.length)} changes requested`;
  return renderNotice("short", title, html`${requests}${mayChange && form}`);
}

const shownNotes = 100;

const messages: Messages<StoredOrder> = {
  drafted: "Draft created. Send its link to the customer.",
  "drafted-already": ({ accountId }) =>
    renderNotice(
      "neutral",
      "This form already created this draft",
      html`Nothing was created twice. <a href="${newDraftAddress(accountId)}">Draft another order</a>`,
    ),
  fulfilled: () =>
    renderNotice("good", "Order fulfilled.", html`<a href="/console/orders">Orders to fulfil</a>`),
  corrected: () =>
    renderNotice("good", "Reference corrected. The earlier one stays in the history."),
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
    "Less on hand than is allocated",
    html`<ul>\n${points}</ul>\n<p><a href="${shortfallsPath}">All shortfalls</a></p>`,
  );
}

/** What an order is shown again with: the form that was refused, and why. */
type Again = {
  readonly refused?: Refused;
  readonly notice?: Html | null;
  readonly status?: 409 | 422;
};

export async function showOrder(
  { db, publicUrl }: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  again: Again = {},
): Promise<Answer> {
  const { status = 200, refused } = again;
  const { notice = renderMessage(messages, visit.query.text("done"), order) } = again;
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
    refused,
    accountName: account?.name ?? order.accountId,
    contact,
    publicUrl,
    mayChange,
    from: from < order.lines.length ? from : 0,
  });
  return answerPage(page, status);
}

// Fulfilling and cancelling orders, correcting their references, and notes on them. If another
// operator was first, the second sees both versions.

const busyNotice = renderNotice(
  "short",
  "Nothing changed: the order or its stock is being updated",
  "Another order or an import is using its parts. Try again in a moment.",
);

/** A text of a form as one line. */
export function readLine(form: Fields, name: string): string {
  return form.text(name).replace(/\s+/g, " ").trim();
}

/** Checks that a text has 1 to `max` characters. */
function findLengthFault(text: string, field: string, max: number): FieldFault[] {
  if (text !== "" && [...text].length <= max) return [];
  return [{ field, text: `Enter a ${field} of 1 to ${max} characters.` }];
}

function describeLastChange(last: OrderEvent | undefined): Content {
  if (last === undefined) return "The order has changed since you opened it.";
  const by = last.actorName ?? "Automatic";
  const at = renderMoment(last.at);
  const { kind, details } = last;
  if (details.changeRequest !== undefined) return html`${by} requested a change on ${at}.`;
  return kind === "fulfilled" || kind === "cancelled"
    ? html`${by} changed the order to ${statusWords[kind][1].toLowerCase()} on ${at}.`
    : html`${by} changed the order on ${at}.`;
}

/** A change that the order may no longer allow. */
type Change = {
  readonly outcome: OperatorOutcome;
  /** What the address of the page says of it. */
  readonly done: "fulfilled" | "cancelled" | "corrected" | "answered";
  /** What was typed into a form, and the form. */
  readonly typed?: string;
  readonly refused?: Refused;
};

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  { outcome, done, typed, refused }: Change,
): Promise<Answer> {
  switch (outcome.outcome) {
    case "unknown":
      return notFound;
    case "busy": {
      const again = { notice: busyNotice, status: 409 } as const;
      return showOrder(context, visit, order, { ...again, ...(refused && { refused }) });
    }
    case "changed": {
      const last = (await selectTimeline(context.db, order.orderId)).at(-1);
      const body = html`<p>${describeLastChange(last)}</p>
${typed !== undefined && html`<p>You typed: <span class="typed">${typed}</span></p>\n`}`;
      const notice = renderNotice("short", "Nothing changed: the order is not as you saw it", body);
      return showOrder(context, visit, outcome.order, { notice, status: 409 });
    }
    case "repeated":
    case "done": {
      const isRepeated = outcome.outcome === "repeated" && typed !== undefined;
      return redirect(orderAddress(order.orderId, `?done=${isRepeated ? "repeated" : done}`));
    }
  }
}

/** What operators' changes have in common: the order as the form showed it, by whom, and when. */
function readChange(visit: Visit, { orderId }: StoredOrder) {
  const version = readFormVersion(visit.form);
  return { orderId, version, actor: operatorActor(visit), now: visit.now };
}

async function endOrder(
  context: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  { end, refused }: { readonly end: OrderEnd; readonly refused: Refused },
): Promise<Answer> {
  if (refused.faults.length > 0 && order.status === "confirmed") {
    return showOrder(context, visit, order, { refused, status: 422 });
  }
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const typed = end.kind === "fulfilled" ? end.reference : end.reason;
  const ending = { ...readChange(visit, order), end };
  const outcome = await endByOperator(db, ending, { encryption, supportEmail, publicUrl });
  if (outcome.outcome === "done") context.countOrder(end.kind, 1);
  return answerChange(context, visit, order, { outcome, done: end.kind, typed, refused });
}

export const fulfil: Handler<StoredOrder> = (context, visit, order) => {
  const { form } = visit;
  const reference = readLine(form, "reference");
  const faults = findLengthFault(reference, "reference", endBounds.reference);
  const refused = { value: form.text, faults, prefix: "fulfil" } as const;
  return endOrder(context, visit, order, { end: { kind: "fulfilled", reference }, refused });
};

export const correct: Handler<StoredOrder> = async (context, visit, order) => {
  const { form } = visit;
  const reference = readLine(form, "reference");
  const faults = findLengthFault(reference, "reference", endBounds.reference);
  const refused = { value: form.text, faults, prefix: "correct" } as const;
  if (faults.length > 0 && order.status === "fulfilled") {
    return showOrder(context, visit, order, { refused, status: 422 });
  }
  const correction = { ...readChange(visit, order), reference };
  const outcome = await correctReference(context.db, correction);
  const change = { outcome, done: "corrected", typed: reference, refused } as const;
  return answerChange(context, visit, order, change);
};

export const cancelOrder: Handler<StoredOrder> = (context, visit, order) => {
  const { form } = visit;
  const reason = readLine(form, "reason");
  const unnamed = findTypedNameFault(form.text, shortOrderName(order));
  const faults = [findLengthFault(reason, "reason", endBounds.reason), unnamed ?? []].flat();
  const refused = { value: form.text, faults, prefix: "cancel" } as const;
  return endOrder(context, visit, order, { end: { kind: "cancelled", reason }, refused });
};

export const markAnswered: Handler<StoredOrder> = async (context, visit, order) => {
  const outcome = await answerChangeRequests(context.db, readChange(visit, order));
  return answerChange(context, visit, order, { outcome, done: "answered" });
};

export const addNote: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, now } = visit;
  const text = form.text("text").trim();
  const faults = findLengthFault(text, "text", maxNoteLength);
  if (faults.length > 0) {
    const refused = { value: form.text, faults, prefix: "note" } as const;
    return showOrder(context, visit, order, { refused, status: 422 });
  }
  await addOrderNote(context.db, { order, text, actor: operatorActor(visit), now });
  return redirect(orderAddress(order.orderId, "?done=noted"));
};
