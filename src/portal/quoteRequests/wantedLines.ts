// The lines that a quote can be requested for, as the account sees them now: of offers, of a part
// that is not sold, or of the rows of a list.
import { hash } from "node:crypto";
import type { OfferId } from "../../catalog/partId.ts";
import { selectListedOffers } from "../../catalog/search/listedQueries.ts";
import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import type { LoadedOffer } from "../../pricing/loadPart.ts";
import { describeOrderTerms, findOrderTerms, type OrderTerms } from "../../pricing/orderTerms.ts";
import { selectAgreementFor } from "../../pricing/queries.ts";
import { listPriceBreaks } from "../../pricing/unitPrice.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { type RowOnPage, selectRowsByNumber } from "../../quickOrders/pageQueries.ts";
import { findUnitFault } from "../../quickOrders/supply/unitFault.ts";
import { writeRowRequest } from "../../quickOrders/written/orderedQuantity.ts";
import { findRowName } from "../../quickOrders/written/rowName.ts";
import {
  type RequestedRow,
  type RowQuote,
  selectQuantities,
  selectRowQuotes,
  selectRowsToQuote,
} from "../../quoteRequests/listRowQueries.ts";
import {
  maxLineRemark,
  maxQuoteLines,
  type QuoteLine,
  type QuoteReason,
} from "../../quoteRequests/quoteRequest.ts";
import { nameWrittenUnit } from "../../reading/quantity.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { findQuoteReason, findRowReason } from "./quoteReason.ts";
import { texts } from "./texts.ts";

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

export type WantedOffer = {
  readonly offerId: OfferId;
  readonly quantity: number | null;
  /** As a form showed it, or "". */
  readonly partNumber: string;
};

/**
 * The lines of offers. One that was deleted becomes a line of its part number; undefined if that is
 * unknown.
 */
export async function loadOfferLines(
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
export function writePartLine(partNumber: string, reason: QuoteReason | null, key = 1): WantedLine {
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
function isInOtherUnit({ quantityText }: RowOnPage, { offer }: LoadedOffer): boolean {
  return findUnitFault(quantityText, offer.unitOfMeasure) !== null;
}

/** Invariant: the number of a line counts what its row counts, or there is none. */
function countQuantity(row: RowOnPage, loaded: LoadedOffer | undefined): CountedQuantity {
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
export function joinRemark(texts: readonly string[]): string | null {
  const remark = [...texts.join("; ").replace(/\p{C}/gu, " ").trim()];
  if (remark.length <= maxLineRemark) return remark.join("") || null;
  return `${remark.slice(0, maxLineRemark - 1).join("")}…`;
}

/** What a row says that a line has no field for, as far as it fits. */
function writeRemark(
  { headers }: OrderList["columns"],
  row: RowOnPage,
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
  row: RowOnPage,
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
  row: RowOnPage,
  loaded: LoadedOffer | undefined,
): WantedLine["line"] {
  const line = toRowLine(list, row, loaded);
  const [own, asked] = [row.quantity ?? 0, row.askedQuantity ?? 0];
  const write = row.state === "added" ? texts.form.rest : texts.form.restOfStock;
  const words = write(formatCount(asked), formatCount(own));
  const remark = joinRemark([words, line.remark].filter((one) => one !== null));
  // Without its unit there is no number.
  return { ...line, quantity: line.quantity && asked - own, remark };
}

export type RowLines = {
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
function findMeasure(row: RowOnPage, need: RowQuote["need"], loaded: LoadedOffer | undefined) {
  // A rest is more than its stock, and a quantity is requested although others can be ordered.
  if (need === "rest" || need === "quantity" || loaded === undefined) return undefined;
  return isInOtherUnit(row, loaded) ? undefined : loaded;
}

function toWantedRow(row: RowOnPage, isNamed: boolean, facts: RowFacts): WantedLine {
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
export async function loadRowLines(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  rowNumbers: readonly number[] | null,
): Promise<RowLines> {
  const { db } = context;
  const { listId } = list;
  const wanted = rowNumbers ?? (await selectRowsToQuote(db, listId, maxQuoteLines + 1));
  const found = await selectRowsByNumber(db, listId, wanted.slice(0, maxQuoteLines));
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
