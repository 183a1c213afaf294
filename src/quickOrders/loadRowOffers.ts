// Loads the offers behind displayed rows: the one a row names, or those to choose from, at the
// account's own prices.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { LookupAccess } from "../catalog/replica/catalogAccess.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { utcDay } from "../day.ts";
import type { Money } from "../money.ts";
import { selectAgreement } from "../pricing/queries.ts";
import { findUnitPrice } from "../pricing/unitPrice.ts";
import { lookUpNumbers } from "./checkParts.ts";
import type { RowOnPage } from "./pageQueries.ts";

/** An offer that a row may name, with the unit price at the row's quantity; null: on request. */
export type OfferChoice = { readonly offer: Offer; readonly unitPrice: Money | null };

/** By row number: the offer that a row names, or those it may name, in stock and cheapest first. */
export type RowOffers = {
  readonly named: ReadonlyMap<number, Offer>;
  readonly choices: ReadonlyMap<number, readonly OfferChoice[]>;
};

/** Choices without a price come after the others. */
function compareChoices(a: OfferChoice, b: OfferChoice): number {
  const inStock = Number(b.offer.stock > 0) - Number(a.offer.stock > 0);
  const priced = Number(b.unitPrice !== null) - Number(a.unitPrice !== null);
  if (inStock !== 0 || a.unitPrice === null || b.unitPrice === null) return inStock || priced;
  const currency = a.unitPrice.currency.localeCompare(b.unitPrice.currency);
  return currency || Number(a.unitPrice.minor - b.unitPrice.minor);
}

/** Whether the buyer has to choose an offer. */
function isToChoose({ state, readings }: RowOnPage): boolean {
  return state === "ambiguous" && readings === null;
}

async function findChoices(
  { catalog }: LookupAccess,
  rows: readonly RowOnPage[],
  now: Date,
): Promise<Map<string, readonly OfferId[]>> {
  const numbers = rows.filter(isToChoose).flatMap(({ partNumber }) => partNumber ?? []);
  const keys = [...new Set(numbers.map(partNumberKey))];
  if (keys.length === 0) return new Map();
  const { matches } = await lookUpNumbers(catalog, keys, now);
  return new Map(matches.map(({ entry, offerIds }) => [entry, offerIds]));
}

/** Loads the offers of at most 50 rows of an account's list at `now`. */
export async function loadRowOffers(
  access: LookupAccess,
  accountId: AccountId,
  rows: readonly RowOnPage[],
  now: Date,
): Promise<RowOffers> {
  const day = utcDay(now);
  const found = await findChoices(access, rows, now);
  const namedIds = rows.flatMap(({ offerId }) => offerId ?? []);
  const offerIds = [...new Set([...namedIds, ...[...found.values()].flat()])];
  const listed = access.replica.read((view) => selectListedOffers(view, offerIds, day));
  const offerOf = new Map(listed.map((offer) => [offer.offerId, offer]));
  const agreement = await selectAgreement(access.db, accountId, [...offerOf.keys()], day);
  const named = new Map<number, Offer>();
  const choices = new Map<number, OfferChoice[]>();
  for (const row of rows) {
    const offer = row.offerId === null ? undefined : offerOf.get(row.offerId);
    if (offer !== undefined) named.set(row.rowNumber, offer);
    if (!isToChoose(row)) continue;
    const offerIds = found.get(partNumberKey(row.partNumber ?? "")) ?? [];
    const offers = offerIds.flatMap((offerId) => offerOf.get(offerId) ?? []);
    choices.set(
      row.rowNumber,
      offers
        .filter(({ status }) => status === "ACTIVE")
        .map((one) => {
          const { price } = findUnitPrice(one, agreement, row.quantity ?? 1);
          return { offer: one, unitPrice: price };
        })
        .sort(compareChoices),
    );
  }
  return { named, choices };
}
