import { randomUUID } from "node:crypto";
import { readIfAvailable } from "../catalog/replica/replica.ts";
import { renderShortCertificates } from "../catalog/sharedOffers.ts";
import { leftOutQuoteAddress, orderAddress, renderPartLink } from "../home/portalAddresses.ts";
import type { PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Button, renderForm } from "../kit/html/form.ts";
import { type Content, closeBidi, type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { type Row, renderTable } from "../kit/html/table.ts";
import { renderRequested } from "../quotes/portalForm.ts";
import {
  findLineReason,
  listLeftOut,
  loadLeftOutLines,
  markRequested,
  type PlacedLeftOut,
  type WantedLine,
} from "../quotes/portalLines.ts";
import { maxQuoteLines } from "../quotes/quoteRequest.ts";
import { formatPoNumber, type OrderId, type StoredOrder } from "./order.ts";
import type { NotCopied, OrderEvent } from "./orderEvent.ts";
import { nothingRequested } from "./requested.ts";
import { renderRequested as renderAsked } from "./sharedLines.ts";

/**
 * The form that duplicates an order once, on its page and in its row of a list; `again` beside a
 * copy that nobody has changed.
 */
export function renderDuplicateForm(
  { orderId }: { readonly orderId: OrderId },
  button: Button,
  again = false,
): Html {
  return renderForm({
    action: orderAddress(orderId, "/duplicate"),
    hidden: { form: randomUUID(), ...(again && { again: "yes" }) },
    button,
  });
}

// What a draft is a copy of, what was not copied, and which prices changed.

/** In the address of a copy to which a second duplication of its order led. */
export const existingCopy = "copied";

function join(texts: readonly Content[], separator: string): Content {
  return texts.map((one, place) => html`${place === 0 ? null : separator}${one}`);
}

function nameNotCopied({ poNumber, shipTo, notes, lines = [] }: NotCopied): Html | null {
  const [remarks, days] = (["remark", "neededBy"] as const).map(
    (field) => lines.filter((line) => line[field] !== undefined).length,
  );
  const names = [
    poNumber && closeBidi(formatPoNumber(poNumber)),
    shipTo && "ship-to address",
    notes && "notes",
    remarks && `remarks (${formatCounted(remarks, "line")})`,
    days && `needed-by dates (${formatCounted(days, "line")})`,
  ].filter(Boolean);
  return names.length === 0 ? null : html`Not copied: ${join(names, ", ")}.`;
}

/** On the page of a draft that duplicates an order; null on other pages. */
export function renderCopiedFrom(
  visit: Visit,
  copy: StoredOrder,
  [made]: readonly OrderEvent[],
): Html | null {
  const { orderId, status, version } = copy;
  if (made?.details.from === undefined || status !== "draft") return null;
  const { from, fromNumber, lines: prices = [] } = made.details;
  const { notCopied = {} } = made.details;
  const isCurrent = visit.signedIn.draft?.orderId === orderId;
  const link = html`<a href="${orderAddress(from)}">${fromNumber ?? from}</a>`;
  const isExisting = visit.query.text("done") === existingCopy && version === made.version;
  const plain = isCurrent ? html`Copy of ${link}, now your current draft` : html`Copy of ${link}`;
  const title = isExisting
    ? html`${link} was already duplicated ${renderMoment(made.at)}. This is the copy, unchanged.`
    : plain;
  const mayDuplicate = isExisting && visit.signedIn.viewedBy === undefined;
  const names = nameNotCopied(notCopied);
  const body = html`${[
    mayDuplicate && renderDuplicateForm({ orderId: from }, { text: "Duplicate again" }, true),
    prices.length > 0 &&
      html`<p>Today's prices: ${formatCounted(prices.length, "price")} changed.</p>\n`,
    names && html`<p>${names}</p>\n`,
  ]}`;
  return renderNotice("neutral", title, body);
}

// The lines that duplicating an order left out, at the top of the new draft.

/** A line that was left out, and what of it a quote can be requested for. */
type LeftOut = { readonly line: PlacedLeftOut; readonly wanted: WantedLine | undefined };

/** What the line was in the order, and the request that its part is already in. */
function describeLine({ line, wanted }: LeftOut): Html {
  const { condition, certificate = null, vendor, wish, requested = nothingRequested } = line;
  const papers = renderShortCertificates(certificate);
  const facts = [condition, papers, vendor].filter((fact) => fact != null);
  const said = facts.map((fact, place) => html`${place > 0 && " · "}${fact}`);
  return html`${renderPartLink(line.partNumber)}${[
    facts.length > 0 && html`<span class="sub">${said}</span>`,
    renderAsked(
      { ...line, requested, condition: condition ?? "", certificate, unitOfMeasure: "" },
      false,
    ),
    wish !== undefined && html`<span class="sub typed">${wish}</span>`,
    renderRequested(wanted?.requested),
  ]}`;
}

function toRow(left: LeftOut): Row {
  const { partNumber, quantity, message } = left.line;
  // The part number is beside it.
  const why = capitalize(message.replace(`${partNumber}: `, ""));
  return { cells: [describeLine(left), formatCount(quantity), why] };
}

/** The link to a quote for the lines that are not requested yet; null if none needs one. */
function renderQuoteLink({ orderId }: StoredOrder, all: readonly WantedLine[]): Html | null {
  const needed = all.filter(
    (one) => one.requested === undefined && findLineReason(one, one.line.quantity) !== null,
  );
  if (needed.length === 0) return null;
  const text = `Request a quote for ${formatCounted(Math.min(needed.length, maxQuoteLines), "line")}`;
  return html`<a class="button" href="${leftOutQuoteAddress(orderId)}">${text}</a>`;
}

/** All lines that were left out; null if there are none. */
export async function renderLeftOut(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  timeline: readonly OrderEvent[],
): Promise<Html | null> {
  const leftOut = listLeftOut(order, timeline);
  if (leftOut.length === 0) return null;
  const isLoaded = readIfAvailable(context.replica, () => true) ?? false;
  const lines = isLoaded ? await loadLeftOutLines(context, visit, leftOut) : [];
  const marked = await markRequested(context, visit, lines, false);
  const rows = leftOut.map((line, place) => toRow({ line, wanted: marked[place] }));
  const title = `${formatCounted(leftOut.length, "line")} left out`;
  const table = renderTable({
    caption: title,
    columns: [
      { title: "Part", kind: "code" },
      { title: "Quantity", kind: "number" },
      { title: "Reason", kind: "prose" },
    ],
    rows,
  });
  const foot = renderQuoteLink(order, marked);
  return renderCard({ title, body: table, ...(foot && { foot }) });
}
