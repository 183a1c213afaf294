// What a quote is requested for: offers, a part that is not sold, or rows of a list, named by an
// address or repeated by its form.
import type { OfferId } from "../../catalog/partId.ts";
import { titleOrder } from "../../components/nameOrder.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { LineInstructions } from "../../orders/lineInstructions.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectOrder, selectTimeline } from "../../orders/queries.ts";
import { writeRequested } from "../../orders/requested.ts";
import { loadPart } from "../../pricing/loadPart.ts";
import { nearestAllowedQuantity } from "../../pricing/orderTerms.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import { selectList } from "../../quickOrders/queries.ts";
import { maxQuoteLines } from "../../quoteRequests/quoteRequest.ts";
import type { Fields } from "../../site/fields.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { listLeftOut, loadLeftOutLines } from "./leftOutQuote.ts";
import type { QuoteFormPage } from "./quoteForm.ts";
import { fieldOf } from "./readQuoteForm.ts";
import { texts } from "./texts.ts";
import {
  findLineReason,
  joinRemark,
  loadOfferLines,
  loadRowLines,
  type WantedOffer,
  writePartLine,
} from "./wantedLines.ts";

export const maxPartNumber = 200;

/** What a form is for, with its lines. */
export type Source = Pick<QuoteFormPage, "lines" | "hasMore" | "source" | "above"> & {
  readonly listId: ListId | null;
  /** The page where the part can be ordered, if it is sold. */
  readonly soldAt: string | null;
};

/** Typed text as a part number of one line. */
function toPartNumber(typed: string): string {
  const text = typed.replace(/\p{C}/gu, " ").trim();
  return [...text].slice(0, maxPartNumber).join("").trim();
}

function readInteger(text: string | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null;
}

/** The offers of an address or form, each once: an order can have several lines of one. */
function readOffers(fields: Fields): readonly WantedOffer[] | undefined {
  const quantities = fields.all("quantity").map(readInteger);
  const texts = fields.all("offer").flatMap((text) => text.split(","));
  const ids = texts.slice(0, maxQuoteLines).map(readInteger);
  if (ids.length === 0 || ids.includes(null)) return undefined;
  return [...new Set(ids)].flatMap((id) => {
    if (id === null) return [];
    const named = quantities.filter((_, place) => ids[place] === id);
    const sum = named.reduce<number>((all, one) => all + (one ?? 0), 0);
    const partNumber = toPartNumber(fields.text(fieldOf.part(id)));
    return [{ offerId: id as OfferId, quantity: sum === 0 ? null : sum, partNumber }];
  });
}

/** What the lines of a draft of the account say about an offer. */
function instructionsOf(
  { lines }: StoredOrder,
  offerId: OfferId,
): Pick<LineInstructions, "remark" | "neededBy"> {
  const own = lines.filter((line) => line.offerId === offerId);
  const [neededBy = null] = own.flatMap((line) => line.neededBy ?? []).sort();
  const texts = own.flatMap((line) => [...writeRequested(line), line.remark ?? []].flat());
  return { remark: joinRemark([...new Set(texts)]), neededBy };
}

/** With `order`, the offers are those of lines of that order, which is above the form. */
async function loadOffersOf(
  context: PortalContext,
  visit: Visit,
  fields: Fields,
): Promise<Source | undefined> {
  const wanted = readOffers(fields);
  const orderId = fields.text("order");
  const { accountId } = visit.signedIn.account;
  const order = isUuid(orderId) ? await selectOrder(context.db, accountId, orderId) : undefined;
  if (wanted === undefined || (order === undefined && fields.has("order"))) return undefined;
  const found = await loadOfferLines(context, visit, wanted);
  const [first] = found ?? [];
  if (found === undefined || first === undefined) return undefined;
  const lines = found.map((one, place) => {
    const least = one.loaded && nearestAllowedQuantity(1, one.loaded.terms);
    const offerId = wanted[place]?.offerId;
    const said = order && offerId && instructionsOf(order, offerId);
    const quantity = one.line.quantity ?? least ?? null;
    return { ...one, line: { ...one.line, ...said, quantity } };
  });
  const offers = wanted.map(({ offerId }) => offerId).join(",");
  const { partNumber } = first.line;
  return {
    lines,
    hasMore: false,
    source: [...(order ? [["order", order.orderId] as const] : []), ["offer", offers]],
    above: order
      ? { href: orderAddress(order.orderId), text: titleOrder(order) }
      : { href: partAddress(partNumber), text: partNumber },
    listId: null,
    soldAt: null,
  };
}

/** A part that is sold has offers to choose from on its page, so its line has no reason. */
async function loadPartOf(
  context: PortalContext,
  { signedIn, now }: Visit,
  typed: string,
): Promise<Source> {
  const written = toPartNumber(typed);
  const part = await loadPart(context, signedIn.account.accountId, written, now);
  const known = part?.offers[0]?.offer.partNumber;
  const partNumber = known ?? written;
  const address = partAddress(partNumber);
  const isSold = part?.offers.some(({ offer }) => offer.status === "ACTIVE") === true;
  const start = { href: "/quote-requests", text: texts.title };
  return {
    lines: [writePartLine(partNumber, isSold ? null : "not found")],
    hasMore: false,
    source: [["part", partNumber]],
    above: known === undefined ? start : { href: address, text: partNumber },
    listId: null,
    soldAt: isSold ? address : null,
  };
}

export function readRows(text: string): readonly number[] | null {
  if (text === "") return null;
  const numbers = text.split(",").slice(0, maxQuoteLines);
  return numbers.filter((one) => /^[1-9]\d{0,8}$/.test(one)).map(Number);
}

async function loadListOf(
  context: PortalContext,
  visit: Visit,
  listId: string,
  rows: readonly number[] | null,
): Promise<Source | undefined> {
  const { accountId } = visit.signedIn.account;
  const list = isUuid(listId) ? await selectList(context.db, accountId, listId) : undefined;
  if (list === undefined) return undefined;
  const { lines, hasMore } = await loadRowLines(context, visit, list, rows);
  const above = { href: `/quick-order/${list.listId}`, text: "Back to the list" };
  const source = [["list", listId]] as const;
  return { lines, hasMore, source, above, listId: list.listId, soldAt: null };
}

/** Of a duplicate; with null, all lines left out that need a quote. */
async function loadLeftOutOf(
  context: PortalContext,
  visit: Visit,
  orderId: string,
  keys: readonly number[] | null,
): Promise<Source | undefined> {
  const { accountId } = visit.signedIn.account;
  const order = isUuid(orderId) ? await selectOrder(context.db, accountId, orderId) : undefined;
  if (order === undefined) return undefined;
  const leftOut = listLeftOut(order, await selectTimeline(context.db, order.orderId));
  const all = await loadLeftOutLines(context, visit, leftOut);
  const lines = all.filter((one) =>
    keys === null ? findLineReason(one, one.line.quantity) !== null : keys.includes(one.key),
  );
  const above = { href: orderAddress(order.orderId), text: titleOrder(order) };
  return {
    lines,
    hasMore: false,
    source: [["left_out", order.orderId]],
    above,
    listId: null,
    soldAt: null,
  };
}

/** What the fields of an address or form name; null: nothing. Undefined if it does not exist. */
export async function loadSource(
  context: PortalContext,
  visit: Visit,
  fields: Fields,
  rows: readonly number[] | null,
): Promise<Source | null | undefined> {
  if (fields.has("offer")) return loadOffersOf(context, visit, fields);
  if (fields.has("list")) return loadListOf(context, visit, fields.text("list"), rows);
  const copy = fields.text("left_out");
  if (copy !== "") return loadLeftOutOf(context, visit, copy, rows);
  const part = fields.text("part");
  return part.trim() === "" ? null : loadPartOf(context, visit, part);
}
