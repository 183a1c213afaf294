import { partNumberKey } from "../../catalog/partNumber.ts";
import { readIfAvailable } from "../../catalog/replica/replica.ts";
import { omitPartNumber } from "../../components/listRows.ts";
import { nameOrder } from "../../components/nameOrder.ts";
import {
  describeLeadTime,
  nameOffer,
  renderShortCertificates,
} from "../../components/offerCells.ts";
import { readFrom, renderRequested as renderAsked } from "../../components/orderLines.ts";
import { isUuid } from "../../db/isUuid.ts";
import { formatCount, formatUnbrokenMoney } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { type Row, renderTable } from "../../html/table.ts";
import { loadDraftReview } from "../../orders/drafts/loadDraftReview.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import {
  findMissingCertificate,
  nothingRequested,
  requestAgain,
  wantsOtherCondition,
} from "../../orders/requested.ts";
import type { NamedOrder } from "../../orders/summaryQueries.ts";
import { loadParts, type PricedPart } from "../../pricing/browseForAccount.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { fitToStock } from "../../pricing/orderTerms.ts";
import {
  type MergedRows,
  selectAddedRows,
  selectOtherDrafts,
} from "../../quickOrders/editQueries.ts";
import { renderRequested } from "../../quoteRequests/portalForm.ts";
import {
  findLineReason,
  listLeftOut,
  loadLeftOutLines,
  markRequested,
  type PlacedLeftOut,
  type WantedLine,
} from "../../quoteRequests/portalLines.ts";
import { maxQuoteLines } from "../../quoteRequests/quoteRequest.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { leftOutQuoteAddress, orderAddress, renderPartLink } from "../addresses.ts";
import { isOrdered } from "../parts/bestOffer.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { texts as changeTexts } from "./changes/texts.ts";
import { renderCopiedFrom } from "./copiedFrom.ts";
import { loadUsedTexts, nothingUsed } from "./orderFields.ts";
import { type OrderPageFacts, presentOrder } from "./presentOrder.ts";
import { loadSamePurchase } from "./samePurchase.ts";
import { texts } from "./texts.ts";

// The lines that duplicating an order left out, each with the offers of its part that can be
// ordered now, at the top of the new draft.

/** The most parts whose offers are loaded. */
const maxLoaded = 100;

type Adding = { readonly order: StoredOrder; readonly partIdOf: ReadonlyMap<number, string> };

/** The button says how the offer differs from what the line asked for. */
function nameAdding(line: PlacedLeftOut, quantity: number, { offer }: LoadedOffer): string {
  const requested = requestAgain(line.requested ?? nothingRequested, line, offer);
  const condition = wantsOtherCondition(requested, offer) ? offer.condition : null;
  const missing = findMissingCertificate(requested, offer);
  return texts.leftOut.add(formatCount(quantity), condition, missing);
}

function renderOffer(loaded: LoadedOffer, line: PlacedLeftOut, { order, partIdOf }: Adding): Html {
  const { offer, price, terms } = loaded;
  const { leadTimeDays: days } = offer;
  const lead =
    days === null ? null : html`<span class="sub">${describeLeadTime(days, offer.stock)}</span>\n`;
  const quantity = fitToStock(line.quantity, offer.stock, terms);
  const name = nameOffer(offer);
  const text = nameAdding(line, quantity, loaded);
  const unit = price[0] && formatUnbrokenMoney(price[0].price);
  const stock = `${formatCount(offer.stock)} ${offer.unitOfMeasure}`;
  const form = renderForm({
    action: orderAddress(order.orderId, "/add"),
    hidden: {
      version: String(order.version),
      part_number: offer.partNumber,
      part_id: partIdOf.get(offer.offerId) ?? "",
      quantity: String(quantity),
      left_out: String(line.key),
    },
    button: { text, label: texts.leftOut.addOf(text, offer.partNumber, name) },
  });
  const papers = renderShortCertificates(offer.certificate);
  const named = html`${name}${papers && html` · ${papers}`}`;
  return html`<div>${named} · ${texts.leftOut.inStock(stock)} · ${unit}
${lead}${form}</div>
`;
}

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

/** `part` is false while the catalog is loading. */
function toRow(left: LeftOut, part: PricedPart | undefined | false, adding: Adding): Row {
  const { partNumber, quantity, message } = left.line;
  const offers = part ? part.offers.filter(isOrdered) : [];
  const noOffer = part === false ? texts.leftOut.notYet : texts.leftOut.none;
  const none = html`<span class="quiet">${noOffer}</span>`;
  const others: Content =
    offers.length === 0 ? none : offers.map((offer) => renderOffer(offer, left.line, adding));
  const why = omitPartNumber(message, partNumber);
  return { cells: [describeLine(left), formatCount(quantity), why, others] };
}

/** Vendors write one number in upper and lower case. */
function keyOf({ partNumber }: { readonly partNumber: string }): string {
  return partNumberKey(partNumber);
}

/** The link to a quote for the lines that are not requested yet; null if none needs one. */
function renderQuoteLink({ orderId }: StoredOrder, all: readonly WantedLine[]): Html | null {
  const needed = all.filter(
    (one) => one.requested === undefined && findLineReason(one, one.line.quantity) !== null,
  );
  if (needed.length === 0) return null;
  const text = texts.attention.quote(Math.min(needed.length, maxQuoteLines));
  return html`<a class="button" href="${leftOutQuoteAddress(orderId)}">${text}</a>`;
}

/** All lines that were left out; null if there are none. */
async function renderLeftOut(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  timeline: readonly OrderEvent[],
): Promise<Html | null> {
  const leftOut = listLeftOut(order, timeline);
  if (leftOut.length === 0) return null;
  const { signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const numbers = [...new Set(leftOut.map(({ partNumber }) => partNumber))].slice(0, maxLoaded);
  const isLoaded = readIfAvailable(context.replica, () => true) ?? false;
  const parts = isLoaded ? await loadParts(context, accountId, numbers, now) : [];
  const partOf = new Map(parts.map((part) => [keyOf(part.offers[0].offer), part]));
  const ids = parts.flatMap(({ offers }) => offers.map(({ offer }) => offer.offerId));
  const minted = context.partIds.mint(accountId, ids, now.getTime());
  const partIdOf = new Map(ids.map((id, place) => [id, minted[place] ?? ""]));
  const lines = isLoaded ? await loadLeftOutLines(context, visit, leftOut) : [];
  const marked = await markRequested(context, visit, lines, false);
  const rows = leftOut.map((line, place) => {
    const part = isLoaded && partOf.get(keyOf(line));
    return toRow({ line, wanted: marked[place] }, part, { order, partIdOf });
  });
  const table = renderTable({
    caption: texts.leftOut.title(leftOut.length),
    columns: [
      { title: texts.leftOut.part, kind: "code" },
      { title: texts.leftOut.quantity, kind: "number" },
      { title: texts.leftOut.reason, kind: "prose" },
      { title: texts.leftOut.offers, kind: "prose", titled: true },
    ],
    rows,
  });
  const loading = isLoaded ? null : renderNotice("neutral", texts.leftOut.loading);
  const body = html`${loading}${table}`;
  const foot = renderQuoteLink(order, marked);
  return renderCard({ title: texts.leftOut.title(leftOut.length), body, ...(foot && { foot }) });
}

// What became of the rows of a list that were added to a draft, as its page says it.
/** Merged lines that are named. */
const maxNamed = 10;

/** Names a draft, and says so if it is the one to which the person adds parts. */
function nameDraft({ signedIn }: Visit, order: StoredOrder): string {
  const name = nameOrder(order);
  return signedIn.draft?.orderId === order.orderId ? texts.done.current(name) : name;
}

function renderOthers(others: readonly NamedOrder[]): Html | null {
  if (others.length === 0) return null;
  const links = others.map(
    ({ orderId, orderNumber }, at) =>
      html`${at === 0 ? null : ", "}<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  );
  return html`<p>${texts.done.otherDrafts(links)}</p>\n`;
}

function renderMerged(merged: readonly MergedRows[]): Html | null {
  if (merged.length === 0) return null;
  const named = merged
    .slice(0, maxNamed)
    .map(
      ({ partNumber, rowNumbers }) =>
        html`<li>${texts.done.mergedRows(partNumber, rowNumbers.slice(0, maxNamed))}</li>\n`,
    );
  const more = merged.length - named.length;
  const others = more > 0 ? html`<li>${texts.done.moreMerged(more)}</li>\n` : null;
  return html`<p>${texts.done.merged}</p>\n<ul>\n${named}${others}</ul>`;
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
  const added = await selectAddedRows(db, accountId, listId, order.orderId);
  if (added === undefined) return null;
  const title = texts.done.addedRows(added.rows, nameDraft(visit, order));
  const others = await selectOtherDrafts(db, accountId, listId, order.orderId);
  const body = html`${renderOthers(others)}${renderMerged(added.merged)}`;
  return renderNotice("good", title, body);
}

const messages: Messages<string> = {
  saved: texts.done.saved,
  unchanged: texts.done.unchanged,
  added: texts.done.added,
  removed: texts.done.removed,
  restored: texts.done.restored,
  repriced: texts.done.repriced,
  fitted: texts.done.fitted,
  current: texts.done.nowCurrent,
  discarded: texts.done.discarded,
  confirmed: texts.done.confirmed,
  already: () => renderNotice("neutral", texts.done.already),
  requested: () => renderNotice("good", changeTexts.sent, changeTexts.sentHint),
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
    isDraft ? loadUsedTexts(db, order) : nothingUsed,
  ]);
  const from = first < order.lines.length ? first : 0;
  const isReadOnly = signedIn.viewedBy !== undefined;
  const [leftOut, copied, purchase] = await Promise.all([
    isReadOnly ? null : renderLeftOut(context, visit, order, timeline),
    renderCopiedFrom(context, visit, order, timeline),
    loadSamePurchase(db, order, timeline, now),
  ]);
  const facts = {
    ...shown,
    purchase,
    copied,
    leftOut,
    used,
    from,
    order,
    review,
    timeline,
    isReadOnly,
    supportEmail,
  };
  const { name: accountName } = signedIn.account;
  return answerPage(presentOrder({ ...facts, accountName }), status);
}

export const showOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { query } = visit;
  const done = query.text("done");
  const version = String(order.version);
  const isRemoval = done === "removed" && query.text("version") === version;
  const notice = isRemoval
    ? renderUndo(texts.done.removed, {
        action: orderAddress(order.orderId, "/restore"),
        hidden: { version, from: query.text("from") },
      })
    : (renderMessage(messages, done, nameDraft(visit, order)) ??
      (await renderAddedRows(context, visit, order)));
  return answerOrder(context, visit, order, { notice });
};
