// /orders/:id: an order whole, and while it is a draft all that can be done to it.
import { randomUUID } from "node:crypto";
import { formatCount, formatMoney } from "../../html/amount.ts";
import { closeDirections } from "../../html/closeDirections.ts";
import { writeCopyable } from "../../html/copyable.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeTextArea, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeButtonLink,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeDay } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import { writeTimeline } from "../../html/timeline.ts";
import type { SitePage } from "../../http/visit.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { OrderEvent } from "../../orders/orderEvent.ts";
import { type DraftReview, priceLifeDays } from "../../orders/reviewDraft.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import { linesOnPage, writeLinePager } from "../../views/linesOnPage.ts";
import { nameOrder, titleOrder, writeStatus } from "../../views/nameOrder.ts";
import { toTimelineEvent } from "../../views/toTimelineEvent.ts";
import { quantityField, writeLines } from "../../views/writeLines.ts";
import { type AddForm, writeAddForm } from "./addForm.ts";
import { writeChangedElsewhere } from "./changedElsewhere.ts";
import { orderAddress, partAddress } from "./orderAddress.ts";

/** What an order's page shows. `form` is what was typed where that was refused. */
export type ShownOrder = {
  readonly order: StoredOrder;
  /** Null where the order is no draft. */
  readonly review: DraftReview | null;
  readonly timeline: readonly OrderEvent[];
  readonly notice?: Html;
  readonly form?: FormState;
  readonly adding?: AddForm;
  readonly discarding?: FormState;
  /** The place of the first line shown, from 0. */
  readonly from: number;
};

/** The form of a draft as it stands: its texts and quantities by the names of their fields. */
export function formOfDraft({ poNumber, notes, lines }: StoredOrder): Record<string, string> {
  return Object.fromEntries([
    ["po_number", poNumber ?? ""],
    ["notes", notes ?? ""],
    ...lines.map(({ quantity }, place) => [quantityField(place + 1), String(quantity)]),
  ]);
}

/** The first day on which a line of the draft has today's price instead of its own. */
function pricesHoldUntil({ lines }: StoredOrder): Date {
  const first = Math.min(...lines.map(({ pricedAt }) => pricedAt.getTime()));
  return new Date(first + priceLifeDays * 86_400_000);
}

function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

/** What has changed since the draft was made, and what can be done about it. */
export function writeChangeNotices({ draft, blocked, movedPrices, repriced }: DraftReview): Html {
  const { orderId, version } = draft;
  const post = (under: string, text: string, kind: "primary" | "plain" = "plain") =>
    writeForm({
      action: orderAddress(orderId, under),
      hidden: { version: String(version) },
      body: writeActions(writeButton({ text, kind })),
    });
  const blockedNotice =
    blocked === 0
      ? null
      : writeNotice(
          "short",
          `${count(blocked, "line", "lines")} cannot be ordered as asked for`,
          html`<p>Change or remove what is marked below, or let quantities become what can be had;
lines of which nothing can be had go.</p>${post("/fit", "Cut to what can be had")}`,
        );
  const movedNotice =
    movedPrices === 0
      ? null
      : writeNotice(
          "neutral",
          `${count(movedPrices, "price has", "prices have")} moved since this draft was made`,
          html`<p>The draft keeps its own until ${writeDay(pricesHoldUntil(draft))}.</p>
${post("/reprice", "Take today’s prices")}`,
        );
  const repricedNotice =
    repriced === 0
      ? null
      : writeNotice(
          "short",
          `${count(repriced, "price has", "prices have")} changed`,
          `Prices of a draft hold for ${priceLifeDays} days. Since then the day’s prices count.`,
        );
  return html`${blockedNotice}${repricedNotice}${movedNotice}`;
}

function writeFacts({ order, timeline }: ShownOrder): Html {
  const [first] = timeline;
  const key = first?.actor === "key" ? "key " : "";
  return writeDefinitions([
    { term: "Order id", value: writeCopyable(order.orderId, "the order id") },
    { term: "Made by", value: `${key}${first?.actorName ?? "unknown"}` },
    { term: "Request", value: writeCopyable(order.requestId, "the request id") },
    ...(order.notes === null || order.status === "draft"
      ? []
      : [{ term: "Notes", value: html`<span class="typed">${order.notes}</span>` }]),
  ]);
}

function writeFiles({ orderId, status }: StoredOrder): Html {
  const pdf = orderAddress(orderId, "/quote.pdf");
  const name = status === "draft" ? "Quote" : "Order";
  return html`<p class="unprinted">${name} as PDF: <a href="${pdf}">A4</a>,
<a href="${pdf}?paper=letter">Letter</a></p>
<p class="unprinted">Lines: <a href="${orderAddress(orderId, "/lines.csv")}">CSV</a></p>
`;
}

function writeDiscard(order: StoredOrder, state: FormState): Html {
  const name = order.poNumber ?? shortOrderId(order.orderId);
  const body = writeForm({
    action: orderAddress(order.orderId, "/discard"),
    body: html`${writeFaults(state)}${writeTextField(state, {
      name: "name",
      label: `Type ${closeDirections(name)} to discard it`,
      autocomplete: "off",
    })}${writeActions(writeButton({ text: `Discard ${nameOrder(order)}`, kind: "danger" }))}`,
  });
  return state.faults.length === 0
    ? writeQuestion("Discard", "A discarded draft does not come back.", body)
    : body;
}

function writeSide(shown: ShownOrder): Html {
  const { order, review, discarding } = shown;
  const subtotal = review?.subtotal ?? order.subtotal;
  const duplicate = writeForm({
    action: orderAddress(order.orderId, "/duplicate"),
    hidden: { form: randomUUID() },
    body: writeActions(writeButton({ text: "Duplicate into a new draft" })),
  });
  const state = discarding ?? { ...freshForm(), prefix: "discard" };
  const body = html`${writeDefinitions([
    { term: "State", value: writeStatus(order.status) },
    { term: "Lines", value: formatCount(order.lines.length), kind: "number" },
    { term: "Subtotal", value: formatMoney(subtotal), kind: "sum" },
  ])}${writeFiles(order)}${duplicate}${
    order.status === "draft" ? writeDiscard(order, state) : null
  }`;
  return writeSummaryBox("Order", body);
}

function writeDraftForm(shown: ShownOrder, form: FormState): Html {
  const { order, review, from } = shown;
  const save = writeActions(writeButton({ text: "Save changes", name: "save", value: "yes" }));
  const body = html`${writeFaults(form)}<div class="fields">${writeTextField(form, {
    name: "po_number",
    label: "PO number",
    optional: true,
    maxLength: 64,
    autocomplete: "off",
  })}${writeTextArea(form, { name: "notes", label: "Notes", optional: true, rows: 2 })}</div>
${save}<h2>Lines</h2>
${writeLines({ order, review, form, from, to: from + linesOnPage, partAddress })}${
  order.lines.length > 10 ? save : null
}`;
  const hidden = { version: String(order.version), from: String(from + 1) };
  return writeForm({ action: orderAddress(order.orderId), hidden, body });
}

/** The page of an order. */
export function presentOrder(shown: ShownOrder): SitePage {
  const { order, review, timeline, notice, from } = shown;
  const form = shown.form ?? freshForm(formOfDraft(order));
  const pager = writeLinePager(order, from, orderAddress(order.orderId));
  const lines =
    order.status === "draft"
      ? html`${writeDraftForm(shown, form)}${pager}
${writeAddForm(order, shown.adding)}`
      : html`<h2>Lines</h2>
${writeLines({ order, review, form: null, from, to: from + linesOnPage, partAddress })}${pager}`;
  const address = orderAddress(order.orderId);
  const events = timeline.map((event) => toTimelineEvent(event, orderAddress));
  const shownLines = { from, to: from + linesOnPage };
  const changes =
    review &&
    html`${writeChangeNotices(review)}${writeChangedElsewhere(review, shownLines, address)}`;
  return {
    title: titleOrder(order),
    above: { href: "/orders", text: "Orders" },
    ...(order.status === "draft"
      ? {
          primary: writeButtonLink(
            orderAddress(order.orderId, "/confirm"),
            "Review and confirm",
            "primary",
          ),
        }
      : {}),
    body: html`${notice}${changes}${lines}
<h2>History</h2>
${writeFacts(shown)}${writeTimeline(events)}`,
    side: writeSide(shown),
  };
}
