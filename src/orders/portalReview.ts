import { UnknownOutcomeError } from "../db/databaseErrors.ts";
import { orderAddress, partAddress, quoteAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount, formatCounted, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import {
  freshForm,
  renderActions,
  renderButton,
  renderButtonLink,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { formatMoney } from "../kit/price.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import { confirmOrder } from "./drafts/confirmOrder.ts";
import {
  type DraftReview,
  findLineStock,
  listDifferences,
  loadDraftReview,
} from "./drafts/reviewDraft.ts";
import type { StoredOrder } from "./order.ts";
import { busyNotice, changeDraft } from "./portalChanges.ts";
import { loadUsedAddresses, readUnsaved, repeatShown, writeOrderFields } from "./portalForm.ts";
import {
  renderChangedElsewhere,
  renderChangeNotices,
  renderLineLink,
  renderLineLinks,
} from "./portalOrder.ts";
import {
  linesOnPage,
  orderFields,
  readFrom,
  readOrderFields,
  renderLinePager,
  renderLines,
  renderOrderFields,
} from "./sharedLines.ts";
import { nameOrder, renderOrderSteps, renderUrgency, titleOrder } from "./sharedOrders.ts";
import { type NamedOrder, type SimilarOrder, selectSimilarOrders } from "./summaryQueries.ts";

// Confirming a draft as its review shows it (decision 87).

// The review of a draft before it is confirmed. Its form carries a fingerprint of what it shows, so
// that exactly this is confirmed (decision 87).

const differenceWords = {
  number: "Part number changed",
  condition: "Condition",
  certificate: "Certificate not listed",
  quantity: "Quantity",
  day: "Needed earlier",
};

/**
 * Which lines differ from what was requested, with links to them; null if none does. `address` is
 * the page's.
 */
function renderDifferences(review: DraftReview, address: string): Html | null {
  const found = [...listDifferences(review)];
  if (found.length === 0) return null;
  const lines = new Set(found.flatMap(([, numbers]) => numbers));
  const points = found.map(
    ([kind, numbers]) => html`<li>${differenceWords[kind]}:${renderLineLinks(numbers, address)}</li>
`,
  );
  return renderNotice(
    "short",
    `${formatCounted(lines.size, "line differs", "lines differ")} from what was requested`,
    html`<ul>\n${points}</ul>`,
  );
}

/** The other orders that are named for one reason. */
const maxSimilar = 3;

type ReviewSetting = {
  readonly notice: Html | null;
  readonly similar: readonly SimilarOrder[];
  /** Addresses that were used before. */
  readonly used: readonly string[];
  readonly isReadOnly: boolean;
  /** The first line to show. */
  readonly from: number;
};

function renderConfirmButton({ draft, subtotal }: DraftReview): Html {
  const text = `Confirm ${nameOrder(draft)}, ${formatUnbrokenMoney(subtotal)}`;
  return renderActions(renderButton({ text, kind: "primary" }));
}

/** What is written to the order, as it would be confirmed. */
function renderWritten({ draft }: DraftReview): Html {
  const written = orderFields.flatMap(({ of, label }) => {
    const text =
      draft[of] ?? (of === "shipTo" ? "The address that the distributor has on file" : null);
    return text === null ? [] : [{ term: label, value: html`<span class="typed">${text}</span>` }];
  });
  return renderDefinitions(written);
}

/**
 * The fields of what is written, with a button that saves it; Enter in a field presses that too.
 * They are folded, as the page of the draft has them too, unless there is no PO number.
 */
function renderTexts({ draft }: DraftReview, used: readonly string[]): Html {
  const action = orderAddress(draft.orderId);
  const fields = renderOrderFields(freshForm(writeOrderFields(draft)), used, action);
  const save = renderButton({ text: "Save", action });
  return html`<button formaction="${action}" hidden></button>
<details class="folded"${draft.poNumber === null && html` open`}>
<summary class="button plain">Edit PO, ship-to and notes</summary>
<div class="fields">${fields}${renderActions(save)}</div>
</details>
`;
}

const fingerprintField = "reviewed";

/** The fields of both buttons: one saves what is written, the other confirms what is shown. */
function listHidden(review: DraftReview): Readonly<Record<string, string>> {
  const { draft, blocked, fingerprint } = review;
  const shown = { version: String(draft.version), ...repeatShown(draft), review: "yes" };
  return blocked > 0 ? shown : { [fingerprintField]: fingerprint, ...shown };
}

function nameOrders(others: readonly NamedOrder[], all: string): readonly Html[] {
  const links = others
    .slice(0, maxSimilar)
    .map(({ orderId, orderNumber }) => html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`);
  const more = html`<a href="${all}">other orders</a>`;
  const listed = others.length > maxSimilar ? [...links, more] : links;
  return listed.map((link, at) => html`${at === 0 ? "" : ", "}${link}`);
}

/** One PO may cover several orders, but it may also have been ordered already. */
function renderSimilar({ draft }: DraftReview, others: readonly SimilarOrder[]): Html | null {
  if (others.length === 0) return null;
  const ofPo = others.filter(({ isSamePo }) => isSamePo);
  const ofParts = others.filter(({ isSameParts }) => isSameParts);
  const query = new URLSearchParams({ q: draft.poNumber ?? "" });
  const samePo =
    ofPo.length > 0 && html`This PO number is also on ${nameOrders(ofPo, `/orders?${query}`)}.`;
  const sameParts =
    ofParts.length > 0 &&
    html`The same parts and quantities were confirmed in the last 14 days: ${nameOrders(ofParts, "/orders")}.`;
  const between = samePo && sameParts && " ";
  return renderNotice("short", html`${samePo}${between}${sameParts}`);
}

/** Lines that are named because their needed-by day was not read; more are counted. */
const maxUnread = 5;

/**
 * Which lines have a needed-by day that was not read; else that what is needed by a day is in
 * stock. Null if something is not, or nothing has a day. `address` is the page's.
 */
function renderDays({ lines }: DraftReview, address: string): Html | null {
  const unread = lines.flatMap(({ before }, place) => {
    const { day } = before.requested.unread;
    return day === undefined ? [] : [{ line: place + 1, text: day }];
  });
  if (unread.length > 0) {
    const points = unread.slice(0, maxUnread).map(({ line, text }) => {
      const link = renderLineLink(line, address, `Line ${line}`);
      return html`<li>${link}: “<span class="typed">${text}</span>” was not read as a needed-by day.</li>\n`;
    });
    const more = unread.length - points.length;
    const rest = more > 0 && html`<li>${formatCounted(more, "more line")}</li>\n`;
    const title = `${formatCounted(unread.length, "line has", "lines have")} an unclear date`;
    return renderNotice("short", title, html`<ul>\n${points}${rest}</ul>`);
  }
  const needed = lines.filter(({ before }) => before.neededBy !== null);
  const isMet = needed.every((line) => line.late === null && findLineStock(line) === "enough");
  return needed.length > 0 && isMet
    ? renderNotice("good", "All lines with a needed-by day are in stock.")
    : null;
}

function renderSums({ draft, subtotal }: DraftReview): Html {
  const before = draft.subtotal;
  const isMoved = before.minor !== subtotal.minor;
  return renderDefinitions([
    { term: "Order", value: html`<code>${draft.orderNumber}</code>` },
    { term: "Lines", value: formatCount(draft.lines.length), kind: "number" },
    ...(isMoved
      ? [{ term: "Previous subtotal", value: formatMoney(before), kind: "number" } as const]
      : []),
    { term: "Subtotal", value: formatMoney(subtotal), kind: "sum" },
  ]);
}

/** In a view as a buyer, which is read-only, there is no form. */
function renderBox(review: DraftReview, setting: ReviewSetting): Html {
  const { draft, blocked } = review;
  const { similar, used, isReadOnly } = setting;
  const sums = renderSums(review);
  const back = renderButtonLink(orderAddress(draft.orderId), "Back to draft", "plain");
  if (isReadOnly) {
    const body = [renderWritten(review), sums, renderSimilar(review, similar)];
    return renderSummaryBox("Order", html`${body}${renderActions(back)}`);
  }
  const confirming =
    blocked > 0
      ? html`<p>First fix the lines that can't be ordered.</p>`
      : renderConfirmButton(review);
  const texts = [renderWritten(review), renderTexts(review, used)];
  const body = [texts, sums, renderSimilar(review, similar), confirming];
  const form = renderForm({
    action: orderAddress(draft.orderId, "/confirm"),
    hidden: listHidden(review),
    body: html`${body}`,
  });
  return renderSummaryBox("Order", html`${form}${renderActions(back)}`);
}

function presentReview(review: DraftReview, setting: ReviewSetting): SitePage {
  const { draft } = review;
  const { notice, from } = setting;
  const first = from < draft.lines.length ? from : 0;
  const shown = { from: first, to: first + linesOnPage };
  const address = orderAddress(draft.orderId, "/confirm");
  const title = `Confirm ${nameOrder(draft)}?`;
  return {
    title,
    heading: html`${title}${renderUrgency(draft)}`,
    sentence: "Confirming allocates the stock and sends the order to the distributor.",
    above: { href: orderAddress(draft.orderId), text: titleOrder(draft) },
    primary: renderOrderSteps("review") ?? undefined,
    body: html`${[
      notice,
      renderChangeNotices(review),
      renderChangedElsewhere(review, shown, address),
      renderDifferences(review, address),
      renderDays(review, address),
      renderCard({
        title: formatCounted(draft.lines.length, "line"),
        body: renderLines({
          order: draft,
          review,
          form: null,
          ...shown,
          partAddress,
          quoteAddress,
        }),
      }),
      renderLinePager(draft, shown.from, address),
    ]}`,
    side: renderBox(review, setting),
  };
}

/** An order with the same parts that was confirmed in this time may be the same one. */
const recentMs = 14 * 86_400_000;

const changedNotice = renderNotice(
  "short",
  "Not confirmed: the order changed in the meantime",
  "This is the current version. Review it and confirm again.",
);

/** Why what was typed was saved but its order not confirmed, by the text in the address. */
const notices = {
  saved: () => renderNotice("neutral", "Saved. Check the order and confirm it."),
  changed: () => changedNotice,
  busy: () => busyNotice,
} satisfies Messages;

async function answerReview(
  context: PortalContext,
  { now }: Visit,
  review: DraftReview,
  {
    notice = null,
    from = 0,
    isReadOnly = false,
    status = 200,
  }: Partial<ReviewSetting> & { status?: 200 | 409 },
): Promise<Answer> {
  const { db } = context;
  const [similar, used] = await Promise.all([
    selectSimilarOrders(db, review.draft, new Date(now.getTime() - recentMs), maxSimilar + 1),
    loadUsedAddresses(db, review.draft),
  ]);
  const setting = { notice, similar, used, from, isReadOnly };
  return answerPage(presentReview(review, setting), status);
}

function leadToOrder({ orderId, status }: StoredOrder): Answer {
  const isConfirmed = status === "confirmed" || status === "fulfilled";
  return redirect(orderAddress(orderId, isConfirmed ? "?done=already" : ""));
}

/** The answer to a confirmation that may or may not have been committed. */
function presentUnknown({ orderId }: StoredOrder): SitePage {
  return {
    title: "The outcome is unknown",
    sentence: "The connection to the database was lost while the order was being confirmed.",
    body: html`<p>Reload the page to see whether the order is confirmed.</p>
${renderActions(renderButtonLink(orderAddress(orderId), "Reload order", "primary"))}`,
  };
}

export const showReview: Handler<StoredOrder> = async (context, visit, order) => {
  if (order.status !== "draft") return redirect(orderAddress(order.orderId));
  const review = await loadDraftReview(context.db, order, visit.now);
  const notice = renderMessage(notices, visit.query.text("done"), null);
  const isReadOnly = visit.signedIn.viewedBy !== undefined;
  const from = readFrom(visit.query.text("from"));
  return answerReview(context, visit, review, { notice, from, isReadOnly });
};

/** Saves what was typed without confirming, and shows the review with it and the reason. */
async function saveTyped(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  done: keyof typeof notices,
): Promise<Answer> {
  const change = { edit: {}, done: "saved", isConfirming: true } as const;
  const answer = await changeDraft(context, visit, order, change);
  return answer.kind === "redirect"
    ? redirect(orderAddress(order.orderId, `/confirm?done=${done}`))
    : answer;
}

export const confirmDraft: Handler<StoredOrder> = async (context, visit, order) => {
  const { signedIn, requestId, now, form } = visit;
  const { db, log, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { orderId } = order;
  const typed = readUnsaved(form);
  const isTyped = Object.keys(typed).length > 0 && order.status === "draft";
  const save = (done: keyof typeof notices) => saveTyped(context, visit, order, done);
  if (isTyped && readOrderFields(form).faults.length > 0) return save("saved");
  const fingerprint = form.text(fingerprintField);
  const confirmed = await confirmOrder(
    db,
    { signedIn, orderId, fingerprint, typed, requestId, now },
    { encryption, supportEmail, publicUrl },
  ).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    log.error({ request_id: requestId, err: error }, "request failed");
    return { outcome: "not known" } as const;
  });
  switch (confirmed.outcome) {
    case "not known":
      return answerPage(presentUnknown(order), 503);
    case "unknown":
      return notFound;
    case "confirmed":
      context.countOrder("confirmed", 1);
      return redirect(orderAddress(orderId, "?done=confirmed"));
    case "already":
    case "closed":
      return leadToOrder(confirmed.order);
    case "same PO":
      return save("saved");
    case "changed":
      if (isTyped) return save("changed");
      return answerReview(context, visit, confirmed.review, { notice: changedNotice, status: 409 });
    case "busy": {
      if (isTyped) return save("busy");
      const review = await loadDraftReview(db, order, now);
      return answerReview(context, visit, review, { notice: busyNotice, status: 409 });
    }
  }
};
