import { randomUUID } from "node:crypto";
import { nameOrder, renderStatus, titleOrder } from "../../components/nameOrder.ts";
import { linesOnPage, renderLinePager, renderLines } from "../../components/orderLines.ts";
import { renderOrderSteps } from "../../components/orderSteps.ts";
import { toTimelineEvent } from "../../components/orderTimeline.ts";
import { limits } from "../../contract/limits.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderDay, renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { renderTimeline } from "../../html/timeline.ts";
import type { Money } from "../../money.ts";
import type { DraftReview, ReviewedLine } from "../../orders/drafts/reviewDraft.ts";
import { priceLifeDays, type StoredOrder } from "../../orders/order.ts";
import type { OrderEvent } from "../../orders/orderEvent.ts";
import { formatMoney } from "../../price.ts";
import type { SitePage } from "../../site/visit.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import { renderPriceContact } from "../parts/askForPrice.ts";
import { type AddForm, draftForm, renderAddForm } from "./addForm.ts";
import { renderChangedElsewhere } from "./changedElsewhere.ts";
import { formOfDraft, repeatShown } from "./typedDraft.ts";

/** What an order's page shows. `form` is the state of a refused form. */
export type OrderPageFacts = {
  readonly order: StoredOrder;
  /** Null unless the order is a draft. */
  readonly review: DraftReview | null;
  readonly timeline: readonly OrderEvent[];
  readonly notice?: Html | null;
  readonly form?: FormState;
  readonly adding?: AddForm;
  readonly from: number;
  /** For an operator who views the site as a buyer. */
  readonly isReadOnly: boolean;
  readonly supportEmail: string;
};

/** When the first line of the draft loses its price. */
function pricesHoldUntil({ lines }: StoredOrder): Date {
  const first = Math.min(...lines.map(({ pricedAt }) => pricedAt.getTime()));
  return new Date(first + priceLifeDays * 86_400_000);
}

/** Whom to ask if a line has lost its price; null if none has. */
function renderUnpriced({ draft, lines }: DraftReview, supportEmail: string): Content {
  const isUnpriced = ({ faults }: ReviewedLine) =>
    faults.some(({ code }) => code === "PRICE_ON_REQUEST");
  return lines.some(isUnpriced)
    ? renderPriceContact(supportEmail, `order ${draft.orderNumber}`)
    : null;
}

/** With the id of the draft's form, its buttons save what was typed into it. */
export function renderChangeNotices(
  review: DraftReview,
  supportEmail: string,
  form?: string,
): Html {
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
          html`<p>The marked lines can't be ordered as entered. Change or remove them, or reduce all
quantities to the available stock. Lines without stock or price are then removed.</p>
${renderUnpriced(review, supportEmail)}${post("/fit", "Reduce to available stock")}`,
        );
  const movedNotice =
    movedPrices === 0
      ? null
      : renderNotice(
          "neutral",
          `${formatCounted(movedPrices, "price")} changed since this draft was created`,
          html`<p>The draft keeps its prices until ${renderDay(pricesHoldUntil(draft))}.</p>
${post("/reprice", "Update to today’s prices")}`,
        );
  const repricedNotice =
    repriced === 0
      ? null
      : renderNotice(
          "short",
          `${formatCounted(repriced, "price has", "prices have")} changed`,
          `Drafts keep prices above 0 for ${priceLifeDays} days. After that, today’s prices apply.`,
        );
  return html`${blockedNotice}${repricedNotice}${movedNotice}`;
}

function renderFacts({ order, timeline }: OrderPageFacts): Html {
  const [first] = timeline;
  const key = first?.actor === "key" ? "key " : "";
  const facts = renderDefinitions([
    { term: "Order number", value: renderCopyable(order.orderNumber, "the order number") },
    { term: "Order ID", value: renderCopyable(order.orderId, "the order ID") },
    { term: "Created by", value: `${key}${first?.actorName ?? "unknown"}` },
    { term: "Request", value: renderCopyable(order.requestId, "the request ID") },
    ...(order.notes === null || order.status === "draft"
      ? []
      : [{ term: "Notes", value: html`<span class="typed">${order.notes}</span>` }]),
  ]);
  return renderCard({ title: "Reference", body: facts });
}

function renderFiles({ orderId, status }: StoredOrder): Html {
  const pdf = orderAddress(orderId, "/quote.pdf");
  const name = status === "draft" ? "Quote" : "Order";
  return html`<p class="unprinted files">${renderIcon("download")} ${name} as PDF:
<a href="${pdf}">A4</a>, <a href="${pdf}?paper=letter">Letter</a> · Lines:
<a href="${orderAddress(orderId, "/lines.csv")}">CSV</a></p>
`;
}

/** One more click is enough: a discarded draft can be duplicated. */
function renderDiscard(order: StoredOrder): Html {
  const form = renderForm({
    action: orderAddress(order.orderId, "/discard"),
    hidden: { version: String(order.version) },
    button: { text: `Discard ${nameOrder(order)}`, kind: "danger" },
  });
  const title = "A discarded draft can't be confirmed any more. You can duplicate it.";
  return renderQuestion("Discard draft", title, form);
}

/** What the account saves against the list prices; null if nothing, or if some are unknown. */
function findSaving({ lines, subtotal }: StoredOrder): Money | null {
  const { currency } = subtotal;
  if (lines.some(({ listPrice }) => listPrice?.currency !== currency)) return null;
  const saved = lines.map(({ listPrice, unitPrice, quantity }) => {
    return ((listPrice?.minor ?? 0n) - unitPrice.minor) * BigInt(quantity);
  });
  const minor = saved.reduce((sum, one) => sum + one, 0n);
  return minor > 0n ? { minor, currency } : null;
}

function countLines({ lines }: StoredOrder): string {
  return formatCounted(lines.length, "line");
}

function describeOrder({ order, timeline }: OrderPageFacts): Html {
  const [first] = timeline;
  const by = first && ` by ${first.actor === "key" ? "key " : ""}${first.actorName ?? "unknown"}`;
  const until =
    order.status === "draft" && html` · prices valid until ${renderDay(pricesHoldUntil(order))}`;
  return html`Created${by}, ${renderMoment(order.createdAt)}${until}`;
}

function renderSide(shown: OrderPageFacts, confirming: Html | null): Html {
  const { order, review } = shown;
  const subtotal = review?.subtotal ?? order.subtotal;
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const saving = findSaving(order);
  const duplicate = renderForm({
    action: orderAddress(order.orderId, "/duplicate"),
    hidden: { form: randomUUID() },
    button: { text: "Duplicate order" },
  });
  const body = html`${renderDefinitions([
    { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
    { term: "Units", value: formatCount(units), kind: "number" },
    {
      term: "You save",
      value: saving && html`<span class="saving">${formatMoney(saving)}</span>`,
      kind: "number",
    },
    { term: "Subtotal", value: formatMoney(subtotal), kind: "sum" },
  ])}${[
    confirming,
    renderFiles(order),
    duplicate,
    order.status === "draft" ? renderDiscard(order) : null,
  ]}`;
  return renderSummaryBox("Summary", body);
}

function renderDraftForm(shown: OrderPageFacts, form: FormState): Html {
  const { order, review, from } = shown;
  const save = renderActions(renderButton({ text: "Save changes", name: "save", value: "yes" }));
  const details = html`<div class="fields">${renderTextField(form, {
    name: "po_number",
    label: "PO number",
    optional: true,
    maxLength: limits.poNumberLength,
    autocomplete: "off",
  })}${renderTextArea(form, { name: "notes", label: "Notes", optional: true, rows: 2 })}</div>
`;
  const body = html`${renderFaults(form)}${renderCard({
    title: countLines(order),
    body: renderLines({ order, review, form, from, to: from + linesOnPage, partAddress }),
  })}${renderCard({ title: "Order details", body: details, foot: save })}`;
  const place = { version: String(order.version), from: String(from + 1) };
  const hidden = { ...place, ...repeatShown(order) };
  const action = orderAddress(order.orderId);
  return renderForm({ action, id: draftForm, guarded: true, hidden, body });
}

/** Enter in a field presses the first button of a form, which must save. */
const enterButton = html`<button form="${draftForm}" name="save" value="yes" hidden></button>
`;

/**
 * Saves what was typed, then shows the review. Nothing can be typed in a view as a buyer, so there
 * it is a link.
 */
function renderReviewButton({ order, isReadOnly }: OrderPageFacts): Html {
  const text = "Review and confirm";
  if (isReadOnly) {
    return renderButtonLink(orderAddress(order.orderId, "/confirm"), text, "primary");
  }
  const button = { text, kind: "primary", name: "review", value: "yes", form: draftForm } as const;
  return renderButton(button);
}

export function presentOrder(shown: OrderPageFacts): SitePage {
  const { order, review, timeline, notice, from, supportEmail } = shown;
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
      renderChangeNotices(review, supportEmail, draftForm),
      renderChangedElsewhere(review, shownLines, address),
    ]}`;
  return {
    title: titleOrder(order),
    heading: html`${titleOrder(order)} ${renderStatus(order.status)}`,
    sentence: describeOrder(shown),
    above: { href: "/orders", text: "Orders" },
    primary: renderOrderSteps(order.status) ?? undefined,
    body: html`${[
      order.status === "draft" ? enterButton : null,
      notice,
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
<strong>${formatMoney(review?.subtotal ?? order.subtotal)}</strong></span>${confirming}`
        : undefined,
  };
}
