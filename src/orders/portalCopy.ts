import { randomUUID } from "node:crypto";
import { partNumberKey } from "../catalog/partNumber.ts";
import { isOrdered } from "../catalog/portalBestOffer.ts";
import { readIfAvailable } from "../catalog/replica/replica.ts";
import { describeLeadTime, nameOffer, renderShortCertificates } from "../catalog/sharedOffers.ts";
import { leftOutQuoteAddress, orderAddress, renderPartLink } from "../home/portalAddresses.ts";
import type { PortalContext, Visit } from "../home/portalContext.ts";
import { formatCount, formatCounted, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Definition, renderDefinitions } from "../kit/html/definitions.ts";
import { type Button, renderForm } from "../kit/html/form.ts";
import { type Content, closeBidi, type Html, html } from "../kit/html/html.ts";
import { renderDay, renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { type Row, renderTable } from "../kit/html/table.ts";
import { loadParts, type PricedPart } from "../prices/browseForAccount.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { fitToStock } from "../prices/orderTerms.ts";
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
import { formatPoNumber, type OrderId, type StoredOrder, shortOrderName } from "./order.ts";
import type { LineChange, NotCopied, OrderEvent } from "./orderEvent.ts";
import { selectOrder } from "./queries.ts";
import {
  findMissingCertificate,
  nothingRequested,
  requestAgain,
  wantsOtherCondition,
} from "./requested.ts";
import { renderRequested as renderAsked } from "./sharedLines.ts";
import { formatWire } from "./sharedOrders.ts";

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

// What a draft is a copy of, what was not copied, which prices changed, and which draft was current
// before.

/** In the address of a copy to which a second duplication of its order led. */
export const existingCopy = "copied";

/** The lines of either list that are shown. */
const maxShown = 50;

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

function listNotCopied({ shipTo, notes, lines = [] }: NotCopied): Definition[] {
  const ofLines = lines.slice(0, maxShown).map(({ partNumber, remark, neededBy }) => {
    const written = [
      ...(neededBy === undefined ? [] : [html`needed by ${renderDay(neededBy)}`]),
      ...(remark === undefined ? [] : [html`<span class="typed">${remark}</span>`]),
    ];
    return { term: partNumber, value: join(written, "; ") };
  });
  const ofOrder = [
    { term: "Ship to", text: shipTo },
    { term: "Notes", text: notes },
  ].flatMap(({ term, text }) =>
    text === undefined ? [] : [{ term, value: html`<span class="typed">${text}</span>` }],
  );
  return [...ofOrder, ...ofLines];
}

function listPrices(lines: readonly LineChange[]): Definition[] {
  return lines.slice(0, maxShown).flatMap(({ partNumber, unitPrice }) => {
    if (unitPrice === undefined) return [];
    const value = `${formatWire(unitPrice.after)}, was ${formatWire(unitPrice.before)}`;
    return [{ term: partNumber, value }];
  });
}

function renderFolded(title: string, definitions: readonly Definition[], all: number): Content {
  if (definitions.length === 0) return null;
  const more = all > maxShown && html`<p>${formatCounted(all - maxShown, "more line")}</p>\n`;
  return html`<details><summary>${title}</summary>
${renderDefinitions(definitions)}${more}</details>
`;
}

/** The form that makes the draft current again that was so before the copy; null if none was. */
async function renderSwitchBack(
  { db }: PortalContext,
  { signedIn }: Visit,
  { details, actorId }: OrderEvent,
): Promise<Html | null> {
  const { account, user, viewedBy } = signedIn;
  const { draftBefore } = details;
  if (draftBefore === undefined || actorId !== user.userId || viewedBy !== undefined) return null;
  const before = await selectOrder(db, account.accountId, draftBefore);
  if (before?.status !== "draft") return null;
  const name = closeBidi(shortOrderName(before));
  const text = `Switch back to ${name}`;
  const form = renderForm({ action: orderAddress(draftBefore, "/current"), button: { text } });
  return html`<p>Parts you add go into this draft, no longer into ${name}.</p>\n${form}`;
}

/** On the page of a draft that duplicates an order; null on other pages. */
export async function renderCopiedFrom(
  context: PortalContext,
  visit: Visit,
  copy: StoredOrder,
  [made]: readonly OrderEvent[],
): Promise<Html | null> {
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
    renderFolded("Show changed prices", listPrices(prices), prices.length),
    names && html`<p>${names}</p>\n`,
    renderFolded(
      "Show what was not copied",
      listNotCopied(notCopied),
      notCopied.lines?.length ?? 0,
    ),
    isCurrent && (await renderSwitchBack(context, visit, made)),
  ]}`;
  return renderNotice("neutral", title, body);
}

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
  return [
    `Add ${formatCount(quantity)}`,
    ...(condition === null ? [] : [`in ${condition}`]),
    ...(missing === null ? [] : [`without ${missing}`]),
  ].join(" ");
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
    button: { text, label: `${text}: ${offer.partNumber}, ${name}` },
  });
  const papers = renderShortCertificates(offer.certificate);
  const named = html`${name}${papers && html` · ${papers}`}`;
  return html`<div>${named} · ${stock} in stock · ${unit}
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
  const noOffer = part === false ? "Not available yet" : "No other offer in stock";
  const none = html`<span class="quiet">${noOffer}</span>`;
  const others: Content =
    offers.length === 0 ? none : offers.map((offer) => renderOffer(offer, left.line, adding));
  // The part number is beside it.
  const why = capitalize(message.replace(`${partNumber}: `, ""));
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
  const title = `${formatCounted(leftOut.length, "line")} left out`;
  const table = renderTable({
    caption: title,
    columns: [
      { title: "Part", kind: "code" },
      { title: "Quantity", kind: "number" },
      { title: "Reason", kind: "prose" },
      { title: "Other offers", kind: "prose", titled: true },
    ],
    rows,
  });
  const loading = isLoaded
    ? null
    : renderNotice(
        "neutral",
        "The catalog is still loading. Reload the page in a minute to see other offers.",
      );
  const body = html`${loading}${table}`;
  const foot = renderQuoteLink(order, marked);
  return renderCard({ title, body, ...(foot && { foot }) });
}
