// The SQL of offers in the replica: of part numbers, of ids, and with what prices depend on.
import type { Currency } from "../../kit/money.ts";
import { type Price, readStoredPrice } from "../../kit/price.ts";
import type { OfferId } from "../partId.ts";
import { exactListPrice } from "../replica/offerRecord.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import type { FoundRow } from "./foundOffer.ts";

/** A condition and a vendor; null is any. */
export type OfferFilter = { readonly condition: string | null; readonly vendor: string | null };

const found = "o.offer_id, o.rank, o.list_price, o.shelf_life_expires, o.wire";
const filtered = "(?2 is null or o.condition = ?2) and (?3 is null or o.vendor = ?3)";

/** One query for all keys: each query costs more than a row. */
const selectNumbers = `select k.key, ${found}
  from json_each(?1) k cross join offers o on o.part_number_key = k.value
  where ${filtered}`;

type Row = readonly [OfferId, number, number | null, string | null, string];

/** The offers of each of these keys of part numbers, in no order; an empty key has none. */
export function selectByNumbers(
  view: ReplicaView,
  partNumberKeys: readonly string[],
  { condition, vendor }: OfferFilter,
): FoundRow[][] {
  const ofKeys = partNumberKeys.map((): FoundRow[] => []);
  if (ofKeys.length === 0) return [];
  const keys = JSON.stringify(partNumberKeys);
  const rows = view.rows<readonly [number, ...Row]>(selectNumbers, keys, condition, vendor);
  for (const [place, offerId, rank, listPrice, expires, wire] of rows) {
    ofKeys[place]?.push({ offerId, rank, listPrice, expires, wire });
  }
  return ofKeys;
}

const selectIds = `select ${found}
  from json_each(?1) k cross join offers o on o.offer_id = k.value
  where ${filtered}`;

/** The offers of these ids that the filter leaves, by id. */
export function selectById(
  view: ReplicaView,
  offerIds: Iterable<OfferId>,
  { condition, vendor }: OfferFilter,
): Map<OfferId, FoundRow> {
  const byId = new Map<OfferId, FoundRow>();
  const ids = JSON.stringify([...offerIds]);
  for (const row of view.rows<Row>(selectIds, ids, condition, vendor)) {
    const [offerId, rank, listPrice, expires, wire] = row;
    byId.set(offerId, { offerId, rank, listPrice, expires, wire });
  }
  return byId;
}

/** What an offer's prices and order terms depend on. */
export type PriceTerms = {
  readonly offerId: OfferId;
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly listPrice: Price | null;
  readonly minQuantity: number;
  readonly multiple: number;
};

const ofIds = "from json_each(?) k cross join offers o on o.offer_id = k.value";

const selectPrices = `select o.offer_id, o.part_number_key, o.vendor, o.condition,
    ${exactListPrice}, o.currency, o.min_quantity, o.multiple
  ${ofIds}`;

type PriceRow = readonly [
  OfferId,
  string,
  string,
  string,
  number | string | null,
  Currency | null,
  number,
  number,
];

/** The price terms of the offers with these ids, in their order; unknown ids are missing. */
export function selectPriceTerms(view: ReplicaView, offerIds: readonly OfferId[]): PriceTerms[] {
  if (offerIds.length === 0) return [];
  const rows = view.rows<PriceRow>(selectPrices, JSON.stringify(offerIds));
  return rows.map(
    ([offerId, partNumberKey, vendor, condition, price, currency, minQuantity, multiple]) => ({
      offerId,
      partNumberKey,
      vendor,
      condition,
      listPrice: price === null || currency === null ? null : readStoredPrice(`${price}`, currency),
      minQuantity,
      multiple,
    }),
  );
}

/** What the details of an offer depend on besides its order terms. */
export type OfferFacts = {
  readonly offerId: OfferId;
  readonly leadTimeDays: number | null;
  readonly manufacturer: string | null;
  readonly cage: string | null;
  readonly nsn: string | null;
  readonly certificate: string | null;
  readonly shelfLifeExpires: string | null;
  readonly alternates: readonly string[];
  readonly supersededBy: string | null;
};

const selectFacts = `select o.offer_id as "offerId", o.lead_time_days as "leadTimeDays",
    o.manufacturer, o.cage, o.nsn, o.certificate, o.shelf_life_expires as "shelfLifeExpires",
    o.alternates, o.superseded_by as "supersededBy"
  ${ofIds}`;

type FactsRow = Omit<OfferFacts, "alternates"> & { readonly alternates: string };

/** The facts of the offers with these ids, in their order; unknown ids are missing. */
export function selectOfferFacts(view: ReplicaView, offerIds: readonly OfferId[]): OfferFacts[] {
  if (offerIds.length === 0) return [];
  const rows = view.all<FactsRow>(selectFacts, JSON.stringify(offerIds));
  return rows.map(({ alternates, ...facts }) => ({
    ...facts,
    alternates: JSON.parse(alternates) as string[],
  }));
}
