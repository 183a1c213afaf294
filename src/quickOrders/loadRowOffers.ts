// Loads the offers behind displayed rows: the one a row names, or those to choose from, at the
// account's own prices.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { countManufacturers } from "../catalog/identity/manufacturer.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { isInStock, type ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../day.ts";
import { comparePrices, type Price } from "../price.ts";
import type { Agreement } from "../pricing/agreement.ts";
import { findOrderTerms, type OrderTerms, roundUpQuantity } from "../pricing/orderTerms.ts";
import { selectAgreementFor } from "../pricing/queries.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import { acceptsCondition, type ListCodes, readCondition } from "../reading/condition.ts";
import { findStockNumberParts } from "./bulk/stockNumberParts.ts";
import { lookUpNumbers } from "./checkParts.ts";
import type { RowOnPage } from "./pageQueries.ts";
import {
  listEnded,
  listOtherParts,
  type OtherPart,
  type Suggested,
} from "./supply/suggestedOffers.ts";
import { preferCertified } from "./supply/wantedCertificate.ts";
import { canSupply } from "./supply/weighSupply.ts";
import { toListCodes } from "./toListCodes.ts";

/** An offer that a row may name, with the unit price at the row's quantity; null: on request. */
export type OfferChoice = {
  readonly offer: ListedOffer;
  readonly unitPrice: Price | null;
  /** The unit price at another quantity. */
  readonly priceAt: (quantity: number) => Price | null;
  readonly terms: OrderTerms;
};

/** By row number: the offer that a row names, or those it may name, in stock and cheapest first. */
export type RowOffers = {
  readonly named: ReadonlyMap<number, Offer>;
  /** The account's unit price of the offer that a row names, at the row's quantity, if any. */
  readonly prices: ReadonlyMap<number, Price>;
  /** The account's unit price of the offer that a row names, at another quantity. */
  readonly priceAt: (rowNumber: number, quantity: number) => Price | null;
  /** The quantities in which the account can order the offer that a row names. */
  readonly terms: ReadonlyMap<number, OrderTerms>;
  readonly choices: ReadonlyMap<number, readonly OfferChoice[]>;
  /** How many manufacturers make the part of a row with choices, in any condition. */
  readonly makers: ReadonlyMap<number, number>;
  /** The conditions to choose from for a row, best first: those in which it can be ordered. */
  readonly conditions: ReadonlyMap<number, readonly string[]>;
  /** Rows whose part is unknown, so that their conditions are only those that they name. */
  readonly unknown: ReadonlySet<number>;
  /** By row number, those of its suggested numbers that can be other parts. */
  readonly otherParts: ReadonlyMap<number, readonly OtherNumber[]>;
  /** By row number, an offer of the part of a row that is not for sale any more. */
  readonly ended: ReadonlyMap<number, ListedOffer>;
  /** By number, the best offers of the parts that are suggested for rows. */
  readonly suggested: ReadonlyMap<string, ListedOffer>;
  /** By which the rows are read that are shown as they were sent. */
  readonly codes: ListCodes;
};

/**
 * A number, the cheapest of its offers that has the quantity of the row, if any has it, and how
 * many others fit the row. Null: none fits.
 */
export type SuggestedNumber = {
  readonly partNumber: string;
  readonly choice: OfferChoice | null;
  readonly others: number;
};

/** A number that can be another part: an alternate, or a similar number. */
type OtherNumber = SuggestedNumber & { readonly isAlternate: boolean };

/** Suggested parts that are loaded for the rows of a page. */
const maxSuggested = 100;

/** By number, the best offers of the suggested parts: one that is in stock, if any is. */
function loadSuggested(
  view: ReplicaView,
  rows: readonly Pick<RowOnPage, "suggestions">[],
  day: string,
): Map<string, ListedOffer> {
  const numbers = [...new Set(rows.flatMap(({ suggestions }) => suggestions))];
  return new Map(
    numbers.slice(0, maxSuggested).flatMap((number): [string, ListedOffer][] => {
      const offers = selectOffersOfPart(view, partNumberKey(number), day);
      const best = offers.find(isInStock) ?? offers[0];
      return best === undefined ? [] : [[number, best]];
    }),
  );
}

/** Choices without a price come after the others, and without a lead time after equal prices. */
function compareChoices(a: OfferChoice, b: OfferChoice): number {
  const inStock = Number(b.offer.stock > 0) - Number(a.offer.stock > 0);
  const priced = Number(b.unitPrice !== null) - Number(a.unitPrice !== null);
  if (inStock !== 0 || a.unitPrice === null || b.unitPrice === null) return inStock || priced;
  const currency = a.unitPrice.currency.localeCompare(b.unitPrice.currency);
  const leadTime = (choice: OfferChoice) => choice.offer.leadTimeDays ?? Number.MAX_SAFE_INTEGER;
  return currency || comparePrices(a.unitPrice, b.unitPrice) || leadTime(a) - leadTime(b);
}

/** Whether several offers may fit a row, and the buyer has to choose one, or can choose another. */
function isToChoose({ state, chosenOfferId, offerId, reason }: RowOnPage): boolean {
  const isChosen = chosenOfferId !== null && (state === "ready" || state === "short");
  // Chosen for the buyer, or none of several has enough.
  const isSupplied = state === "ready" ? reason !== null : state === "short" && offerId === null;
  return isChosen || isSupplied || state === "ambiguous";
}

/** Whether the buyer has to choose a condition: the one in the row is not offered, or is none. */
/** Whether a row is shown as it was sent, because a person has to say what it means. */
export function isAsSent({ state }: RowOnPage): boolean {
  return state === "unreadable";
}

function isOfConditions({ state, condition }: RowOnPage): boolean {
  return state === "other_condition" || (state === "unreadable" && (condition ?? "") !== "");
}

/** The key of the number by which the offers of a row are found: its own, or that of its NSN. */
type KeyOf = (row: RowOnPage) => string;

function findChoices(
  view: ReplicaView,
  rows: readonly RowOnPage[],
  keyOf: KeyOf,
  now: Date,
): Map<string, readonly OfferId[]> {
  const looked = rows.filter((row) => isToChoose(row) || isOfConditions(row));
  const keys = [...new Set(looked.map(keyOf))].filter((key) => key !== "");
  if (keys.length === 0) return new Map();
  const { matches } = lookUpNumbers(view, keys, now);
  return new Map(matches.map(({ entry, offerIds }) => [entry, offerIds]));
}

/** Whether an offer can be ordered: it is for sale, in stock, and has a price. */
function isOrderable(offer: ListedOffer, agreement: Agreement, { quantity }: RowOnPage): boolean {
  const wanted = roundUpQuantity(quantity ?? 1, findOrderTerms(offer, agreement));
  const { price } = findUnitPrice(offer, agreement, wanted);
  return isInStock(offer) && price !== null;
}

/**
 * The conditions in which a part can be ordered, best first: of those that the row names, if it
 * names several, else all. Those that it names if the part is unknown.
 */
function listConditions(
  row: RowOnPage,
  offers: readonly ListedOffer[],
  agreement: Agreement,
  codes: ListCodes,
): readonly string[] {
  const wish = readCondition(row.condition ?? "", codes);
  const isNamed = row.state === "unreadable" && wish.unread.length === 0;
  const isSet = isNamed && wish.certificates.length === 0 && wish.accepted.length > 1;
  const named = isSet ? wish.accepted : [];
  if (offers.length === 0) return named;
  const orderable = offers.filter((offer) => isOrderable(offer, agreement, row));
  const offered = [...codes.known].filter((code) =>
    orderable.some(({ condition }) => condition === code),
  );
  const wanted = offered.filter((code) => named.includes(code));
  return wanted.length > 0 ? wanted : offered;
}

/** By row number, the unit price of its offer at its quantity. */
function listPrices(rows: readonly RowOnPage[], priceAt: RowOffers["priceAt"]): Map<number, Price> {
  const prices = rows.flatMap(({ rowNumber, quantity }): [number, Price][] => {
    const price = priceAt(rowNumber, quantity ?? 1);
    return price === null ? [] : [[rowNumber, price]];
  });
  return new Map(prices);
}

/** The offers that fit a row, those with the requested certificate, in stock and cheapest first. */
function listChoices(
  row: RowOnPage,
  offers: readonly ListedOffer[],
  agreement: Agreement,
): OfferChoice[] {
  const fitting = offers
    .filter(({ status }) => status === "ACTIVE")
    .filter(({ condition }) => acceptsCondition(row.condition, condition));
  return preferCertified(fitting, row.certificate, (one) => canSupply(one, agreement, row))
    .map((one) => {
      const priceAt = (quantity: number) => findUnitPrice(one, agreement, quantity).price;
      const unitPrice = priceAt(row.quantity ?? 1);
      return { offer: one, unitPrice, priceAt, terms: findOrderTerms(one, agreement) };
    })
    .sort(compareChoices);
}

function toSuggestedNumber(
  { row, partNumber, offers }: Suggested,
  agreement: Agreement,
): SuggestedNumber {
  const choices = listChoices(row, offers, agreement);
  const enough = choices.find(({ offer }) => canSupply(offer, agreement, row));
  const choice = enough ?? choices[0] ?? null;
  return { partNumber, choice, others: Math.max(0, choices.length - 1) };
}

/** What one state of the catalog has for rows. */
function readOffers(view: ReplicaView, rows: readonly RowOnPage[], now: Date) {
  const day = utcDay(now);
  const named = rows.filter((row) => isOfConditions(row) || row.state === "not_found");
  const ofStockNumber = findStockNumberParts(view, named);
  const keyOf: KeyOf = ({ rowNumber, partNumber }) =>
    ofStockNumber.get(rowNumber) ?? partNumberKey(partNumber ?? "");
  const found = findChoices(view, rows, keyOf, now);
  const namedIds = rows.flatMap(({ offerId }) => offerId ?? []);
  const offerIds = [...new Set([...namedIds, ...[...found.values()].flat()])];
  const offers = selectListedOffers(view, offerIds, day);
  const suggested = loadSuggested(view, rows, day);
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const linked = listOtherParts(view, rows, now);
  const ended = listEnded(view, rows, day);
  return { found, keyOf, offerOf, linked, suggested, ended };
}

/** Loads the offers of at most 50 rows of an account's list at `now`. */
export async function loadRowOffers(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  rows: readonly RowOnPage[],
  now: Date,
): Promise<RowOffers> {
  const day = utcDay(now);
  const { found, keyOf, offerOf, linked, ...loaded } = replica.read((view) =>
    readOffers(view, rows, now),
  );
  const numbers = [...linked.values()].flat();
  const priced = [...offerOf.values(), ...numbers.flatMap(({ offers }) => offers)];
  const agreement = await selectAgreementFor(db, accountId, priced, day);
  const isRead = (row: RowOnPage) => isOfConditions(row) || isAsSent(row);
  const none = { conditions: [], certificates: [] };
  const codes = toListCodes(rows.some(isRead) ? await selectTradeCodes(db) : none);
  const named = new Map<number, Offer>();
  const choices = new Map<number, OfferChoice[]>();
  const makers = new Map<number, number>();
  const conditions = new Map<number, readonly string[]>();
  const unknown = new Set<number>();
  for (const row of rows) {
    const offer = row.offerId === null ? undefined : offerOf.get(row.offerId);
    if (offer !== undefined) named.set(row.rowNumber, offer);
    const offerIds = found.get(keyOf(row)) ?? [];
    const offers = offerIds.flatMap((offerId) => offerOf.get(offerId) ?? []);
    if (isOfConditions(row)) {
      if (offers.length === 0) unknown.add(row.rowNumber);
      conditions.set(row.rowNumber, listConditions(row, offers, agreement, codes));
    }
    if (!isToChoose(row)) continue;
    const current = offers.filter(({ status }) => status !== "DISCONTINUED");
    makers.set(row.rowNumber, countManufacturers(current));
    choices.set(row.rowNumber, listChoices(row, offers, agreement));
  }
  const priceAt = (rowNumber: number, quantity: number) => {
    const offer = named.get(rowNumber);
    return offer === undefined ? null : findUnitPrice(offer, agreement, quantity).price;
  };
  const prices = listPrices(rows, priceAt);
  const weigh = (one: Suggested) => toSuggestedNumber(one, agreement);
  const weighOther = (one: OtherPart) => ({ ...weigh(one), isAlternate: one.isAlternate });
  const otherParts = new Map([...linked].map(([row, all]) => [row, all.map(weighOther)]));
  const terms = new Map([...named].map(([row, one]) => [row, findOrderTerms(one, agreement)]));
  const ofRows = { named, prices, priceAt, terms, choices, makers, conditions, unknown };
  return { ...ofRows, ...loaded, otherParts, codes };
}
