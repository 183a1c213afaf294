// Loads the offers behind displayed rows: the one a row names, or those to choose from, at the
// account's own prices.
import type { AccountId } from "../accounts/account.ts";
import { countManufacturers } from "../catalog/identity/manufacturer.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/replica.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../day.ts";
import { comparePrices, type Price } from "../price.ts";
import { findOrderTerms, type OrderTerms } from "../pricing/orderTerms.ts";
import { selectAgreementFor } from "../pricing/queries.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import { lookUpNumbers } from "./checkParts.ts";
import { canSupply } from "./checkRows.ts";
import type { RowOnPage } from "./pageQueries.ts";
import { preferCertified } from "./written/certificateWish.ts";

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
  readonly choices: ReadonlyMap<number, readonly OfferChoice[]>;
  /** How many manufacturers make the part of a row with choices, in any condition. */
  readonly makers: ReadonlyMap<number, number>;
  /** The conditions in which the part of a row is offered, if not in the requested one. */
  readonly conditions: ReadonlyMap<number, readonly string[]>;
};

/** Choices without a price come after the others, and without a lead time after equal prices. */
function compareChoices(a: OfferChoice, b: OfferChoice): number {
  const inStock = Number(b.offer.stock > 0) - Number(a.offer.stock > 0);
  const priced = Number(b.unitPrice !== null) - Number(a.unitPrice !== null);
  if (inStock !== 0 || a.unitPrice === null || b.unitPrice === null) return inStock || priced;
  const currency = a.unitPrice.currency.localeCompare(b.unitPrice.currency);
  const leadTime = (choice: OfferChoice) => choice.offer.leadTimeDays ?? Number.MAX_SAFE_INTEGER;
  return currency || comparePrices(a.unitPrice, b.unitPrice) || leadTime(a) - leadTime(b);
}

/** Whether the buyer has to choose an offer, or chose one and can choose another. */
function isToChoose({ state, readings, chosenOfferId }: RowOnPage): boolean {
  const isChosen = chosenOfferId !== null && (state === "ready" || state === "short");
  return isChosen || (state === "ambiguous" && readings === null);
}

function findChoices(
  view: ReplicaView,
  rows: readonly RowOnPage[],
  now: Date,
): Map<string, readonly OfferId[]> {
  const looked = rows.filter((row) => isToChoose(row) || row.state === "other_condition");
  const numbers = looked.flatMap(({ partNumber }) => partNumber ?? []);
  const keys = [...new Set(numbers.map(partNumberKey))];
  if (keys.length === 0) return new Map();
  const { matches } = lookUpNumbers(view, keys, now);
  return new Map(matches.map(({ entry, offerIds }) => [entry, offerIds]));
}

/** Loads the offers of at most 50 rows of an account's list at `now`. */
export async function loadRowOffers(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  rows: readonly RowOnPage[],
  now: Date,
): Promise<RowOffers> {
  const day = utcDay(now);
  const { found, offerOf } = replica.read((view) => {
    const found = findChoices(view, rows, now);
    const namedIds = rows.flatMap(({ offerId }) => offerId ?? []);
    const offerIds = [...new Set([...namedIds, ...[...found.values()].flat()])];
    const offers = selectListedOffers(view, offerIds, day);
    return { found, offerOf: new Map(offers.map((offer) => [offer.offerId, offer])) };
  });
  const agreement = await selectAgreementFor(db, accountId, [...offerOf.values()], day);
  const named = new Map<number, Offer>();
  const choices = new Map<number, OfferChoice[]>();
  const makers = new Map<number, number>();
  const conditions = new Map<number, readonly string[]>();
  for (const row of rows) {
    const offer = row.offerId === null ? undefined : offerOf.get(row.offerId);
    if (offer !== undefined) named.set(row.rowNumber, offer);
    const offerIds = found.get(partNumberKey(row.partNumber ?? "")) ?? [];
    const offers = offerIds.flatMap((offerId) => offerOf.get(offerId) ?? []);
    if (row.state === "other_condition") {
      const active = offers.filter(({ status }) => status === "ACTIVE");
      conditions.set(row.rowNumber, [...new Set(active.map(({ condition }) => condition))]);
    }
    if (!isToChoose(row)) continue;
    const current = offers.filter(({ status }) => status !== "DISCONTINUED");
    makers.set(row.rowNumber, countManufacturers(current));
    const fitting = offers
      .filter(({ status }) => status === "ACTIVE")
      .filter(({ condition }) => row.condition === null || condition === row.condition);
    choices.set(
      row.rowNumber,
      preferCertified(fitting, row.certificate, (one) => canSupply(one, agreement, row))
        .map((one) => {
          const priceAt = (quantity: number) => findUnitPrice(one, agreement, quantity).price;
          const unitPrice = priceAt(row.quantity ?? 1);
          return { offer: one, unitPrice, priceAt, terms: findOrderTerms(one, agreement) };
        })
        .sort(compareChoices),
    );
  }
  return { named, choices, makers, conditions };
}
