// The lines that a quote is requested for: from a part, an order, a list, or what a search left out.

import { hash } from "node:crypto";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress, partAddress } from "../home/portalAddresses.ts";
import type { PortalContext, Visit } from "../home/portalContext.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount } from "../kit/html/amount.ts";
import { brandOf } from "../kit/html/brand/brand.ts";
import type { FormState } from "../kit/html/form.ts";
import type { Fields } from "../kit/site/fields.ts";
import type { SitePage } from "../kit/site/visit.ts";
import type { LineFaultCode } from "../orders/checkLines.ts";
import type { LineInstructions } from "../orders/lineInstructions.ts";
import type { StoredOrder } from "../orders/order.ts";
import type { LeftOutLine, OrderEvent } from "../orders/orderEvent.ts";
import { selectOrder, selectTimeline } from "../orders/queries.ts";
import { nothingRequested, writeRequested } from "../orders/requested.ts";
import { titleOrder } from "../orders/sharedOrders.ts";
import { type LoadedOffer, loadPart } from "../prices/loadPart.ts";
import {
  describeOrderTerms,
  findOrderTerms,
  nearestAllowedQuantity,
  type OrderTerms,
  roundUpQuantity,
} from "../prices/orderTerms.ts";
import { selectAgreementFor } from "../prices/queries.ts";
import { listPriceBreaks } from "../prices/unitPrice.ts";
import { writeRowRequest } from "../quickOrders/changeList.ts";
import { findUnitFault } from "../quickOrders/checkRows.ts";
import { findRowName } from "../quickOrders/listColumns.ts";
import type { ListId, ListRow, OrderList, RowState } from "../quickOrders/orderList.ts";
import { selectList } from "../quickOrders/queries.ts";
import { selectRows } from "../quickOrders/rowQueries.ts";
import { nameWrittenUnit } from "../reading/quantity.ts";
import {
  type RequestedRow,
  type RowQuote,
  selectQuantities,
  selectRowQuotes,
  selectRowsToQuote,
} from "./listRowQueries.ts";
import { type OpenRequest, selectOpenRequests } from "./openRequestQueries.ts";
import { maxLineRemark, maxQuoteLines, type QuoteLine, type QuoteReason } from "./quoteRequest.ts";

/** A request for any condition covers each, and a line in any condition is covered by each. */
function covers(request: OpenRequest, { line: { partNumber, condition } }: WantedLine): boolean {
  const isSameCondition =
    request.condition === null || condition === null || request.condition === condition;
  return isSameCondition && partNumberKey(request.partNumber) === partNumberKey(partNumber);
}

/** Whether as much was requested as a line needs, as far as both are known. */
function isEnough({ quantity }: OpenRequest, { line }: WantedLine): boolean {
  return quantity === null || line.quantity === null || quantity >= line.quantity;
}

export const fieldOf = {
  include: (key: number) => `include-${key}`,
  quantity: (key: number) => `quantity-${key}`,
  neededBy: (key: number) => `needed_by-${key}`,
  remark: (key: number) => `remark-${key}`,
  /** The part number of a line that is no row: its offer may be deleted meanwhile. */
  part: (key: number) => `part-${key}`,
  /** The mark of the line as it was shown. */
  shown: (key: number) => `shown-${key}`,
} as const;

export type QuoteFormPage = {
  readonly state: FormState;
  readonly lines: readonly WantedLine[];
  readonly hasMore: boolean;
  /** Hidden fields, from which the lines are loaded again. */
  readonly source: readonly (readonly [name: string, text: string])[];
  readonly above: NonNullable<SitePage["above"]>;
  readonly distributor: string;
  /** Who sends it; null for an operator who views the site as a buyer. */
  readonly sender: string | null;
};

export const reasonWords: Readonly<Record<QuoteReason, string>> = {
  "no stock": "Not available as requested",
  "no price": "Price on request",
  quantity: "Not sold in this quantity",
  "not found": "Not in the catalog or not for sale",
};

/** The name of the distributor as the pages show it. */
export function nameDistributor({ distributor }: Pick<PortalContext, "distributor">): string {
  return brandOf(distributor.current()).name;
}

/**
 * The lines, each with the newest open request for its part. A line is not included at first if as
 * much was requested as it needs, unless a person chose this offer or row.
 */
export async function markRequested(
  { db }: PortalContext,
  { signedIn }: Visit,
  lines: readonly WantedLine[],
  isChosen: boolean,
): Promise<readonly WantedLine[]> {
  const numbers = lines.map(({ line }) => line.partNumber);
  const requests = await selectOpenRequests(db, signedIn.account.accountId, numbers);
  return lines.map((one) => {
    if (one.requested !== undefined) return { ...one, isIncluded: one.isIncluded && isChosen };
    const open = requests.filter((request) => covers(request, one));
    const enough = open.find((request) => isEnough(request, one));
    const isIncluded = one.isIncluded && (isChosen || enough === undefined);
    return { ...one, requested: enough ?? open[0], isIncluded };
  });
}

/**
 * Why an account cannot order this quantity of an offer, or its smallest one; null if it can. The
 * quantity is rounded up to what is sold. `taken` is what other rows take of its stock.
 */
function findQuoteReason(
  { offer, price, terms }: LoadedOffer,
  quantity: number | null,
  taken = 0,
): QuoteReason | null {
  if (offer.status !== "ACTIVE") return "not found";
  const wanted = roundUpQuantity(quantity ?? 1, terms);
  if (!price.some(({ minQuantity }) => minQuantity <= wanted)) return "no price";
  return offer.stock - taken < wanted ? "no stock" : null;
}

const reasons: Partial<Readonly<Record<RowState, QuoteReason>>> = {
  not_found: "not found",
  not_orderable: "not found",
  on_request: "no price",
  bad_quantity: "quantity",
};

/** Why a row of a list that needs a quote cannot be ordered: what is not offered has no stock. */
function findRowReason(state: RowState): QuoteReason {
  return reasons[state] ?? "no stock";
}

// The lines that a quote can be requested for, as the account sees them now: of offers, of a part
// that is not sold, or of the rows of a list.

/** A line before the buyer typed anything into it. */
export type WantedLine = {
  /** Names its fields in the form. */
  readonly key: number;
  readonly line: Omit<QuoteLine, "reason">;
  /** Its offer, which decides the reason. */
  readonly loaded: LoadedOffer | undefined;
  /** The reason if it has no offer; null: it needs no quote. */
  readonly reason: QuoteReason | null;
  /** The request that was already sent for its row. */
  readonly requested: (RequestedRow & { readonly quantity?: number | null }) | undefined;
  /** A part of the catalog that its row may mean. */
  readonly suggested: string | null;
  /** Whether the form includes it at first. */
  readonly isIncluded: boolean;
  /** What the other rows of its list take of the stock of its offer. */
  readonly taken: number;
  /** Differs if it became another part, offer, condition, certificate or unit. */
  readonly mark: string;
};

/** Why this quantity of a line cannot be ordered; null if it can. */
export function findLineReason(
  { loaded, reason, taken }: WantedLine,
  quantity: number | null,
): QuoteReason | null {
  return loaded === undefined ? reason : findQuoteReason(loaded, quantity, taken);
}

function toWanted(
  key: number,
  line: WantedLine["line"],
  more: Partial<Omit<WantedLine, "key" | "line" | "mark">>,
): WantedLine {
  const { offerId, partNumber, vendor, condition, certificate, unitOfMeasure } = line;
  const identity = [offerId, partNumber, vendor, condition, certificate, unitOfMeasure];
  const mark = hash("sha256", JSON.stringify(identity), "hex").slice(0, 12);
  const { loaded, reason = null, requested, suggested = null } = more;
  const { isIncluded = true, taken = 0 } = more;
  const form = { isIncluded, taken };
  return { key, line, loaded, reason, requested, suggested, ...form, mark };
}

/** By id, offers with the prices and terms of the account. */
async function loadOffers(
  { db, replica }: PortalContext,
  { signedIn, now }: Visit,
  offerIds: readonly OfferId[],
): Promise<Map<OfferId, LoadedOffer>> {
  if (offerIds.length === 0) return new Map();
  const day = utcDay(now);
  const offers = replica.read((view) => selectListedOffers(view, offerIds, day));
  const agreement = await selectAgreementFor(db, signedIn.account.accountId, offers, day);
  return new Map(
    offers.map((offer) => {
      const terms = findOrderTerms(offer, agreement);
      return [offer.offerId, { offer, price: listPriceBreaks(offer, agreement), terms }];
    }),
  );
}

const nothingTyped = { neededBy: null, remark: null, rowNumber: null } as const;

type WantedOffer = {
  readonly offerId: OfferId;
  readonly quantity: number | null;
  /** As a form showed it, or "". */
  readonly partNumber: string;
};

/**
 * The lines of offers. One that was deleted becomes a line of its part number; undefined if that is
 * unknown.
 */
async function loadOfferLines(
  context: PortalContext,
  visit: Visit,
  wanted: readonly WantedOffer[],
): Promise<readonly WantedLine[] | undefined> {
  const loadedOf = await loadOffers(
    context,
    visit,
    wanted.map(({ offerId }) => offerId),
  );
  const lines = wanted.flatMap(({ offerId, quantity, partNumber: shown }) => {
    const loaded = loadedOf.get(offerId);
    if (loaded === undefined) {
      return shown === "" ? [] : [writePartLine(shown, "not found", offerId)];
    }
    const { partNumber, vendor, condition, certificate, unitOfMeasure } = loaded.offer;
    const offered = { offerId, partNumber, vendor, condition, certificate, unitOfMeasure };
    return [toWanted(offerId, { ...offered, quantity, ...nothingTyped }, { loaded })];
  });
  return lines.length < wanted.length ? undefined : lines;
}

/** The line of a part that is not sold, or not known. */
function writePartLine(partNumber: string, reason: QuoteReason | null, key = 1): WantedLine {
  const unknown = { offerId: null, vendor: null, condition: null, certificate: null };
  const line = { partNumber, ...unknown, quantity: null, unitOfMeasure: null, ...nothingTyped };
  return toWanted(key, line, { reason });
}

/** A quantity as a line has it; `isOther`: in another unit than its part, or an unclear one. */
type CountedQuantity = Pick<QuoteLine, "quantity" | "unitOfMeasure"> & {
  readonly isOther: boolean;
};

/** As long as a line can have it. */
const maxUnitLength = 20;

/** Whether a row counts in another unit than that of its offer. */
function isInOtherUnit({ quantityText }: ListRow, { offer }: LoadedOffer): boolean {
  return findUnitFault(quantityText, offer.unitOfMeasure) !== null;
}

/** Invariant: the number of a line counts what its row counts, or there is none. */
function countQuantity(row: ListRow, loaded: LoadedOffer | undefined): CountedQuantity {
  const { quantity, quantityText } = row;
  if (loaded !== undefined && !isInOtherUnit(row, loaded)) {
    return { quantity, unitOfMeasure: loaded.offer.unitOfMeasure, isOther: false };
  }
  const unit = nameWrittenUnit(quantityText);
  const isOther = loaded !== undefined || (unit !== null && unit !== "EA");
  const isLong = [...(unit ?? "")].length > maxUnitLength;
  return isLong
    ? { quantity: null, unitOfMeasure: null, isOther }
    : { quantity, unitOfMeasure: unit, isOther };
}

/** The texts of a remark in one line, as far as they fit. */
function joinRemark(texts: readonly string[]): string | null {
  const remark = [...texts.join("; ").replace(/\p{C}/gu, " ").trim()];
  if (remark.length <= maxLineRemark) return remark.join("") || null;
  return `${remark.slice(0, maxLineRemark - 1).join("")}…`;
}

/** What a row says that a line has no field for, as far as it fits. */
function writeRemark(
  { headers }: OrderList["columns"],
  row: ListRow,
  { quantity, isOther }: CountedQuantity,
  terms: OrderTerms | null,
): string | null {
  const { remark, quantityText, state, cells, partNumber } = row;
  const soldIn = terms === null ? null : `Order terms: ${describeOrderTerms(terms)}`;
  const name = state === "not_found" ? findRowName(headers, cells, partNumber) : null;
  const isWritten = isOther || (quantity === null && quantityText.trim() !== "");
  const written = isWritten ? `Quantity as written: ${quantityText.trim()}` : null;
  // The name is last: it may be too long.
  const all = [...writeRowRequest(row), remark, written, soldIn, name === partNumber ? null : name];
  return joinRemark(all.filter((one) => one !== null));
}

function toRowLine(
  { columns }: OrderList,
  row: ListRow,
  loaded: LoadedOffer | undefined,
): WantedLine["line"] {
  const { rowNumber, neededBy, chosenOfferId } = row;
  const counted = countQuantity(row, loaded);
  // Why a quantity cannot be ordered, if its unit can.
  const isUnfit = row.state === "bad_quantity" && !counted.isOther;
  const terms = isUnfit && loaded !== undefined ? loaded.terms : null;
  // An offer that nobody chose is no wish for its condition.
  const chosen = chosenOfferId === null ? undefined : loaded?.offer;
  return {
    offerId: loaded?.offer.offerId ?? null,
    partNumber: row.partNumber ?? "",
    vendor: loaded?.offer.vendor ?? null,
    condition: row.condition ?? chosen?.condition ?? null,
    certificate: row.certificate ?? chosen?.certificate ?? null,
    quantity: counted.quantity,
    unitOfMeasure: counted.unitOfMeasure,
    neededBy,
    remark: writeRemark(columns, row, counted, terms),
    rowNumber,
  };
}

/** The line for what a row does not order of the quantity that was requested. */
function toRestLine(
  list: OrderList,
  row: ListRow,
  loaded: LoadedOffer | undefined,
): WantedLine["line"] {
  const line = toRowLine(list, row, loaded);
  const [own, asked] = [row.quantity ?? 0, row.askedQuantity ?? 0];
  const ordered = row.state === "added" ? "ordered" : "from stock";
  const words = `${formatCount(asked)} requested, ${formatCount(own)} ${ordered}`;
  const remark = joinRemark([words, line.remark].filter((one) => one !== null));
  // Without its unit there is no number.
  return { ...line, quantity: line.quantity && asked - own, remark };
}

type RowLines = {
  readonly lines: readonly WantedLine[];
  /** Whether there are more rows to request. */
  readonly hasMore: boolean;
};

/** What the lines of rows are made of. */
type RowFacts = {
  readonly list: OrderList;
  readonly loadedOf: ReadonlyMap<OfferId, LoadedOffer>;
  readonly quoteOf: ReadonlyMap<number, RowQuote>;
  readonly quantityOf: ReadonlyMap<OfferId, number>;
};

/** The offer that decides whether another quantity of a line can be ordered, if it does. */
function findMeasure(row: ListRow, need: RowQuote["need"], loaded: LoadedOffer | undefined) {
  // A rest is more than its stock, and a quantity is requested although others can be ordered.
  if (need === "rest" || need === "quantity" || loaded === undefined) return undefined;
  return isInOtherUnit(row, loaded) ? undefined : loaded;
}

function toWantedRow(row: ListRow, isNamed: boolean, facts: RowFacts): WantedLine {
  const { rowNumber, offerId, state } = row;
  const { need = null, requested } = facts.quoteOf.get(rowNumber) ?? {};
  const isRest = need === "rest";
  const isEnded = offerId === null || (state === "added" && !isRest);
  const loaded = isEnded ? undefined : facts.loadedOf.get(offerId);
  const all = (offerId === null ? undefined : facts.quantityOf.get(offerId)) ?? 0;
  const [suggested = null] = state === "not_found" ? row.suggestions : [];
  // A number that only differs in its writing is not requested without a decision.
  const isIncluded = requested == null && (isNamed || suggested === null);
  const line = isRest ? toRestLine(facts.list, row, loaded) : toRowLine(facts.list, row, loaded);
  return toWanted(rowNumber, line, {
    loaded: findMeasure(row, need, loaded),
    reason: need === null ? null : findRowReason(state),
    requested: requested ?? undefined,
    suggested,
    isIncluded,
    taken: Math.max(0, all - (row.quantity ?? 0)),
  });
}

/**
 * The lines of these rows of a list. With null, of the first rows that need a quote and for which
 * none was requested.
 */
async function loadRowLines(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  rowNumbers: readonly number[] | null,
): Promise<RowLines> {
  const { db } = context;
  const { listId } = list;
  const wanted = rowNumbers ?? (await selectRowsToQuote(db, listId, maxQuoteLines + 1));
  const found = await selectRows(db, listId, { rowNumbers: wanted.slice(0, maxQuoteLines) });
  const rows = found.filter(({ partNumber }) => (partNumber ?? "") !== "");
  const offerIds = rows.flatMap(({ offerId }) => offerId ?? []);
  const [loadedOf, quotes, quantityOf] = await Promise.all([
    loadOffers(context, visit, [...new Set(offerIds)]),
    selectRowQuotes(db, listId, wanted),
    selectQuantities(db, listId),
  ]);
  const quoteOf = new Map(quotes.map((one) => [one.rowNumber, one]));
  const facts = { list, loadedOf, quoteOf, quantityOf };
  const lines = rows.map((row) => toWantedRow(row, rowNumbers !== null, facts));
  return { lines, hasMore: wanted.length > maxQuoteLines };
}

// The lines that duplicating an order left out, as lines of a quote request.

/** `key` is its place among all lines that were left out, from 1. */
export type PlacedLeftOut = LeftOutLine & { readonly key: number };

/**
 * The lines that a draft was created without and that it still does not have: each line of the same
 * part that was added since stands for one.
 */
export function listLeftOut(
  { status, lines }: StoredOrder,
  timeline: readonly OrderEvent[],
): readonly PlacedLeftOut[] {
  if (status !== "draft") return [];
  const leftOut = timeline.flatMap(({ details }) => details.leftOut ?? []);
  const seen = new Map<string, number>();
  return leftOut
    .map((line, place) => ({ ...line, key: place + 1 }))
    .filter(({ partNumber, copied = 0 }) => {
      const before = seen.get(partNumber) ?? 0;
      seen.set(partNumber, before + 1);
      const present = lines.filter((line) => line.partNumber === partNumber).length;
      return present - copied <= before;
    });
}

/** Of lines whose offer is not known. */
const reasonOf: Partial<Readonly<Record<LineFaultCode, QuoteReason>>> = {
  INSUFFICIENT_STOCK: "no stock",
  PRICE_ON_REQUEST: "no price",
};

function toWantedLine(left: PlacedLeftOut, found: WantedLine | undefined): WantedLine {
  const { key, partNumber, quantity, vendor, condition, certificate, unitOfMeasure, wish } = left;
  const one = found ?? writePartLine(partNumber, reasonOf[left.code] ?? "not found");
  const asked = { ...left, requested: left.requested ?? nothingRequested };
  const texts = writeRequested({
    ...asked,
    condition: condition ?? "",
    certificate: certificate ?? null,
    unitOfMeasure: unitOfMeasure ?? "",
  });
  const remark = joinRemark([...texts, wish ?? []].flat());
  const line = { ...one.line, quantity, remark };
  if (one.loaded !== undefined) return { ...one, key, line };
  const known = {
    vendor: vendor ?? null,
    condition: condition ?? null,
    certificate: certificate ?? null,
    unitOfMeasure: unitOfMeasure ?? null,
  };
  return { ...one, key, line: { ...line, ...known } };
}

/** The lines in the same order; one whose offer was deleted has what the order said of it. */
export async function loadLeftOutLines(
  context: PortalContext,
  visit: Visit,
  leftOut: readonly PlacedLeftOut[],
): Promise<readonly WantedLine[]> {
  const offers = leftOut.flatMap(({ offerId, quantity, partNumber }) =>
    offerId === undefined ? [] : [{ offerId, quantity, partNumber }],
  );
  const found = (await loadOfferLines(context, visit, offers)) ?? [];
  const lineOf = new Map(offers.map(({ offerId }, place) => [offerId, found[place]]));
  return leftOut.map((left) =>
    toWantedLine(left, left.offerId === undefined ? undefined : lineOf.get(left.offerId)),
  );
}

// What a quote is requested for: offers, a part that is not sold, or rows of a list, named by an
// address or repeated by its form.

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
  const start = { href: "/quote-requests", text: "Quote requests" };
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
